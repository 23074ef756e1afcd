package dev.harbor.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CompletionTest {

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "Done", "not done", "a-b", "ı"})
    void reason_thatIsNoCode_isRefused(String reason) {
        assertThatIllegalArgumentException().isThrownBy(() -> Completion.reached(reason));
    }

    @Test
    void reason_hasAtMost64Characters() {
        assertThat(Completion.reached("r".repeat(64)).complete()).isTrue();
        assertThat(Completion.missing("step_2").complete()).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> Completion.missing("r".repeat(65)));
    }
}

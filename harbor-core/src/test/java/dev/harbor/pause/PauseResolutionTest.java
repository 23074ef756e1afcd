package dev.harbor.pause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PauseResolutionTest {

    private static Json sized(int bytes) {
        return Json.of("x".repeat(bytes - 2));
    }

    @Test
    void bounds_areHeldExactly() {
        Resolution yes = Resolution.approve("e".repeat(Resolution.MAX_ACTOR_LENGTH))
                .note("n".repeat(Resolution.MAX_NOTE_LENGTH))
                .arguments(sized(Resolution.MAX_ARGUMENT_BYTES));
        assertThat(yes.kind()).isEqualTo(Resolution.Kind.APPROVE);
        assertThat(Resolution.resume("eve", sized(Resolution.MAX_PAYLOAD_BYTES)))
                .isNotNull();
        List<Runnable> wrong = List.of(
                () -> Resolution.approve(" "),
                () -> Resolution.approve("e".repeat(Resolution.MAX_ACTOR_LENGTH + 1)),
                () -> yes.note("n".repeat(Resolution.MAX_NOTE_LENGTH + 1)),
                () -> yes.arguments(sized(Resolution.MAX_ARGUMENT_BYTES + 1)),
                () -> Resolution.resume("eve", sized(Resolution.MAX_PAYLOAD_BYTES + 1)),
                () -> Resolution.reject("eve").arguments(Json.EMPTY_OBJECT));
        for (Runnable each : wrong) {
            assertThatThrownBy(each::run).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void text_showsNeitherPayloadNorArguments() {
        assertThat(Resolution.approve("eve").arguments(Json.of("secret")).toString())
                .doesNotContain("secret");
        assertThat(Resolution.resume("eve", Json.of("secret")).toString()).doesNotContain("secret");
    }

    @Test
    void token_isReadAsItWasGiven_andShowsNothing() {
        PauseToken token = PauseToken.of("r1", "0123456789abcdef0123456789abcdef");
        PauseToken read = PauseToken.of(token.value());
        assertThat(read).isEqualTo(token).hasSameHashCodeAs(token);
        assertThat(read.rootRunId()).isEqualTo("r1");
        assertThat(read.isOf(token.digest())).isTrue();
        assertThat(read.isOf(PauseToken.of("r1", "1").digest())).isFalse();
        assertThat(read.isOf("")).isFalse();
        assertThat(token.toString()).doesNotContain("0123456789abcdef");
        assertThat(token.id()).startsWith("r1.").hasSize(19).isEqualTo(PauseToken.id("r1", token.digest()));
    }

    @Test
    void text_thatIsNoToken_isUnknown() {
        for (String text : List.of("", ".", "r1", "r1.", ".x", "r1." + "x".repeat(300))) {
            assertThatThrownBy(() -> PauseToken.of(text))
                    .as(text)
                    .isInstanceOf(PauseException.class)
                    .satisfies(e -> assertThat(((PauseException) e).code()).isEqualTo(ErrorCode.PAUSE_NOT_FOUND));
        }
    }
}

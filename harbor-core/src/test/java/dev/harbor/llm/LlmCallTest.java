package dev.harbor.llm;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.harbor.identity.Identity;
import dev.harbor.identity.IdentityException;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A model is never asked on nobody's behalf, nor with a question that has a hole. */
@SuppressWarnings("NullAway") // the point
final class LlmCallTest {

    @Test
    void call_withoutIdentity_cannotBeMade() {
        assertThatExceptionOfType(IdentityException.class).isThrownBy(() -> LlmCall.of(null));
    }

    @Test
    void callOrQuestion_withAHole_cannotBeMade() {
        LlmCall call = LlmCall.of(Identity.of("acme", "ada", "s1"));
        List<ThrowingCallable> all = List.of(
                () -> call.run(null),
                () -> call.deadline(null),
                () -> call.cancellation(null),
                () -> call.deltas(null),
                () -> LlmRequest.of(null),
                () -> LlmRequest.of(List.of(Message.of(Role.USER, "hi"))).responseFormat(null),
                () -> new Message(null, List.of()),
                () -> new Message(Role.USER, null),
                () -> Content.text(null),
                () -> new Content.Media(null, "data:,", null),
                () -> new Content.Media("image/png", null, null),
                () -> new Content.Stub(null));

        for (ThrowingCallable each : all) {
            assertThatNullPointerException().isThrownBy(each);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> LlmRequest.of(List.of()));
    }
}

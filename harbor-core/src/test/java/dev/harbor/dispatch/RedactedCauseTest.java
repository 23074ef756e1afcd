package dev.harbor.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolFailed;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** What a log and an error that is printed say of what was thrown. */
final class RedactedCauseTest {

    private static final String SECRET = "s3cr3t-of-the-vault-77";

    private static String printed(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }

    @Test
    void throwable_withoutASecret_isItself() {
        Throwable thrown = new IllegalStateException("no", new IOException("reset"));

        assertThat(RedactedCause.of(thrown)).isSameAs(thrown);
    }

    @Test
    void secret_anywhereInTheChain_isLeftOut_andClassesAndStackStay() {
        Throwable inner = new IOException("refused: Authorization: Bearer " + SECRET);
        Throwable thrown = new IllegalStateException("it failed", inner);

        String printed = printed(RedactedCause.of(thrown));
        assertThat(printed)
                .contains("java.lang.IllegalStateException: it failed", "java.io.IOException: refused")
                .contains("secret_anywhereInTheChain")
                .doesNotContain(SECRET);
    }

    @Test
    void secret_ofWhatWasSuppressed_isLeftOut() {
        Throwable thrown = new IllegalStateException("it failed");
        thrown.addSuppressed(new IOException("password=" + SECRET));

        assertThat(printed(RedactedCause.of(thrown))).contains("it failed").doesNotContain(SECRET);
    }

    @Test
    void throwable_thatCanNotSayWhatItIs_isNamed() {
        Throwable mute = new IllegalStateException() {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                throw new UnsupportedOperationException("password=" + SECRET);
            }
        };

        assertThat(printed(RedactedCause.of(new IOException("it failed", mute))))
                .contains("java.io.IOException, whose message can't be read")
                .doesNotContain(SECRET);
    }

    @Test
    void chain_thatIsVeryLong_isCut() {
        Throwable thrown = new IOException("token=" + SECRET);
        for (int i = 0; i < 100; i++) {
            thrown = new IllegalStateException("layer " + i, thrown);
        }

        assertThat(printed(RedactedCause.of(thrown))).contains("layer 99").doesNotContain(SECRET);
    }

    @Test
    void error_thatIsPrinted_namesTheClassOfItsCause_andItsMessageHasNoSecret() {
        ToolError error = new FailureMapper().map(ToolFailed.permanent("no access with password=" + SECRET), false);

        assertThat(error.message()).startsWith("no access with password=").doesNotContain(SECRET);
        assertThat(error.toString())
                .contains("TOOL_FAILED", "cause=dev.harbor.tool.ToolFailed")
                .doesNotContain(SECRET);
        assertThat(error.cause()).hasMessageContaining(SECRET);
    }
}

package dev.harbor.dispatch;

import dev.harbor.event.Redactor;
import org.jspecify.annotations.Nullable;

/** Is a throwable for the log: the class that was thrown and its message without secrets, the stack as it was, and nothing of what was suppressed. */
final class RedactedCause extends Throwable {

    private static final long serialVersionUID = 1L;
    private static final int DEEPEST = 16;

    private RedactedCause(Throwable thrown, int depth) {
        super(Redactor.standard().redact(String.valueOf(thrown)), causeOf(thrown, depth));
        setStackTrace(thrown.getStackTrace());
    }

    private RedactedCause(Throwable thrown) {
        super(thrown.getClass().getName() + ", whose message can't be read", null);
        setStackTrace(thrown.getStackTrace());
    }

    /** Returns the throwable itself when no message in it holds a secret. */
    static Throwable of(Throwable thrown) {
        try {
            return isClean(thrown, 0) ? thrown : new RedactedCause(thrown, 0);
        } catch (RuntimeException | StackOverflowError e) {
            // A tool may throw what can't even say what it is.
            return new RedactedCause(thrown);
        }
    }

    private static @Nullable Throwable causeOf(Throwable thrown, int depth) {
        Throwable cause = thrown.getCause();
        return cause == null || depth == DEEPEST ? null : new RedactedCause(cause, depth + 1);
    }

    private static boolean isClean(@Nullable Throwable thrown, int depth) {
        if (thrown == null) {
            return true;
        }
        if (depth == DEEPEST || !isClean(thrown.getCause(), depth + 1)) {
            return false;
        }
        for (Throwable suppressed : thrown.getSuppressed()) {
            if (!isClean(suppressed, depth + 1)) {
                return false;
            }
        }
        String text = String.valueOf(thrown);
        return Redactor.standard().redact(text).equals(text);
    }
}

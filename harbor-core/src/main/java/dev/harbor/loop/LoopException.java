package dev.harbor.loop;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is thrown when a loop does not do what was asked of it.
 *
 * <p>Thread-safe.
 */
public final class LoopException extends HarborException {

    private static final long serialVersionUID = 1L;

    private final Kind kind;
    private final String loop;

    /** Says why. New kinds may be added. */
    public enum Kind {
        /** The definition has no such mode. */
        INVALID_MODE,
        /** So many inputs are queued as may be. */
        QUEUE_FULL,
        /** The loop ends its turn and takes nothing new. */
        LOOP_SHUTTING_DOWN,
        /** The loop is not open any more. */
        LOOP_EXITED,
        /** Who asked gave up; what was asked for may be done all the same. */
        CONTEXT_DONE,
        /** It could not be recorded; the loop is faulted from now on. */
        DURABLE_APPEND_FAILED,
        /** The loop could not record something before. */
        LOOP_FAULTED,
        /** The loop is open in another process, or in this one with another definition. */
        LOOP_BUSY,
        /** The loop was ended for good. */
        LOOP_ENDED,
        /** The loop was made with a definition of another name, or is in a mode that this one does not have. */
        DEFINITION_MISMATCH;

        /** Returns the spelling in messages. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Creates an exception.
     *
     * @param loop the id of the loop
     * @param reason what is wrong
     * @param cause what was thrown, or null
     */
    public LoopException(Kind kind, String loop, String reason, @Nullable Throwable cause) {
        super(codeOf(kind), message(kind, loop, reason), cause);
        this.kind = kind;
        this.loop = Objects.requireNonNull(loop, "loop");
    }

    private static ErrorCode codeOf(Kind kind) {
        return kind == Kind.LOOP_FAULTED || kind == Kind.DURABLE_APPEND_FAILED
                ? ErrorCode.LOOP_FAULTED
                : ErrorCode.LOOP_REFUSED;
    }

    private static String message(Kind kind, String loop, String reason) {
        return "loop '" + loop + "' (" + kind.wireName() + "): " + Objects.requireNonNull(reason, "reason");
    }

    /** Returns why. */
    public Kind kind() {
        return kind;
    }

    /** Returns the id of the loop. */
    public String loop() {
        return loop;
    }
}

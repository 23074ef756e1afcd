package dev.harbor.tool;

import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.pause.Resolution;
import dev.harbor.policy.ErrorClass;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says that the call can't go on before something comes from outside: an answer of a person, or an event. A handler or an invoker throws it. It is an explicit
 * answer, so nothing is in doubt and nothing is retried.
 *
 * <p>In a run the call waits then, without a thread, and survives the process. When the pause is resolved the tool is called again with the same arguments, the
 * same {@link ToolContext#idempotencyKey()} and {@link ToolContext#resumption()}; it may wait again, {@value #MAX_TIMES} times at most. A call outside a run
 * becomes a run when there is a journal. Where a call can't wait, without a journal or made by another tool, it fails with {@link ErrorCode#INPUT_REQUIRED} and
 * this as its cause.
 *
 * <p>Thread-safe.
 */
public final class ToolSuspended extends ToolException {

    /** How often one call may wait at most: {@value}. */
    public static final int MAX_TIMES = 100;

    /** The most characters of a message. */
    public static final int MAX_MESSAGE_LENGTH = 2000;

    /** The most bytes of a payload. */
    public static final int MAX_PAYLOAD_BYTES = Resolution.MAX_PAYLOAD_BYTES;

    /** The most bytes of a state. */
    public static final int MAX_STATE_BYTES = 64 << 10;

    private static final long serialVersionUID = 1L;

    private final PauseReason reason;
    private final transient Json payload;
    private final transient Json state;
    private final @Nullable Duration expiresAfter;
    private final boolean hearsRefusal;

    private ToolSuspended(
            PauseReason reason,
            String message,
            Json payload,
            Json state,
            @Nullable Duration expiresAfter,
            boolean hearsRefusal) {
        super(ErrorCode.INPUT_REQUIRED, ErrorClass.PERMANENT, true, checked(message), null, null);
        this.reason = reason;
        this.payload = bounded("payload", payload, MAX_PAYLOAD_BYTES);
        this.state = bounded("state", state, MAX_STATE_BYTES);
        this.expiresAfter = expiresAfter;
        this.hearsRefusal = hearsRefusal;
    }

    /**
     * Returns that the tool waits for the answer of a person.
     *
     * @param message what the person is asked, 1 to {@value #MAX_MESSAGE_LENGTH} characters, not blank; the planner reads it too
     * @param payload what the person needs to answer, such as a schema, at most 64 KiB; shown redacted
     * @throws IllegalArgumentException if a bound is broken
     * @throws dev.harbor.json.MalformedJsonException if the payload is no JSON
     */
    public static ToolSuspended awaitInput(String message, Json payload) {
        return new ToolSuspended(PauseReason.AWAIT_INPUT, message, payload, Json.NULL, null, false);
    }

    /**
     * Returns that the tool waits for something outside to happen, such as a consent or the end of work that somebody else does.
     *
     * @param message what it waits for, 1 to {@value #MAX_MESSAGE_LENGTH} characters, not blank; the planner reads it too
     * @param payload what is needed to make it happen, such as an address, at most 64 KiB; shown redacted
     * @throws IllegalArgumentException if a bound is broken
     * @throws dev.harbor.json.MalformedJsonException if the payload is no JSON
     */
    public static ToolSuspended externalEvent(String message, Json payload) {
        return new ToolSuspended(PauseReason.EXTERNAL_EVENT, message, payload, Json.NULL, null, false);
    }

    /**
     * Returns this with what the tool needs to go on. It is kept in the journal and handed to {@link ToolContext#resumption()}; no event, log, list or observation
     * shows it. Credentials don't belong there.
     *
     * @throws IllegalArgumentException if it is larger than 64 KiB
     * @throws dev.harbor.json.MalformedJsonException if it is no JSON
     */
    public ToolSuspended state(Json newState) {
        return new ToolSuspended(
                reason, message(), payload, Objects.requireNonNull(newState, "state"), expiresAfter, hearsRefusal);
    }

    /**
     * Returns this with a time after which the pause is resolved by time. When never set, it is that of all pauses of the runtime; the longest that a runtime may
     * have holds here too.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public ToolSuspended expiresAfter(Duration after) {
        if (after.isZero() || after.isNegative()) {
            throw new IllegalArgumentException("a pause expires after a positive time, got " + after);
        }
        return new ToolSuspended(reason, message(), payload, state, after, hearsRefusal);
    }

    /** Returns this for a tool that wants to hear of a rejection or an expiry as well. Otherwise they end the call as denied, and the tool is not called. */
    public ToolSuspended hearsRefusal() {
        return new ToolSuspended(reason, message(), payload, state, expiresAfter, true);
    }

    /** Returns what it waits for. */
    public PauseReason reason() {
        return reason;
    }

    /** Returns what a person is asked. */
    public String message() {
        return String.valueOf(getMessage());
    }

    /** Returns what a person needs to answer. */
    public Json payload() {
        return payload;
    }

    /** Returns what the tool needs to go on; JSON null when nothing. */
    public Json state() {
        return state;
    }

    /** Returns after which time the pause is resolved by time, when the tool says so. */
    public Optional<Duration> expiry() {
        return Optional.ofNullable(expiresAfter);
    }

    /** Tells whether a rejection or an expiry is handed to the tool. */
    public boolean isHearingRefusal() {
        return hearsRefusal;
    }

    private static String checked(String message) {
        if (message.isBlank() || message.length() > MAX_MESSAGE_LENGTH) {
            throw new IllegalArgumentException("the message of a tool that waits has 1 to " + MAX_MESSAGE_LENGTH
                    + " characters and is not blank, got " + message.length());
        }
        return message;
    }

    private static Json bounded(String what, Json value, int most) {
        Json compact = value.compact();
        if (compact.sizeBytes() > most) {
            throw new IllegalArgumentException(
                    "the " + what + " of a tool that waits has at most " + most + " bytes, got " + compact.sizeBytes());
        }
        return compact;
    }
}

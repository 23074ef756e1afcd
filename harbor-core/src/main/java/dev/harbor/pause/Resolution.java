package dev.harbor.pause;

import dev.harbor.json.Json;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is what a person, or time, decided about something that waits.
 *
 * <p>Immutable.
 *
 * @param kind what was decided
 * @param actor who decided, 1 to {@value #MAX_ACTOR_LENGTH} characters, not blank
 * @param note why, at most {@value #MAX_NOTE_LENGTH} characters; the planner reads it; may be empty
 * @param payload what the run gets, at most {@value #MAX_PAYLOAD_BYTES} bytes; JSON null when nothing
 * @param arguments with {@link Kind#APPROVE} the arguments to call with in place of those that were asked about, at most {@value #MAX_ARGUMENT_BYTES} bytes,
 *     or null
 */
public record Resolution(
        Kind kind,
        String actor,
        String note,
        Json payload,
        @Nullable Json arguments) {

    /** The most characters of an actor. */
    public static final int MAX_ACTOR_LENGTH = 256;

    /** The most characters of a note. */
    public static final int MAX_NOTE_LENGTH = 4096;

    /** The most bytes of a payload. */
    public static final int MAX_PAYLOAD_BYTES = 64 << 10;

    /** The most bytes of edited arguments. */
    public static final int MAX_ARGUMENT_BYTES = 1 << 20;

    private static final String CLOCK = "clock";

    /** Says what was decided. */
    public enum Kind {
        /** The call may be made, or the run may go on. */
        APPROVE,
        /** The call may not be made; a run that waits itself ends with {@code constraints_conflict}. */
        REJECT,
        /** What was waited for has come. */
        RESUME,
        /** Nothing came in time; the runtime decides this and nobody else. */
        TIMEOUT;

        /** Returns the spelling in events and journals: the lower-case name. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if one is broken; the message names it
     * @throws dev.harbor.json.MalformedJsonException if the payload or the arguments are no JSON
     */
    public Resolution {
        Objects.requireNonNull(kind, "kind");
        payload = payload.compact();
        arguments = arguments == null ? null : arguments.compact();
        require(
                !actor.isBlank() && actor.length() <= MAX_ACTOR_LENGTH,
                "actor of a resolution has 1 to " + MAX_ACTOR_LENGTH + " characters and is not blank");
        require(
                note.length() <= MAX_NOTE_LENGTH,
                "note of a resolution has at most " + MAX_NOTE_LENGTH + " characters");
        require(
                payload.sizeBytes() <= MAX_PAYLOAD_BYTES,
                "payload of a resolution has at most " + MAX_PAYLOAD_BYTES + " bytes, got " + payload.sizeBytes());
        require(arguments == null || kind == Kind.APPROVE, "only an approval can change arguments");
        require(
                arguments == null || arguments.sizeBytes() <= MAX_ARGUMENT_BYTES,
                "arguments of a resolution have at most " + MAX_ARGUMENT_BYTES + " bytes");
    }

    /** Approves, without a note. */
    public static Resolution approve(String actor) {
        return new Resolution(Kind.APPROVE, actor, "", Json.NULL, null);
    }

    /** Rejects, without a note. */
    public static Resolution reject(String actor) {
        return new Resolution(Kind.REJECT, actor, "", Json.NULL, null);
    }

    /** Says that what was waited for has come, and gives the run something. */
    public static Resolution resume(String actor, Json payload) {
        return new Resolution(Kind.RESUME, actor, "", payload, null);
    }

    /** Says that nothing came in time; for the runtime. */
    public static Resolution timeout() {
        return new Resolution(Kind.TIMEOUT, CLOCK, "", Json.NULL, null);
    }

    /** Returns this resolution with a note, which the planner reads. */
    public Resolution note(String newNote) {
        return new Resolution(kind, actor, newNote, payload, arguments);
    }

    /**
     * Returns this approval for a call with other arguments; they are validated like those of a planner before the call is made. What a {@link Pause} showed redacted
     * and stands where it stood stands for what it was; a placeholder in another place is refused. ADR 28.
     */
    public Resolution arguments(Json edited) {
        return new Resolution(kind, actor, note, payload, Objects.requireNonNull(edited, "arguments"));
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }

    /** Leaves payload and arguments out, which may hold what no log should. */
    @Override
    public String toString() {
        return "Resolution[" + kind + " by " + actor + "]";
    }
}

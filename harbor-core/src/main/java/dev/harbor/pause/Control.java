package dev.harbor.pause;

import dev.harbor.json.Json;
import java.time.Instant;
import java.util.Objects;

/**
 * Is a word from outside to a run that is under way. Its payload is an object of scalars, lists and objects within bounds; what is over them is refused and
 * never cut.
 *
 * <p>Immutable.
 *
 * @param kind what is wanted
 * @param payload the details: {@code message}, {@code goal}, {@code priority}, {@code token}, {@code reason}, or whatever planners understand
 * @param actor who wants it, 1 to {@value Resolution#MAX_ACTOR_LENGTH} characters, not blank
 * @param at when the runtime took it
 */
public record Control(ControlKind kind, Json payload, String actor, Instant at) {

    /** The most levels of objects and lists, the payload itself counted in. */
    public static final int MAX_DEPTH = 6;

    /** The most members of one object. */
    public static final int MAX_MEMBERS = 64;

    /** The most elements of one list. */
    public static final int MAX_ELEMENTS = 50;

    /** The most characters of one string, counted in code points. */
    public static final int MAX_STRING_LENGTH = 4096;

    /** The most bytes of the whole payload. */
    public static final int MAX_BYTES = 16 << 10;

    /**
     * Checks every bound.
     *
     * @throws IllegalArgumentException if one is broken; the message names it
     * @throws dev.harbor.json.MalformedJsonException if the payload is no JSON
     */
    public Control {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(at, "at");
        payload = payload.compact();
        if (actor.isBlank() || actor.length() > Resolution.MAX_ACTOR_LENGTH) {
            throw new IllegalArgumentException(
                    "actor of a control has 1 to " + Resolution.MAX_ACTOR_LENGTH + " characters and is not blank");
        }
        ControlBounds.check(payload);
    }
}

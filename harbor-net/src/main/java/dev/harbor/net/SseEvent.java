package dev.harbor.net;

import java.util.Objects;

/**
 * Is one event of a stream.
 *
 * <p>Immutable.
 *
 * @param type what kind it is; {@code message} when it doesn't say
 * @param data its lines, joined by line feeds
 * @param id the id of the last event that had one, up to this event; empty when there was none
 */
public record SseEvent(String type, String data, String id) {

    /** The type of an event that doesn't name one. */
    public static final String MESSAGE = "message";

    /** Checks that nothing is missing. */
    public SseEvent {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(data, "data");
        Objects.requireNonNull(id, "id");
    }
}

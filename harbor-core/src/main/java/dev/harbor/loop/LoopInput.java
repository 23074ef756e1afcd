package dev.harbor.loop;

import dev.harbor.json.Json;
import java.util.Objects;

/**
 * Is what somebody says to a loop.
 *
 * <p>Immutable.
 *
 * @param text the message, not blank, at most {@value #MAX_TEXT_BYTES} bytes; long text is stored, and the planner sees its beginning and a stub
 * @param content what comes with it; heavy content is stored, and the planner sees its stub. JSON null for none
 */
public record LoopInput(String text, Json content) {

    /** The most bytes of UTF-8 that a text may have, as JSON. */
    public static final int MAX_TEXT_BYTES = 1024 * 1024;

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if the text is blank or too long
     */
    public LoopInput {
        Objects.requireNonNull(content, "content");
        if (text.isBlank()) {
            throw new IllegalArgumentException("an input needs a text");
        }
        if (Json.of(text).sizeBytes() > MAX_TEXT_BYTES) {
            throw new IllegalArgumentException(
                    "a text has at most " + MAX_TEXT_BYTES + " bytes; hand larger things over as content");
        }
    }

    /** Returns an input of text alone. */
    public static LoopInput of(String text) {
        return new LoopInput(text, Json.NULL);
    }

    /** Returns this input with content. */
    public LoopInput content(Json newContent) {
        return new LoopInput(text, newContent);
    }

    /** Leaves out what was said. */
    @Override
    public String toString() {
        return "LoopInput[" + text.length() + " characters, content of " + content.sizeBytes() + " bytes]";
    }
}

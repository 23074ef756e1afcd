package dev.harbor.loop;

import dev.harbor.json.Json;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Is what somebody says to a loop.
 *
 * <p>Immutable.
 *
 * @param text the message, not blank, at most {@value #MAX_TEXT_BYTES} bytes; long text is stored, and the planner sees its beginning and a stub
 * @param content what comes with it; heavy content is stored, and the planner sees its stub. JSON null for none
 * @param name names its turn among those of the loop, so that an input that is handed over twice is taken once; empty for none
 */
public record LoopInput(String text, Json content, String name) {

    /** The most bytes of UTF-8 that a text may have, as JSON. */
    public static final int MAX_TEXT_BYTES = 1024 * 1024;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{0,64}");

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if the text is blank or too long, or the name is not at most 64 characters of {@code [A-Za-z0-9_-]}
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
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("the name of a turn must match [A-Za-z0-9_-]{1,64}");
        }
    }

    /** Returns an input of text alone. */
    public static LoopInput of(String text) {
        return new LoopInput(text, Json.NULL, "");
    }

    /** Returns this input with content. */
    public LoopInput content(Json newContent) {
        return new LoopInput(text, newContent, name);
    }

    /**
     * Returns this input with a name for its turn. The loop knows the name again until 10000 named turns have ended after it, and then still drives no second run for it.
     *
     * @throws IllegalArgumentException if it is not at most 64 characters of {@code [A-Za-z0-9_-]}; empty is none
     */
    public LoopInput named(String newName) {
        return new LoopInput(text, content, newName);
    }

    /** Leaves out what was said. */
    @Override
    public String toString() {
        return "LoopInput[" + text.length() + " characters, content of " + content.sizeBytes() + " bytes]";
    }
}

package dev.harbor.json;

import java.util.ArrayList;
import java.util.List;

/** Spells RFC 6901 JSON pointers. */
final class Pointers {

    private static final int MAX_LENGTH = 256;

    private Pointers() {}

    /** Returns a name as a segment; a name that is absurdly long is cut, since nobody reads it and a model must not be handed it. */
    static String escape(String longName) {
        String name = cut(longName);
        return name.indexOf('~') < 0 && name.indexOf('/') < 0
                ? name
                : name.replace("~", "~0").replace("/", "~1");
    }

    static String cut(String text) {
        return text.length() > MAX_LENGTH ? text.substring(0, MAX_LENGTH) + "..." : text;
    }

    /** Returns the segments, unescaped; none for the empty pointer. */
    static List<String> segments(String pointer) {
        if (pointer.isEmpty()) {
            return List.of();
        }
        if (pointer.charAt(0) != '/') {
            throw new IllegalArgumentException("a JSON pointer is empty or begins with '/'");
        }
        List<String> segments = new ArrayList<>();
        for (String segment : pointer.substring(1).split("/", -1)) {
            segments.add(unescape(segment));
        }
        return segments;
    }

    private static String unescape(String segment) {
        if (segment.replace("~0", "").replace("~1", "").indexOf('~') >= 0) {
            throw new IllegalArgumentException("in a JSON pointer '~' is followed by 0 or 1");
        }
        return segment.replace("~1", "/").replace("~0", "~");
    }
}

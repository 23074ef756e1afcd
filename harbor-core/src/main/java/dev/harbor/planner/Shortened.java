package dev.harbor.planner;

import dev.harbor.llm.Content;
import java.util.ArrayList;
import java.util.List;

/** Cuts text, never inside a pair of surrogates. */
final class Shortened {

    private Shortened() {}

    /** Returns the beginning of a text, with an ellipsis where something is missing. */
    static String to(int maxLength, String text) {
        return text.length() <= maxLength ? text : text.substring(0, boundary(text, maxLength - 1)) + "\u2026";
    }

    /** Returns the text in pieces of at most so many bytes of UTF-8, of which there is at least one. */
    static List<String> pieces(int maxBytes, String text) {
        if (Content.sizeBytes(text) <= maxBytes) {
            return List.of(text);
        }
        int maxChars = Math.max(2, maxBytes / 3);
        List<String> pieces = new ArrayList<>();
        for (int from = 0; from < text.length(); ) {
            int to = text.length() - from <= maxChars ? text.length() : boundary(text, from + maxChars);
            pieces.add(text.substring(from, to));
            from = to;
        }
        return pieces;
    }

    private static int boundary(String text, int at) {
        return Character.isHighSurrogate(text.charAt(at - 1)) ? at - 1 : at;
    }
}

package dev.harbor.examples.quickstart;

import java.util.regex.Pattern;

/** What can be counted in a text. Lines end with a line feed; what follows the last one is a line if it is not empty. */
record Text(long characters, long lines, long markers, long longestLine, long longestLineCharacters) {

    // Put together from halves, so that this file has no marker itself.
    private static final Pattern MARKER = Pattern.compile("\\b(?:TO" + "DO|FIX" + "ME|XX" + "X|HA" + "CK)\\b");

    static Text of(String text) {
        long lines = 0;
        long longestLine = 0;
        int longest = -1;
        for (int start = 0; start < text.length(); ) {
            int end = text.indexOf('\n', start);
            int stop = end < 0 ? text.length() : end;
            lines++;
            int length = stop - start;
            if (length > longest) {
                longest = length;
                longestLine = lines;
            }
            start = stop + 1;
        }
        return new Text(
                text.length(), lines, MARKER.matcher(text).results().count(), longestLine, Math.max(0, longest));
    }
}

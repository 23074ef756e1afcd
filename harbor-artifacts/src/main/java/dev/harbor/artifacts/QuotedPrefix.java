package dev.harbor.artifacts;

import dev.harbor.json.Json;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Decodes the beginning of a JSON string without decoding all of it. */
final class QuotedPrefix {

    private QuotedPrefix() {}

    /** Returns the content of a string, of which so many bytes are decoded at most; the bytes are known to be one JSON string. */
    static String of(byte[] quoted, int maxBytes) {
        int start = 0;
        while (quoted[start] != '"') {
            start++;
        }
        int end = start + 1;
        for (int next = end; next - start <= maxBytes && quoted[next] != '"'; next += length(quoted, next)) {
            end = next + length(quoted, next);
        }
        String text = new String(quoted, start, end - start, StandardCharsets.UTF_8);
        return text.indexOf('\\') < 0
                ? text.substring(1)
                : Json.parse(text + '"').asString();
    }

    /**
     * Returns the first characters of a string if they take a byte each, in a JSON string too; null if they don't, or the string is shorter. Looks at them
     * in bulk.
     */
    static @Nullable String plain(byte[] quoted, int count) {
        if (count <= 0 || quoted.length <= count || quoted[0] != '"' || quoted[count] < 0) {
            return null;
        }
        String text = new String(quoted, 1, count, StandardCharsets.UTF_8);
        return text.length() == count && text.indexOf('"') < 0 && text.indexOf('\\') < 0 ? text : null;
    }

    /** Returns how many bytes the character there takes: an escape, the two escapes of a pair, or a code point. */
    private static int length(byte[] bytes, int at) {
        if (bytes[at] == '\\') {
            return bytes[at + 1] != 'u' ? 2 : isHighSurrogate(bytes, at) ? 12 : 6;
        }
        int lead = bytes[at] & 0xFF;
        if (lead < 0x80) {
            return 1;
        }
        return lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    }

    private static boolean isHighSurrogate(byte[] bytes, int at) {
        char unit = (char) Integer.parseInt(new String(bytes, at + 2, 4, StandardCharsets.US_ASCII), 16);
        return Character.isHighSurrogate(unit);
    }
}

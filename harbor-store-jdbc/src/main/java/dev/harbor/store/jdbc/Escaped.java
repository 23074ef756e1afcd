package dev.harbor.store.jdbc;

import java.util.HexFormat;

/**
 * Writes any text so that every database can keep it and no two become alike: NUL and unpaired surrogates, which no database takes, as {@code \} and four hex
 * digits, and the backslash as two.
 */
final class Escaped {

    private Escaped() {}

    static String of(String text) {
        int first = firstOdd(text, 0);
        if (first == text.length()) {
            return text;
        }
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        int done = 0;
        for (int odd = first; odd < text.length(); odd = firstOdd(text, done)) {
            escaped.append(text, done, odd);
            char c = text.charAt(odd);
            escaped.append(c == '\\' ? "\\\\" : "\\" + HexFormat.of().toHexDigits(c));
            done = odd + 1;
        }
        return escaped.append(text, done, text.length()).toString();
    }

    static String read(String escaped) {
        if (escaped.indexOf('\\') < 0) {
            return escaped;
        }
        StringBuilder text = new StringBuilder(escaped.length());
        int i = 0;
        while (i < escaped.length()) {
            char c = escaped.charAt(i);
            if (c != '\\') {
                text.append(c);
                i++;
            } else if (escaped.startsWith("\\", i + 1)) {
                text.append(c);
                i += 2;
            } else {
                text.append((char) HexFormat.fromHexDigits(escaped, i + 1, i + 5));
                i += 5;
            }
        }
        return text.toString();
    }

    /** Tells whether a database can keep a text as it is. */
    static boolean isPlain(String text) {
        return wellFormedPrefix(text).length() == text.length();
    }

    /** Returns as much of the beginning of a text as a database can keep. */
    static String wellFormedPrefix(String text) {
        int end = 0;
        while (end < text.length() && isKept(text, end)) {
            end += Character.charCount(text.codePointAt(end));
        }
        return text.substring(0, end);
    }

    private static int firstOdd(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) != '\\' && isKept(text, at)) {
            at += Character.charCount(text.codePointAt(at));
        }
        return at;
    }

    private static boolean isKept(String text, int at) {
        int point = text.codePointAt(at);
        return point != 0 && !(point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
    }
}

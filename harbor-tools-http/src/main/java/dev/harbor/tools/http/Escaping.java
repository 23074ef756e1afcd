package dev.harbor.tools.http;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Says which characters stay as they are in a place of an address; all others are escaped. Immutable. */
enum Escaping {
    /** What has no meaning in any address. */
    STRICT(""),
    /** What may stand in a path besides; not what would end it. */
    RESERVED_IN_PATH(":/@!$&'()*+,;="),
    /** What may stand in a query besides; not what would end its value or itself. */
    RESERVED_IN_QUERY(":/?[]@!$'()*+,;=");

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private final String kept;

    Escaping(String kept) {
        this.kept = kept;
    }

    boolean keeps(int c) {
        return isUnreserved(c) || kept.indexOf(c) >= 0;
    }

    static boolean isUnreserved(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '-'
                || c == '.'
                || c == '_'
                || c == '~';
    }

    String escape(String value) {
        if (value.chars().allMatch(this::keeps)) {
            return value;
        }
        StringBuilder out = new StringBuilder(value.length() + 16);
        for (int i = 0; i < value.length(); ) {
            int point = value.codePointAt(i);
            if (keeps(point) || (this != STRICT && isTriplet(value, i))) {
                out.append((char) point);
            } else {
                escape(Character.toString(point), out);
            }
            i += Character.charCount(point);
        }
        return out.toString();
    }

    private static void escape(String point, StringBuilder out) {
        for (byte b : point.getBytes(StandardCharsets.UTF_8)) {
            out.append(triplet(b));
        }
    }

    static String triplet(byte b) {
        return '%' + HEX.toHexDigits(b);
    }

    /** Where reserved characters are kept, what is escaped already is kept as well. */
    private static boolean isTriplet(String text, int at) {
        return text.charAt(at) == '%'
                && at + 2 < text.length()
                && Character.digit(text.charAt(at + 1), 16) >= 0
                && Character.digit(text.charAt(at + 2), 16) >= 0;
    }
}

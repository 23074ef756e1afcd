package dev.harbor.json;

import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;

/**
 * Computes the identity of a schema: SHA-256 over its text without white space at the ends and outside strings. Whatever else differs, be it the order of
 * members, {@code 1} and {@code 1.0}, or an escape, makes another schema; so a digest tells that a third party changed something, while the text itself, which
 * may be long or secret, need not be kept.
 *
 * <p>Thread-safe.
 */
public final class SchemaDigest {

    private SchemaDigest() {}

    /**
     * Returns the digest of a schema's text as 64 lower-case hexadecimal digits; of blank text, that of no bytes. Members that occur twice are not minded.
     *
     * @throws dev.harbor.error.ConfigurationException with code {@code INVALID_SCHEMA} if the text is not JSON
     */
    public static String of(String schema) {
        String trimmed = trimmed(schema);
        if (!trimmed.isEmpty()) {
            requireJson(trimmed);
        }
        return Json.sha256(Compact.of(trimmed));
    }

    /** Returns the digest of a schema's text in UTF-8; see {@link #of(String)}. */
    public static String of(byte[] schema) {
        try {
            return of(Utf8.decode(schema));
        } catch (MalformedJsonException e) {
            throw invalid(e);
        }
    }

    /** Returns the digest of a schema as it is held; see {@link #of(String)}. */
    public static String of(Json schema) {
        return of(schema.toString());
    }

    private static void requireJson(String text) {
        JsonReader in = new JsonReader(text);
        try {
            pass(in);
            in.end();
        } catch (MalformedJsonException e) {
            throw invalid(e);
        }
    }

    /** Passes a value as {@link JsonReader#skip} does, but lets members occur twice. */
    private static void pass(JsonReader in) {
        switch (in.peek()) {
            case '{' -> {
                in.beginObject();
                while (in.nextMember()) {
                    in.name();
                    pass(in);
                }
            }
            case '[' -> {
                in.beginArray();
                for (int i = 0; in.nextElement(i); i++) {
                    pass(in);
                }
            }
            default -> in.skip();
        }
    }

    private static ConfigurationException invalid(MalformedJsonException cause) {
        return new ConfigurationException(
                ErrorCode.INVALID_SCHEMA, "the schema is no JSON: " + cause.getMessage(), cause);
    }

    private static String trimmed(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isSpace(text.charAt(start))) {
            start++;
        }
        while (end > start && isSpace(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    /** Follows Unicode's White_Space, which neither of Java's two notions does. */
    private static boolean isSpace(char c) {
        return (c >= '\t' && c <= '\r') || c == ' ' || c == '\u0085' || Character.isSpaceChar(c);
    }
}

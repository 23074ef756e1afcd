package dev.harbor.artifacts;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Is a piece of an artifact as a model reads it: text if it is called text and is UTF-8, else base64. Text ends where a code point ends. Immutable.
 *
 * @param content the text, or the bytes in base64
 * @param encoding which of the two it is
 * @param sizeBytes how many bytes of the artifact it stands for
 */
record Page(String content, String encoding, int sizeBytes) {

    static final String TEXT = "text";
    static final String BASE64 = "base64";

    private static final int LONGEST_CODE_POINT = 4;

    private static final Pattern TEXTUAL = Pattern.compile(
            "text/.*|application/(.*\\+)?(json|xml|yaml|toml|javascript|x-ndjson|x-yaml|sql|graphql)|.*\\+(json|xml|yaml)");

    /**
     * Reads a page from where a stream stands.
     *
     * @param room how many bytes the content may take inside JSON
     * @param length how many bytes to read at most; a whole code point is read in any case
     */
    static Page read(InputStream in, String mediaType, int room, long length) throws IOException {
        int most = (int) Math.min(room, length);
        byte[] bytes = in.readNBytes(Math.max(most, LONGEST_CODE_POINT));
        String text = isText(mediaType) ? decoded(bytes) : "";
        boolean isReadable = !text.isEmpty() || (bytes.length == 0 && isText(mediaType));
        return isReadable ? text(text, room, most) : binary(bytes, room, most);
    }

    private static boolean isText(String mediaType) {
        String essence = mediaType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return TEXTUAL.matcher(essence).matches();
    }

    /** Decodes as far as it is UTF-8. */
    private static String decoded(byte[] utf8) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        CharBuffer chars = CharBuffer.allocate(utf8.length);
        decoder.decode(ByteBuffer.wrap(utf8), chars, false);
        return chars.flip().toString();
    }

    private static Page text(String text, int room, int most) {
        int end = 0;
        int size = 0;
        int escaped = 0;
        while (end < text.length()) {
            int codePoint = text.codePointAt(end);
            escaped += Escaped.bytes(codePoint);
            boolean isTooLong = end > 0 && size + Escaped.utf8(codePoint) > most;
            if (escaped > room || isTooLong) {
                break;
            }
            size += Escaped.utf8(codePoint);
            end += Character.charCount(codePoint);
        }
        return new Page(text.substring(0, end), TEXT, size);
    }

    private static Page binary(byte[] bytes, int room, int most) {
        byte[] shown = Arrays.copyOf(bytes, Math.min(bytes.length, Math.min(most, room / 4 * 3)));
        return new Page(Base64.getEncoder().encodeToString(shown), BASE64, shown.length);
    }
}

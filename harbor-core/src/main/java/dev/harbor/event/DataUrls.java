package dev.harbor.event;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Puts the size of media in place of their bytes: in data URLs, and in long text that is the base64 of a known format. */
final class DataUrls {

    /** What stands in place of media begins so. */
    static final String PLACEHOLDER = "[redacted: ";

    private static final Pattern START = Pattern.compile("(?i)(?<![A-Za-z0-9])data:"
            + "(?<type>[a-z0-9][a-z0-9.+-]{0,63}+/[a-z0-9][a-z0-9.+-]{0,63}+)?"
            + "(?<params>(?:;[a-z0-9_.+-]{1,32}+(?:=[^\\s;,\"']{0,64}+)?){0,4}+),");

    private static final String UNKNOWN_TYPE = "application/octet-stream";
    private static final int MIN_MEDIA_LENGTH = 256;

    private static final Map<String, String> HEADERS = Map.ofEntries(
            Map.entry("iVBORw0KGgo", "image/png"),
            Map.entry("/9j/", "image/jpeg"),
            Map.entry("R0lGOD", "image/gif"),
            Map.entry("SUkqA", "image/tiff"),
            Map.entry("TU0AK", "image/tiff"),
            Map.entry("UklGR", UNKNOWN_TYPE),
            Map.entry("JVBERi0", "application/pdf"),
            Map.entry("UEsDB", "application/zip"),
            Map.entry("H4sI", "application/gzip"),
            Map.entry("SUQz", "audio/mpeg"),
            Map.entry("T2dnUw", "audio/ogg"),
            Map.entry("ZkxhQ", "audio/flac"),
            Map.entry("AAAAGGZ0eX", "video/mp4"),
            Map.entry("AAAAHGZ0eX", "video/mp4"),
            Map.entry("AAAAIGZ0eX", "video/mp4"),
            Map.entry("GkXfo", "video/webm"));

    private DataUrls() {}

    static String redact(String text) {
        String type = mediaType(text);
        return type == null ? redactUrls(text) : describe(type, decodedBytes(text, 0, text.length()));
    }

    private static @Nullable String mediaType(String text) {
        if (text.length() < MIN_MEDIA_LENGTH) {
            return null;
        }
        for (Map.Entry<String, String> header : HEADERS.entrySet()) {
            if (text.startsWith(header.getKey()) && endOfBase64(text, 0) == text.length()) {
                return header.getValue();
            }
        }
        return null;
    }

    private static String redactUrls(String text) {
        Matcher matcher = START.matcher(text);
        StringBuilder out = new StringBuilder();
        int done = 0;
        for (int from = 0; matcher.find(from); from = Math.max(done, matcher.end())) {
            boolean base64 = matcher.group("params").toLowerCase(Locale.ROOT).endsWith(";base64");
            String type = matcher.group("type");
            if (base64 || type != null) {
                int end = base64 ? endOfBase64(text, matcher.end()) : endOfText(text, matcher.end());
                int bytes =
                        base64 ? decodedBytes(text, matcher.end(), end) : percentDecodedBytes(text, matcher.end(), end);
                out.append(text, done, matcher.start()).append(describe(type == null ? UNKNOWN_TYPE : type, bytes));
                done = end;
            }
        }
        return done == 0 ? text : out.append(text, done, text.length()).toString();
    }

    private static String describe(String type, int bytes) {
        return PLACEHOLDER + type.toLowerCase(Locale.ROOT) + " of " + bytes + " bytes]";
    }

    private static int endOfBase64(String text, int start) {
        int end = start;
        while (end < text.length() && isBase64(text.charAt(end))) {
            end++;
        }
        return end;
    }

    /** Takes both alphabets, padding, and what either becomes in a URL or in JSON inside JSON. */
    private static boolean isBase64(char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || "+/-_=%\\".indexOf(c) >= 0;
    }

    private static int endOfText(String text, int start) {
        int end = start;
        while (end < text.length()
                && !Character.isWhitespace(text.charAt(end))
                && "\"'<>)".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    private static int decodedBytes(String text, int start, int end) {
        long digits = text.substring(start, end)
                .chars()
                .filter(c -> "=%\\".indexOf(c) < 0)
                .count();
        return (int) (digits * 3 / 4);
    }

    private static int percentDecodedBytes(String text, int start, int end) {
        int bytes = 0;
        for (int i = start; i < end; i++) {
            if (text.charAt(i) == '%' && i + 2 < end) {
                i += 2;
            }
            bytes++;
        }
        return bytes;
    }
}

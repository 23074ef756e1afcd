package dev.harbor.tools.a2a;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** Names the trace that a request belongs to, as the W3C has it: that of its call, or of the diagnostic context, else one of the call's own. */
final class Trace {

    private static final Pattern FORM = Pattern.compile("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");
    private static final String HEADER = "traceparent";
    private static final int SPAN = 16;

    private Trace() {}

    static Map<String, String> headers(CallScope scope) {
        return scope.trace().containsKey(HEADER) ? scope.trace() : Map.of(HEADER, header(scope.key(), scope.attempt()));
    }

    private static String header(String key, int attempt) {
        String current = current();
        return current == null ? of(key, attempt) : current;
    }

    private static @Nullable String current() {
        String trace = either("trace_id", "traceId");
        String span = either("span_id", "spanId");
        String flags = MDC.get("trace_flags");
        String header = "00-" + trace + '-' + span + '-' + (flags == null ? "01" : flags);
        return FORM.matcher(header).matches() ? header : null;
    }

    private static @Nullable String either(String key, String other) {
        String value = MDC.get(key);
        return value != null ? value : MDC.get(other);
    }

    private static String of(String key, int attempt) {
        byte[] digest = sha256(key);
        digest[SPAN] ^= (byte) attempt;
        HexFormat hex = HexFormat.of();
        return "00-" + hex.formatHex(digest, 0, SPAN) + '-' + hex.formatHex(digest, SPAN, SPAN + 8) + "-00";
    }

    static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    static String hex(String text, int bytes) {
        return HexFormat.of().formatHex(sha256(text), 0, bytes);
    }
}

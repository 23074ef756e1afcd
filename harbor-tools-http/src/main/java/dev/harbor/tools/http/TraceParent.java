package dev.harbor.tools.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Names a trace as the W3C has it. */
final class TraceParent {

    static final String HEADER = "traceparent";

    private static final Pattern FORM = Pattern.compile("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

    /** Where the span begins in a digest, after the trace. */
    private static final int SPAN = 16;

    private TraceParent() {}

    static boolean isWellFormed(String header) {
        return FORM.matcher(header).matches();
    }

    /** Returns a trace for a call that has none: the same over its attempts, each a span of its own, not sampled. */
    static String of(String idempotencyKey, int attempt) {
        byte[] digest = digest(idempotencyKey);
        digest[SPAN] ^= (byte) attempt;
        HexFormat hex = HexFormat.of();
        return "00-" + hex.formatHex(digest, 0, SPAN) + '-' + hex.formatHex(digest, SPAN, SPAN + 8) + "-00";
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}

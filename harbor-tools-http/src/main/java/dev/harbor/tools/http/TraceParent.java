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

    private TraceParent() {}

    static boolean isWellFormed(String header) {
        return FORM.matcher(header).matches();
    }

    /** Returns a trace for a call that has none: the same over its attempts, each a span of its own, not sampled. */
    static String of(String idempotencyKey, int attempt) {
        String trace = digest(idempotencyKey).substring(0, 32);
        String span = digest(idempotencyKey + '#' + attempt).substring(0, 16);
        return "00-" + trace + '-' + span + "-00";
    }

    private static String digest(String text) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}

package dev.harbor.tools.mcp;

import dev.harbor.identity.Identity;
import dev.harbor.tool.ToolContext;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** Is what a call carries beside its arguments. */
final class CallMeta {

    static final String IDEMPOTENCY_KEY = "dev.harbor/idempotencyKey";

    private static final Pattern TRACE_PARENT =
            Pattern.compile("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");
    private static final int TRACE = 32;
    private static final int SPAN = 16;

    private CallMeta() {}

    /**
     * Returns it.
     *
     * @param key the idempotency key
     * @param token by which the server reports progress
     * @param identity who calls, or null if the server is not to know
     */
    static Map<String, Object> of(ToolContext context, String key, long token, @Nullable Identity identity) {
        Map<String, Object> meta = new LinkedHashMap<>();
        meta.put("progressToken", token);
        meta.put(IDEMPOTENCY_KEY, key);
        trace(meta, key, context);
        if (identity != null) {
            meta.put("dev.harbor/tenant", identity.tenant());
            meta.put("dev.harbor/user", identity.user());
            meta.put("dev.harbor/session", identity.session());
        }
        return meta;
    }

    private static void trace(Map<String, Object> meta, String key, ToolContext context) {
        Map<String, String> known = context.traceHeaders();
        String parent = known.get("traceparent");
        meta.put("traceparent", parent == null ? traceParent(key, context.attempt()) : parent);
        String state = known.get("tracestate");
        if (parent != null && state != null) {
            meta.put("tracestate", state);
        }
    }

    /** Returns the trace that logging shows, or one of the call's own: the same over its attempts, each a span of its own. */
    private static String traceParent(String key, int attempt) {
        String trace = either("trace_id", "traceId");
        String span = either("span_id", "spanId");
        if (trace != null && span != null) {
            String flags = MDC.get("trace_flags");
            String padded = trace.length() == SPAN ? "0".repeat(SPAN) + trace : trace;
            String header = "00-" + padded + '-' + span + '-' + (flags == null ? "01" : flags);
            if (TRACE_PARENT.matcher(header).matches()) {
                return header;
            }
        }
        return ownTrace(key, attempt);
    }

    private static @Nullable String either(String key, String other) {
        String value = MDC.get(key);
        return value != null ? value : MDC.get(other);
    }

    /** Keys of a runtime are digests already, with a suffix for what is sent anew: one trace, and a span for each. */
    private static String ownTrace(String key, int attempt) {
        String digits = isDigest(key) ? key : HexFormat.of().formatHex(digest(key));
        long span = Long.parseUnsignedLong(digits, TRACE, TRACE + SPAN, 16) ^ ((long) key.hashCode() << 8) ^ attempt;
        String spanDigits = Long.toHexString(span == 0 ? 1 : span);
        return "00-" + digits.substring(0, TRACE) + '-' + "0".repeat(SPAN - spanDigits.length()) + spanDigits + "-00";
    }

    private static boolean isDigest(String key) {
        int i = 0;
        while (i < key.length() && i < TRACE + SPAN && isLowerHex(key.charAt(i))) {
            i++;
        }
        return i == TRACE + SPAN;
    }

    private static boolean isLowerHex(char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}

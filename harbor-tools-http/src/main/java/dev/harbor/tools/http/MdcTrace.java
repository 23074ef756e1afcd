package dev.harbor.tools.http;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** Reads the trace that tracers put into the diagnostic context. */
final class MdcTrace implements TraceHeaders {

    static final MdcTrace INSTANCE = new MdcTrace();

    private MdcTrace() {}

    @Override
    public Map<String, String> current() {
        String trace = either("trace_id", "traceId");
        String span = either("span_id", "spanId");
        if (trace == null || span == null) {
            return Map.of();
        }
        String flags = MDC.get("trace_flags");
        String padded = trace.length() == 16 ? "0".repeat(16) + trace : trace;
        String header = "00-" + padded + '-' + span + '-' + (flags == null ? "01" : flags);
        return TraceParent.isWellFormed(header) ? Map.of(TraceParent.HEADER, header) : Map.of();
    }

    private static @Nullable String either(String key, String other) {
        String value = MDC.get(key);
        return value != null ? value : MDC.get(other);
    }
}

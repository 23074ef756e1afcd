package dev.harbor.tools.http;

import java.util.Map;

/**
 * Gives the headers by which a trace goes on at the other side, when no {@link dev.harbor.tool.ContextPropagator} of the runtime knows them. It is asked on the
 * thread that sends, where propagators have restored the context of the caller.
 *
 * <p>Implementations are thread-safe, quick, and don't block. What one throws costs the request its trace and nothing else.
 */
@FunctionalInterface
public interface TraceHeaders {

    /**
     * Returns {@code traceparent} and {@code tracestate} of the current trace, others are left out; empty if there is none, and then a trace of its own is named
     * after the call.
     */
    Map<String, String> current();

    /**
     * Returns the trace that logging shows: {@code traceparent} from the diagnostic context (MDC) of SLF4J, by the keys of OpenTelemetry ({@code trace_id},
     * {@code span_id}, {@code trace_flags}) or of Micrometer ({@code traceId}, {@code spanId}). The default.
     */
    static TraceHeaders mdc() {
        return MdcTrace.INSTANCE;
    }
}

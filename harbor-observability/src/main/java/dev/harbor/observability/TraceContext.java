package dev.harbor.observability;

import dev.harbor.tool.ContextPropagator;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceId;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextStorage;
import java.util.HashMap;
import java.util.Map;

/** Takes the context of OpenTelemetry along to workers, and writes its trace as the W3C has it. */
final class TraceContext implements ContextPropagator {

    static final TraceContext INSTANCE = new TraceContext();

    private static final int TRACE = 3;
    private static final int SPAN = 36;
    private static final int FLAGS = 53;
    private static final int LENGTH = 55;

    private TraceContext() {}

    @Override
    public Snapshot capture() {
        Context context = Context.current();
        return () -> ContextStorage.get().attach(context);
    }

    @Override
    public Map<String, String> traceHeaders() {
        Map<String, String> headers = new HashMap<>();
        W3CTraceContextPropagator.getInstance().inject(Context.current(), headers, (carrier, name, value) -> {
            if (carrier != null) {
                carrier.put(name, value);
            }
        });
        return headers;
    }

    /** Returns the span that a header of the W3C names; invalid when it names none. */
    static SpanContext parse(String traceParent) {
        if (traceParent.length() != LENGTH) {
            return SpanContext.getInvalid();
        }
        return SpanContext.createFromRemoteParent(
                traceParent.substring(TRACE, TRACE + TraceId.getLength()),
                traceParent.substring(SPAN, SPAN + SpanId.getLength()),
                TraceFlags.fromHex(traceParent, FLAGS),
                TraceState.getDefault());
    }
}

package dev.harbor.tool;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** Takes the diagnostic context of SLF4J along. */
final class MdcPropagator implements ContextPropagator {

    static final MdcPropagator INSTANCE = new MdcPropagator();

    private MdcPropagator() {}

    @Override
    public Snapshot capture() {
        Map<String, @Nullable String> context = MDC.getCopyOfContextMap();
        return context == null || context.isEmpty() ? MDC::clear : () -> MDC.setContextMap(context);
    }
}

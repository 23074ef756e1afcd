package dev.harbor.dispatch;

import dev.harbor.event.ContentSink;
import dev.harbor.event.Redactor;
import dev.harbor.json.Json;
import dev.harbor.tool.ToolContent;
import dev.harbor.tool.ToolOutcome;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells of arguments and results, redacted, whoever was given to be told. Thread-safe. */
public final class Confided {

    private static final Logger LOG = LoggerFactory.getLogger(Confided.class);

    private final List<ContentSink> sinks;
    private final Redactor redactor;
    private final AtomicBoolean reported = new AtomicBoolean();

    /** Tells those sinks. */
    public Confided(List<ContentSink> sinks, Redactor redactor) {
        this.sinks = List.copyOf(sinks);
        this.redactor = redactor;
    }

    void tell(CallContext call, ToolOutcome<Object> outcome) {
        if (!sinks.isEmpty()) {
            try {
                Json arguments = redactor.redact(call.arguments());
                Json result = isInline(outcome) ? redactor.redact(call.result()) : null;
                sinks.forEach(sink -> sink.accept(call.provenance(), arguments, result));
            } catch (RuntimeException | LinkageError e) {
                report(e);
            }
        }
    }

    private static boolean isInline(@Nullable ToolOutcome<Object> outcome) {
        return outcome instanceof ToolOutcome.Success<Object> success
                && !(success.content() instanceof ToolContent.Offloaded);
    }

    /** The failure may be of a redactor, so its message is not trusted. */
    private void report(Throwable failure) {
        if (reported.compareAndSet(false, true)) {
            LOG.warn(
                    "the content of a call was not told, because {} was thrown; this is not reported again",
                    failure.getClass().getName());
        }
    }
}

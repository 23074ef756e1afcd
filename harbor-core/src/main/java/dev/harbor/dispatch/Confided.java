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

    private final List<Listener> listeners;

    /** Is one who is told, and what takes the secrets out of what it hears. Its first failure is reported. */
    public static final class Listener {

        private final ContentSink sink;
        private final Redactor redactor;
        private final AtomicBoolean reported = new AtomicBoolean();

        /** Pairs them. */
        public Listener(ContentSink sink, Redactor redactor) {
            this.sink = sink;
            this.redactor = redactor;
        }
    }

    /** Tells those. */
    public Confided(List<Listener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    void tell(CallContext call, ToolOutcome<Object> outcome) {
        listeners.forEach(each -> tell(each, call, outcome));
    }

    private static void tell(Listener listener, CallContext call, ToolOutcome<Object> outcome) {
        try {
            Json arguments = listener.redactor.redact(call.arguments());
            Json result = isInline(outcome) ? listener.redactor.redact(call.result()) : null;
            listener.sink.accept(call.provenance(), arguments, result);
        } catch (RuntimeException | LinkageError e) {
            report(listener, e);
        }
    }

    private static boolean isInline(@Nullable ToolOutcome<Object> outcome) {
        return outcome instanceof ToolOutcome.Success<Object> success
                && !(success.content() instanceof ToolContent.Offloaded);
    }

    /** The failure may be of a redactor, so its message is not trusted. */
    private static void report(Listener listener, Throwable failure) {
        if (listener.reported.compareAndSet(false, true)) {
            LOG.warn(
                    "the content of a call was not told, because {} was thrown; this is not reported again",
                    failure.getClass().getName());
        }
    }
}

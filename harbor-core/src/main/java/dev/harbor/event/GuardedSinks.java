package dev.harbor.event;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells several sinks of each event, in order. What one throws never reaches the call that the event is about, nor the other sinks: it is logged, once a sink
 * and class of failure. Only errors of the virtual machine get through.
 *
 * <p>Thread-safe.
 */
public final class GuardedSinks implements EventSink {

    private static final Logger LOG = LoggerFactory.getLogger(GuardedSinks.class);
    private static final int MAX_REPORTS = 64;

    private final List<Guarded> sinks;

    private GuardedSinks(List<Guarded> sinks) {
        this.sinks = sinks;
    }

    /** Returns a sink over some others. */
    public static GuardedSinks of(Collection<? extends EventSink> sinks) {
        return new GuardedSinks(sinks.stream()
                .filter(sink -> sink != EventSink.NONE)
                .map(Guarded::new)
                .toList());
    }

    @Override
    public void accept(HarborEvent event) {
        Objects.requireNonNull(event, "event");
        for (Guarded sink : sinks) {
            sink.accept(event);
        }
    }

    private static final class Guarded {

        private final EventSink sink;
        private final Set<Class<?>> reported = ConcurrentHashMap.newKeySet();

        Guarded(EventSink sink) {
            this.sink = Objects.requireNonNull(sink, "sink");
        }

        /** A sink is foreign code that runs after the fact: nothing it throws may change what happened. */
        void accept(HarborEvent event) {
            try {
                sink.accept(event);
            } catch (VirtualMachineError e) {
                throw e;
            } catch (Throwable e) {
                report(event, e);
            }
        }

        private void report(HarborEvent event, Throwable failure) {
            if (reported.size() < MAX_REPORTS && reported.add(failure.getClass())) {
                LOG.error(
                        "event sink {} failed on {} and is ignored; {} of this sink is not reported again",
                        sink.getClass().getName(),
                        event.type(),
                        failure.getClass().getName(),
                        failure);
            }
        }
    }
}

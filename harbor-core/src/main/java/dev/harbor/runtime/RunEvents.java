package dev.harbor.runtime;

import dev.harbor.event.EventSink;
import dev.harbor.event.GuardedSinks;
import dev.harbor.event.HarborEvent;
import dev.harbor.history.RunStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Passes the events of single runs on to who listens to those runs. Thread-safe. */
final class RunEvents implements EventSink {

    private final Map<String, List<EventSink>> listeners = new ConcurrentHashMap<>();

    @Override
    public void accept(HarborEvent event) {
        if (!listeners.isEmpty()) {
            event.runId()
                    .map(RunStore::rootOf)
                    .map(listeners::get)
                    .ifPresent(sinks -> sinks.forEach(sink -> sink.accept(event)));
        }
    }

    /** Adds a listener and returns what takes exactly that one away; a later drive of the same run has listeners of its own. */
    Runnable listen(String runId, EventSink sink) {
        EventSink guarded = GuardedSinks.of(List.of(sink));
        listeners.computeIfAbsent(runId, id -> new CopyOnWriteArrayList<>()).add(guarded);
        return () -> listeners.computeIfPresent(runId, (id, sinks) -> {
            sinks.remove(guarded);
            return sinks.isEmpty() ? null : sinks;
        });
    }
}

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

    void listen(String runId, EventSink sink) {
        listeners.computeIfAbsent(runId, id -> new CopyOnWriteArrayList<>()).add(GuardedSinks.of(List.of(sink)));
    }

    void forget(String runId) {
        listeners.remove(runId);
    }
}

package dev.harbor.inspector;

import dev.harbor.event.EventSink;
import dev.harbor.event.HarborEvent;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Lets an inspector hear what happens in a runtime: give it to the runtime's builder by {@code events}, and to the inspector's by {@code live}. It hands events to whoever looks at
 * the moment and keeps none; nobody who looks keeps a run waiting.
 *
 * <p>Thread-safe.
 */
public final class LiveEvents implements EventSink {

    private final Set<LiveQueue> queues = ConcurrentHashMap.newKeySet();

    private LiveEvents() {}

    /** Returns one that nobody listens to yet. */
    public static LiveEvents create() {
        return new LiveEvents();
    }

    @Override
    public void accept(HarborEvent event) {
        Objects.requireNonNull(event, "event");
        queues.forEach(queue -> queue.offer(event));
    }

    /** Begins to listen to some events; close what comes back. */
    LiveQueue listen(Predicate<HarborEvent> which, int most, Runnable onLoss) {
        LiveQueue queue = new LiveQueue(which, most, onLoss, queues::remove);
        queues.add(queue);
        return queue;
    }

    int listeners() {
        return queues.size();
    }
}

package dev.harbor.inspector;

import dev.harbor.event.HarborEvent;
import dev.harbor.runtime.RunSummary;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Opens the streams that keep pages live, as many as there are places. Thread-safe. */
final class Streams implements AutoCloseable {

    private final Inspector.Parts parts;
    private final Set<LiveQueue> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Streams(Inspector.Parts parts) {
        this.parts = parts;
    }

    InspectorResponse ofAll(Look look) {
        return open(look, event -> look.access().covers(event.identity()), null);
    }

    InspectorResponse ofRun(Look look, String runId) {
        RunSummary run = Runs.require(look, runId);
        String root = run.id().runId();
        return open(
                look,
                event -> look.access().covers(event.identity())
                        && event.runId().filter(id -> isOf(root, id)).isPresent(),
                root);
    }

    private static boolean isOf(String root, String runId) {
        return runId.equals(root) || runId.startsWith(root + ".");
    }

    private InspectorResponse open(Look look, Predicate<HarborEvent> which, @Nullable String runId) {
        Runnable leave = parts.places()
                .take(look.access().actor())
                .orElseThrow(() -> new Refusal(503, "Too many pages are live at the moment."));
        // A reader that is too slow may never read again: its place is free at once, its thread when its connection
        // ends.
        LiveQueue queue = parts.events().listen(which, parts.limits().waitingEvents(), leave);
        open.add(queue);
        if (closed) {
            queue.close();
        }
        return InspectorResponse.stream(new EventStream(parts, queue, runId), () -> {
            open.remove(queue);
            queue.close();
            leave.run();
        });
    }

    @Override
    public void close() {
        closed = true;
        open.forEach(LiveQueue::close);
    }
}

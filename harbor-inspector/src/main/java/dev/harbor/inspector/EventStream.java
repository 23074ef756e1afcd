package dev.harbor.inspector;

import dev.harbor.error.HarborException;
import dev.harbor.event.CallEvent;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.RunEnded;
import dev.harbor.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells a page that something has happened, which it then looks at anew. Names and codes are all that is told. Confined to one request. */
final class EventStream implements InspectorResponse.Content {

    private static final Logger LOG = LoggerFactory.getLogger(Inspector.class);
    private static final String AGAIN = "retry: 2000\n\n";

    private final Inspector.Parts parts;
    private final LiveQueue queue;
    private final @Nullable String runId;
    private String mark = "";

    /**
     * Creates a stream.
     *
     * @param runId the run that is looked at, or null for all
     */
    EventStream(Inspector.Parts parts, LiveQueue queue, @Nullable String runId) {
        this.parts = parts;
        this.queue = queue;
        this.runId = runId;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        try {
            out.write(AGAIN.getBytes(StandardCharsets.US_ASCII));
            mark = mark();
            send(out, "open", Map.of());
            write(out);
        } catch (HarborException e) {
            LOG.warn("a live page is broken off: {}", e.getMessage());
        }
    }

    private void write(OutputStream out) throws IOException {
        long begun = System.nanoTime();
        long beaten = begun;
        while (System.nanoTime() - begun < parts.limits().longestStream().toNanos()) {
            HarborEvent event = queue.next(patience());
            if (queue.state() != LiveQueue.State.LISTENING) {
                farewell(out);
                return;
            }
            if (event != null) {
                send(out, "change", members(event));
            } else if (hasMoved()) {
                send(out, "change", Map.of("type", "run.recorded", "run", String.valueOf(runId)));
            }
            if (System.nanoTime() - beaten >= parts.limits().beat().toNanos()) {
                send(out, "beat", Map.of());
                beaten = System.nanoTime();
            }
        }
    }

    private Duration patience() {
        Duration beat = parts.limits().beat();
        Duration look = parts.limits().look();
        return look.compareTo(beat) < 0 ? look : beat;
    }

    private void farewell(OutputStream out) throws IOException {
        if (queue.state() == LiveQueue.State.LOST) {
            send(out, "dropped", Map.of("waiting", parts.limits().waitingEvents()));
        }
    }

    /** Another process may drive the run, whose events are not heard here. */
    private boolean hasMoved() {
        String now = mark();
        boolean moved = !now.equals(mark);
        mark = now;
        return moved;
    }

    private String mark() {
        return runId == null
                ? ""
                : parts.runtime()
                        .operator()
                        .summary(runId)
                        .map(run -> run.state() + " " + run.records())
                        .orElse("gone");
    }

    private Map<String, Object> members(HarborEvent event) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", event.type());
        event.runId().ifPresent(run -> members.put("run", run));
        members.put("at", Words.moment(event.at()));
        if (event instanceof CallEvent about) {
            members.put("tool", parts.redactor().redact(about.call().toolName()));
        }
        if (event instanceof RunEnded ended) {
            members.put("state", ended.state());
        }
        return members;
    }

    private static void send(OutputStream out, String name, Map<String, Object> data) throws IOException {
        // Without line breaks, since the data of an event is one line here.
        String line = "event: " + name + "\ndata: " + Json.of(data).compact() + "\n\n";
        out.write(line.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}

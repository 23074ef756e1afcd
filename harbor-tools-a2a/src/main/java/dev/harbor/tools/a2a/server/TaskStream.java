package dev.harbor.tools.a2a.server;

import dev.harbor.error.HarborException;
import dev.harbor.json.Json;
import dev.harbor.runtime.Caller;
import dev.harbor.tools.a2a.server.TaskReader.View;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes what becomes of a task: the task as it is, then its changes, until it is over or waits for an answer. Confined to one request. */
final class TaskStream implements A2aResponse.Content {

    private static final Logger LOG = LoggerFactory.getLogger(A2aServer.class);
    private static final byte[] BEAT = ":\n\n".getBytes(StandardCharsets.US_ASCII);

    private final Tasks tasks;
    private final TaskWriter writer;
    private final ServedTask task;
    private final A2aServerLimits limits;
    private final int history;
    private final UnaryOperator<Json> envelope;

    TaskStream(
            Tasks tasks,
            TaskWriter writer,
            ServedTask task,
            A2aServerLimits limits,
            int history,
            UnaryOperator<Json> envelope) {
        this.tasks = tasks;
        this.writer = writer;
        this.task = task;
        this.limits = limits;
        this.history = history;
        this.envelope = envelope;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        try (Changes.Watch watch = tasks.watch(task)) {
            write(out, watch);
        } catch (HarborException e) {
            // Whoever listens looks the task up.
            LOG.warn("the stream of {} is broken off: {}", task, e.getMessage());
        }
    }

    private void write(OutputStream out, Changes.Watch watch) throws IOException {
        String mark = tasks.mark(task);
        View view = tasks.now(task);
        event(out, Map.of("task", writer.write(caller(), view, true, history)));
        long begun = System.nanoTime();
        long written = begun;
        while (!isOver(view)
                && System.nanoTime() - begun < limits.longestStream().toNanos()) {
            if (!watch.await(Tasks.shorter(limits.look(), limits.beat()))) {
                return;
            }
            String nextMark = tasks.mark(task);
            View next = nextMark.equals(mark) ? view : tasks.now(task);
            mark = nextMark;
            if (!next.status().stamp().equals(view.status().stamp())) {
                changed(out, next);
                written = System.nanoTime();
            } else if (System.nanoTime() - written >= limits.beat().toNanos()) {
                beat(out);
                written = System.nanoTime();
            }
            view = next;
        }
    }

    private static void beat(OutputStream out) throws IOException {
        out.write(BEAT);
        out.flush();
    }

    private Caller caller() {
        return tasks.caller(task.identity());
    }

    private static boolean isOver(View view) {
        return view.state().isTerminal() || view.state() == TaskStatus.State.INPUT_REQUIRED;
    }

    private void changed(OutputStream out, View view) throws IOException {
        for (Json artifact : writer.artifacts(caller(), view)) {
            Map<String, Object> update = update();
            update.put("artifact", artifact);
            update.put("lastChunk", true);
            event(out, Map.of("artifactUpdate", update));
        }
        Map<String, Object> update = update();
        update.put("status", view.statusJson());
        event(out, Map.of("statusUpdate", update));
    }

    private Map<String, Object> update() {
        Map<String, Object> update = new LinkedHashMap<>();
        update.put("taskId", task.id());
        update.put("contextId", task.contextId());
        return update;
    }

    private void event(OutputStream out, Map<String, Object> event) throws IOException {
        // Without line breaks, since an event is one line.
        String line = "data: " + envelope.apply(Json.of(event)).compact() + "\n\n";
        out.write(line.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}

package dev.harbor.tools.mcp;

import dev.harbor.json.Json;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolSuspended;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Is work that a server has begun and is asked about until it is done: some tools of 2025-11-25 demand it, and servers of 2026-07-28 may do so with any call. If
 * nobody waits any more, it is cancelled; if a person is needed, the server goes on when the answer is there. Confined to one call.
 */
final class RemoteTask {

    private static final Logger LOG = LoggerFactory.getLogger(McpSource.class);
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration SHORTEST = Duration.ofMillis(50);
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final Connection connection;
    private final McpSettings settings;
    private final ToolContext context;

    RemoteTask(Connection connection, McpSettings settings, ToolContext context) {
        this.connection = connection;
        this.settings = settings;
        this.context = context;
    }

    /**
     * Waits for the end of a task and returns its result.
     *
     * @throws LinkFailure if there is none
     * @throws ToolSuspended if a person is needed
     */
    Json result(Json begun) throws InterruptedException {
        Json task = begun.get("task").orElse(begun);
        Optional<String> id = RemoteTool.text(task.get("taskId"));
        // Without one it was done at once.
        return id.isPresent() ? kept(task, id.get()) : begun;
    }

    /** Hands over what the server has asked for, and waits for the end of the task. */
    Json resumed(String id, Map<String, Object> more) throws InterruptedException {
        connection.request("tasks/update", id, with(id, more));
        return kept(connection.request("tasks/get", id, Map.of("taskId", id)), id);
    }

    private Json kept(Json begun, String id) throws InterruptedException {
        boolean kept = false;
        try {
            Json result = polled(begun, id);
            kept = true;
            return result;
        } catch (ToolSuspended e) {
            kept = true;
            throw e;
        } finally {
            if (!kept) {
                Background.run("harbor-mcp-cancel-" + settings.name, () -> cancel(id));
            }
        }
    }

    private Json polled(Json begun, String id) throws InterruptedException {
        Json task = begun;
        while (true) {
            RemoteTool.text(task.get("statusMessage")).ifPresent(text -> context.progress(Words.line(text)));
            switch (RemoteTool.text(task.get("status")).orElse("")) {
                case "completed" -> {
                    return ended(task, id);
                }
                case "failed" -> {
                    return failed(task, id);
                }
                case "cancelled" -> throw LinkFailure.refused(new RpcError(0, "the task was cancelled", null));
                case "input_required" -> answer(task, id);
                default -> pause(task);
            }
            task = connection.request("tasks/get", id, Map.of("taskId", id));
        }
    }

    /** The newest servers tell the result with the state, the others when they are asked for it. */
    private Json ended(Json task, String id) throws InterruptedException {
        Optional<Json> result = task.get("result").filter(json -> json.kind() == Json.Kind.OBJECT);
        return result.isPresent() ? result.get() : connection.request("tasks/result", id, Map.of("taskId", id));
    }

    private Json failed(Json task, String id) throws InterruptedException {
        Optional<Json> error = task.get("error").filter(json -> json.kind() == Json.Kind.OBJECT);
        if (error.isPresent()) {
            throw LinkFailure.refused(RpcError.of(error.get()));
        }
        return ended(task, id);
    }

    private void answer(Json task, String id) throws InterruptedException {
        InputRequired required = InputRequired.of(task, settings);
        if (required.needsPerson()) {
            throw required.suspension(id);
        }
        connection.request("tasks/update", id, with(id, required.more()));
        pause(task);
    }

    private static Map<String, Object> with(String id, Map<String, Object> more) {
        Map<String, Object> params = new java.util.LinkedHashMap<>(more);
        params.put("taskId", id);
        return params;
    }

    private void pause(Json task) throws InterruptedException {
        boolean over = context.remaining().filter(Duration::isZero).isPresent();
        if (over || !HttpLink.waited(interval(task), context.cancellation())) {
            throw LinkFailure.timeout("the task of the server did not end in time");
        }
    }

    private static Duration interval(Json task) {
        Duration asked = task.get("pollIntervalMs")
                .or(() -> task.get("pollInterval"))
                .filter(json -> json.toString().matches("[0-9]{1,9}"))
                .map(json -> Duration.ofMillis(json.asLong()))
                .orElse(POLL);
        Duration least = asked.compareTo(SHORTEST) < 0 ? SHORTEST : asked;
        return least.compareTo(LONGEST) > 0 ? LONGEST : least;
    }

    private void cancel(String id) {
        try {
            connection.request("tasks/cancel", id, Map.of("taskId", id));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (LinkFailure e) {
            LOG.debug("a task of source '{}' was not cancelled: {}", settings.name, e.text());
        }
    }
}

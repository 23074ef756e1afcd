package dev.harbor.tools.mcp;

import dev.harbor.json.Json;
import dev.harbor.policy.Cancellation;
import dev.harbor.tool.ToolContext;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * Is work that a server has begun and is asked about until it is done, as servers of 2025-11-25 demand for some tools. If nobody waits any more, it is
 * cancelled. Confined to one call.
 */
final class RemoteTask {

    private static final Set<String> ENDED = Set.of("completed", "failed", "cancelled");
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
     */
    Json result(Json begun) throws InterruptedException {
        Json task = begun.get("task").orElse(Json.NULL);
        String id = RemoteTool.text(task.get("taskId")).orElse("");
        if (id.isEmpty()) {
            // It was done at once.
            return begun;
        }
        boolean done = false;
        try {
            Json result = polled(task, id);
            done = true;
            return result;
        } finally {
            if (!done) {
                Background.run("harbor-mcp-cancel-" + settings.name, () -> cancel(id));
            }
        }
    }

    private Json polled(Json begun, String id) throws InterruptedException {
        Json task = begun;
        while (!ENDED.contains(status(task))) {
            RemoteTool.text(task.get("statusMessage")).ifPresent(text -> context.progress(Words.line(text)));
            if (status(task).equals("input_required")) {
                throw LinkFailure.unreadable("the task needs more, for which this server has no way here", null);
            }
            pause(task);
            task = connection.request("tasks/get", Map.of("taskId", id));
        }
        return connection.request("tasks/result", Map.of("taskId", id));
    }

    private void pause(Json task) throws InterruptedException {
        Cancellation cancellation = context.cancellation();
        boolean over = context.remaining().filter(Duration::isZero).isPresent();
        if (over || !HttpLink.waited(interval(task), cancellation)) {
            throw LinkFailure.timeout("the task of the server did not end in time");
        }
    }

    private static Duration interval(Json task) {
        Duration asked = task.get("pollInterval")
                .filter(json -> json.toString().matches("[0-9]{1,9}"))
                .map(json -> Duration.ofMillis(json.asLong()))
                .orElse(POLL);
        return asked.compareTo(SHORTEST) < 0 ? SHORTEST : asked.compareTo(LONGEST) > 0 ? LONGEST : asked;
    }

    private static String status(Json task) {
        return RemoteTool.text(task.get("status")).orElse("");
    }

    private void cancel(String id) {
        try {
            connection.request("tasks/cancel", Map.of("taskId", id));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (LinkFailure e) {
            org.slf4j.LoggerFactory.getLogger(McpSource.class)
                    .debug("a task of source '{}' was not cancelled: {}", settings.name, e.text());
        }
    }
}

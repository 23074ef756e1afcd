package dev.harbor.tools.a2a.server;

import dev.harbor.identity.Identity;
import dev.harbor.journal.StreamInfo;
import dev.harbor.json.Json;
import dev.harbor.tools.a2a.server.TaskReader.View;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Does what can be asked of an agent, whatever binding it came by. Thread-safe. */
final class Operations {

    private static final int MOST_PER_PAGE = 100;
    private static final int PER_PAGE = 50;
    private static final int MOST_LOOKED_AT = 1000;

    private final Tasks tasks;
    private final TaskWriter writer;
    private final A2aServerLimits limits;
    private final @Nullable Pushes pushes;

    Operations(Tasks tasks, TaskWriter writer, A2aServerLimits limits, @Nullable Pushes pushes) {
        this.tasks = tasks;
        this.writer = writer;
        this.limits = limits;
        this.pushes = pushes;
    }

    /** Does what has one answer. */
    Json call(String method, Identity identity, Params params) {
        requireNoTenant(params);
        return switch (method) {
            case "SendMessage" -> send(identity, params);
            case "GetTask" -> get(identity, params);
            case "ListTasks" -> list(identity, params);
            case "CancelTask" -> cancel(identity, params);
            case "CreateTaskPushNotificationConfig" -> createPush(identity, params);
            case "GetTaskPushNotificationConfig" ->
                pushes().find(task(identity, params, "taskId"), params.requiredId("id"));
            case "ListTaskPushNotificationConfigs" -> pushes().list(task(identity, params, "taskId"));
            case "DeleteTaskPushNotificationConfig" -> deletePush(identity, params);
            case "GetExtendedAgentCard" ->
                throw new Refusal(
                        Refusal.Kind.EXTENDED_AGENT_CARD_NOT_CONFIGURED, "the agent has one card, which is public");
            default -> throw new Refusal(Refusal.Kind.METHOD_NOT_FOUND, "there is no such method");
        };
    }

    static boolean isStream(String method) {
        return method.equals("SendStreamingMessage") || method.equals("SubscribeToTask");
    }

    /** Tells whether a request may hold the thread that brings it until its task is over. */
    static boolean waits(String method, Params params) {
        return method.equals("SendMessage") && !params.object("configuration").flag("returnImmediately");
    }

    /** Begins what is answered by a stream. */
    TaskStream stream(String method, Identity identity, Params params, UnaryOperator<Json> envelope) {
        requireNoTenant(params);
        boolean sends = method.equals("SendStreamingMessage");
        ServedTask task = sends ? taken(identity, params) : subscribed(identity, params);
        int history = history(sends ? params.object("configuration") : params, limits.messages());
        return new TaskStream(tasks, writer, task, limits, history, envelope);
    }

    private static void requireNoTenant(Params params) {
        if (!params.text("tenant").isEmpty()) {
            throw Refusal.params("the agent has no tenants");
        }
    }

    private ServedTask task(Identity identity, Params params, String member) {
        return tasks.require(identity, params.requiredId(member));
    }

    private ServedTask taken(Identity identity, Params params) {
        if (!params.has("message")) {
            throw Refusal.params("message is missing");
        }
        Params configured = params.object("configuration");
        PushSettings push = push(configured);
        ServedTask task = tasks.take(identity, Incoming.read(params.object("message"), limits));
        if (push != null) {
            pushes().create(task, push);
        }
        return task;
    }

    private @Nullable PushSettings push(Params configured) {
        if (configured.any("taskPushNotificationConfig").isNull()) {
            return null;
        }
        pushes();
        return PushSettings.read(configured.object("taskPushNotificationConfig"), "");
    }

    private ServedTask subscribed(Identity identity, Params params) {
        ServedTask task = task(identity, params, "id");
        if (tasks.view(task).state().isTerminal()) {
            throw Refusal.unsupported("the task is over, so nothing comes of it any more");
        }
        return task;
    }

    private int history(Params params, int otherwise) {
        return params.number("historyLength", otherwise, limits.messages());
    }

    private Json send(Identity identity, Params params) {
        Params configured = params.object("configuration");
        int history = history(configured, limits.messages());
        ServedTask task = taken(identity, params);
        Duration most = configured.flag("returnImmediately") ? Duration.ZERO : limits.longestWait();
        return Json.of(Map.of("task", write(identity, tasks.settled(task, most), true, history)));
    }

    private Json write(Identity identity, View view, boolean artifacts, int history) {
        return writer.write(tasks.caller(identity), view, artifacts, history);
    }

    private Json get(Identity identity, Params params) {
        int history = history(params, limits.messages());
        return write(identity, tasks.view(task(identity, params, "id")), true, history);
    }

    private Json cancel(Identity identity, Params params) {
        return write(identity, tasks.cancel(task(identity, params, "id")), true, limits.messages());
    }

    private Pushes pushes() {
        if (pushes == null) {
            throw new Refusal(
                    Refusal.Kind.PUSH_NOTIFICATION_NOT_SUPPORTED, "the agent tells nobody of its tasks; look them up");
        }
        return pushes;
    }

    private Json createPush(Identity identity, Params params) {
        ServedTask task = task(identity, params, "taskId");
        return pushes().create(task, PushSettings.read(params, task.id()));
    }

    private Json deletePush(Identity identity, Params params) {
        pushes().delete(task(identity, params, "taskId"), params.requiredId("id"));
        return Json.EMPTY_OBJECT;
    }

    /** Lists the tasks of one identity, those first to which something was said last, so many as are asked for and fit an answer. */
    private Json list(Identity identity, Params params) {
        int size = params.number("pageSize", PER_PAGE, MOST_PER_PAGE);
        int most = size == 0 ? PER_PAGE : size;
        int history = history(params, 0);
        boolean artifacts = params.flag("includeArtifacts");
        String state = params.text("status");
        Instant after = instant(params.text("statusTimestampAfter"));
        String from = cursor(params.text("pageToken"));
        List<StreamInfo> all = tasks.list(identity, params.id("contextId"));
        List<Json> page = new ArrayList<>();
        String next = "";
        int looked = 0;
        long bytes = 0;
        for (StreamInfo info : all) {
            String order = TaskLog.order(info);
            if (!from.isEmpty() && order.compareTo(from) >= 0) {
                continue;
            }
            if (page.size() == most || looked == MOST_LOOKED_AT) {
                break;
            }
            Optional<Json> task = tasks.read(info)
                    .map(tasks::view)
                    .filter(view -> matches(view, state, after))
                    .map(view -> write(identity, view, artifacts, history));
            bytes += task.map(Json::sizeBytes).orElse(0);
            if (bytes > limits.bodyBytes() && !page.isEmpty()) {
                break;
            }
            looked++;
            next = order;
            task.ifPresent(page::add);
        }
        boolean isLast = all.isEmpty() || TaskLog.order(all.get(all.size() - 1)).compareTo(next) >= 0 || looked == 0;
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("tasks", page);
        answer.put("nextPageToken", isLast ? "" : token(next));
        answer.put("pageSize", page.size());
        answer.put("totalSize", all.size());
        return Json.of(answer);
    }

    private static boolean matches(View view, String state, @Nullable Instant after) {
        boolean wanted = state.isEmpty()
                || state.equals("TASK_STATE_UNSPECIFIED")
                || state.equals(view.state().wireName());
        return wanted && (after == null || !view.status().since().isBefore(after));
    }

    private static @Nullable Instant instant(String text) {
        try {
            return text.isEmpty() ? null : Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw Refusal.params("statusTimestampAfter must be a time such as 2026-01-31T12:00:00Z");
        }
    }

    private static String token(String order) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(order.getBytes(StandardCharsets.UTF_8));
    }

    private static String cursor(String token) {
        try {
            return new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw Refusal.params("pageToken is none that was given out here");
        }
    }
}

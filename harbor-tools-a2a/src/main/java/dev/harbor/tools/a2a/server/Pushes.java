package dev.harbor.tools.a2a.server;

import dev.harbor.error.HarborException;
import dev.harbor.json.Json;
import dev.harbor.net.Outbound;
import dev.harbor.net.Payload;
import dev.harbor.net.Reply;
import dev.harbor.tools.a2a.server.TaskReader.View;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells callers of tasks that are over or wait for them, at least once, in this process or the next. What was told is on record, so that it is not told for ever.
 * Thread-safe.
 */
final class Pushes {

    private static final Logger LOG = LoggerFactory.getLogger(A2aServer.class);
    private static final String TOKEN_HEADER = "X-A2A-Notification-Token";
    private static final String MEDIA_TYPE = "application/a2a+json";
    private static final int MOST = 10;
    private static final int TRIES = 6;

    private final Set<String> telling = ConcurrentHashMap.newKeySet();
    private final ConcurrentMap<String, Integer> failures = new ConcurrentHashMap<>();
    private final A2aWebhooks hooks;
    private final Served served;
    private final Tasks tasks;

    Pushes(A2aWebhooks hooks, Served served, Tasks tasks) {
        this.hooks = hooks;
        this.served = served;
        this.tasks = tasks;
    }

    /** Keeps where to tell of a task. */
    Json create(ServedTask task, PushSettings settings) {
        String sealed = Base64.getEncoder()
                .encodeToString(hooks.keys().seal(settings.toJson().toBytes(), context(task, settings.id())));
        record(task, known -> {
            if (known.pushes().size() >= MOST && !known.pushes().containsKey(settings.id())) {
                throw Refusal.params("a task has at most " + MOST + " push notification configurations");
            }
            return new TaskLog.Addition(
                    ServedTask.push(settings.id(), sealed, served.clock().instant()), TaskLog.TAKEN, true);
        });
        return settings.shown(task.id());
    }

    private static String context(ServedTask task, String id) {
        return "harbor-a2a|" + task.id() + '|' + id;
    }

    private void record(ServedTask task, Function<ServedTask, TaskLog.Addition> what) {
        Optional<ServedTask> added =
                served.log().add(task.identity(), task.id(), task.contextId(), known -> known.map(what));
        added.ifPresent(served.log()::given);
    }

    Json find(ServedTask task, String id) {
        return opened(task, id)
                .map(settings -> settings.shown(task.id()))
                .orElseThrow(() -> new Refusal(Refusal.Kind.TASK_NOT_FOUND, "there is no such configuration"));
    }

    Json list(ServedTask task) {
        List<Json> configs = task.pushes().keySet().stream()
                .sorted()
                .map(id -> find(task, id))
                .toList();
        return Json.of(Map.of("configs", configs, "nextPageToken", ""));
    }

    void delete(ServedTask task, String id) {
        if (task.pushes().containsKey(id)) {
            boolean others = task.pushes().size() > 1;
            record(
                    task,
                    known -> new TaskLog.Addition(
                            ServedTask.push(id, "", served.clock().instant()), TaskLog.TAKEN, others));
        }
    }

    private Optional<PushSettings> opened(ServedTask task, String id) {
        String sealed = task.pushes().get(id);
        if (sealed == null) {
            return Optional.empty();
        }
        byte[] plain = hooks.keys().open(Base64.getDecoder().decode(sealed), context(task, id));
        return Optional.of(PushSettings.read(Params.of(Json.parse(plain), "pushNotificationConfig"), task.id()));
    }

    /** Tells of a task if there is something new to tell. */
    void tell(String taskId) {
        if (!telling.add(taskId)) {
            return;
        }
        try {
            served.log().find(taskId).filter(task -> !task.pushes().isEmpty()).ifPresent(this::tell);
        } finally {
            telling.remove(taskId);
        }
    }

    private void tell(ServedTask task) {
        View view = tasks.view(task);
        String stamp = view.status().stamp();
        boolean matters = view.state().isTerminal() || view.state().isInterrupted();
        if (!matters || stamp.equals(task.pushed())) {
            return;
        }
        boolean told = true;
        for (String id : task.pushes().keySet()) {
            told &= told(task, id, view);
        }
        int failed = told ? 0 : failures.merge(task.id(), 1, Integer::sum);
        if (told || failed >= TRIES) {
            failures.remove(task.id());
            boolean goesOn = !view.state().isTerminal();
            record(
                    task,
                    known -> new TaskLog.Addition(
                            ServedTask.pushed(stamp, served.clock().instant()), TaskLog.TAKEN, goesOn));
        }
    }

    private boolean told(ServedTask task, String id, View view) {
        try {
            Optional<PushSettings> to = opened(task, id);
            return to.isEmpty() || sent(to.get(), event(task, view));
        } catch (HarborException e) {
            LOG.warn("the caller of {} could not be told: {}", task, e.getMessage());
            return false;
        }
    }

    private static Json event(ServedTask task, View view) {
        return Json.of(Map.of(
                "statusUpdate",
                Map.of("taskId", task.id(), "contextId", task.contextId(), "status", view.statusJson())));
    }

    private boolean sent(PushSettings to, Json event) {
        Outbound.Builder request = Outbound.post(to.url(), Payload.of(event.toString(), MEDIA_TYPE));
        request.header("A2A-Version", A2aServer.VERSION);
        if (!to.token().isEmpty()) {
            request.header(TOKEN_HEADER, to.token());
        }
        if (!to.scheme().isEmpty() && !to.credentials().isEmpty()) {
            request.header("Authorization", to.scheme() + ' ' + to.credentials());
        }
        try (Reply reply = hooks.http().send(request.build())) {
            if (!reply.isSuccess()) {
                LOG.warn("a push was answered with HTTP {}", reply.status());
            }
            return reply.isSuccess();
        }
    }

    void close() {
        hooks.close();
    }
}

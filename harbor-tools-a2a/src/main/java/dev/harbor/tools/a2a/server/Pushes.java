package dev.harbor.tools.a2a.server;

import dev.harbor.journal.JournalEntry;
import dev.harbor.json.Json;
import dev.harbor.net.Reply;
import dev.harbor.tools.a2a.server.TaskReader.View;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells callers of tasks that are over or wait for them, at least once, in this process or the next. What was told is on record, so that it is not told for ever.
 * Thread-safe.
 */
final class Pushes {

    private static final Logger LOG = LoggerFactory.getLogger(A2aServer.class);
    private static final int MOST = 10;
    private static final int TRIES = 6;

    private final Set<String> telling = ConcurrentHashMap.newKeySet();
    private final ConcurrentMap<String, Tries> failures = new ConcurrentHashMap<>();
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
            return Optional.of(new TaskLog.Addition(
                    ServedTask.push(settings.id(), sealed, served.clock().instant()), TaskLog.SAME, true));
        });
        return settings.shown(task.id());
    }

    private static String context(ServedTask task, String id) {
        return "harbor-a2a|" + task.id() + '|' + id;
    }

    /** What is added follows from the task as it is when it is added, and not as it was read before. */
    private Optional<ServedTask> record(ServedTask task, Function<ServedTask, Optional<TaskLog.Addition>> what) {
        return served.log().add(task.identity(), task.id(), task.contextId(), known -> known.flatMap(what));
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

    /** Takes back where to tell; what is being sent at this moment may still arrive. */
    void delete(ServedTask task, String id) {
        record(task, known -> deleting(known, id));
        failures.remove(task.id());
    }

    private Optional<TaskLog.Addition> deleting(ServedTask known, String id) {
        if (!known.pushes().containsKey(id)) {
            return Optional.empty();
        }
        JournalEntry gone = ServedTask.push(id, "", served.clock().instant());
        return Optional.of(new TaskLog.Addition(gone, TaskLog.SAME, isOpen(known, tasks.view(known), Set.of(id))));
    }

    /** Tells whether somebody is to be told of a task still, or may be later, but for some. */
    private static boolean isOpen(ServedTask task, View view, Collection<String> except) {
        String stamp = view.status().stamp();
        return task.pushes().keySet().stream()
                .filter(id -> !except.contains(id))
                .anyMatch(id -> !view.state().isTerminal() || task.owes(id, stamp));
    }

    private Optional<PushSettings> opened(ServedTask task, String id) {
        String sealed = task.pushes().get(id);
        if (sealed == null) {
            return Optional.empty();
        }
        byte[] plain = hooks.keys().open(Base64.getDecoder().decode(sealed), context(task, id));
        return Optional.of(PushSettings.read(Params.of(Json.parse(plain), "pushNotificationConfig"), task.id()));
    }

    /** Says that somebody is about to tell of a task; false if somebody is already. Each is ended by {@link #tell} or {@link #end}. */
    boolean begin(String taskId) {
        return telling.add(taskId);
    }

    void end(String taskId) {
        telling.remove(taskId);
    }

    /** Tells of a task if there is something new to tell. It has been begun, and is ended by this. */
    void tell(String taskId) {
        try {
            served.log().find(taskId).filter(task -> !task.pushes().isEmpty()).ifPresent(this::tell);
        } finally {
            end(taskId);
        }
    }

    private void tell(ServedTask task) {
        View view = tasks.view(task);
        if (!view.state().isTerminal() && !view.state().isInterrupted()) {
            return;
        }
        String stamp = view.status().stamp();
        Tries tries = failures.compute(task.id(), (id, known) -> Tries.of(known, stamp));
        Map<String, String> settled = new HashMap<>();
        task.pushes().forEach((id, config) -> {
            if (!task.owes(id, stamp) || told(task, id, view) || tries.failed(config) >= TRIES) {
                settled.put(id, config);
            }
        });
        Optional<ServedTask> after = record(task, known -> settling(known, settled, view));
        if (after.stream().noneMatch(known -> known.owes(stamp))) {
            failures.remove(task.id());
        }
    }

    /** Counts how often each configuration, by what is sealed, could not be told one thing. Confined to whoever tells. */
    private record Tries(String stamp, Map<String, Integer> counts) {

        static Tries of(@Nullable Tries known, String stamp) {
            return known != null && known.stamp.equals(stamp) ? known : new Tries(stamp, new HashMap<>());
        }

        int failed(String config) {
            return counts.merge(config, 1, Integer::sum);
        }
    }

    /** A configuration that was made or replaced meanwhile was not told, and one that was removed is not owed anything. */
    private Optional<TaskLog.Addition> settling(ServedTask known, Map<String, String> settled, View view) {
        String stamp = view.status().stamp();
        List<String> told = settled.entrySet().stream()
                .filter(each -> each.getValue().equals(known.pushes().get(each.getKey())))
                .map(Map.Entry::getKey)
                .toList();
        boolean open = view.state().isTerminal()
                ? isOpen(known, view, told)
                : !known.pushes().isEmpty();
        boolean isNew = told.stream().anyMatch(id -> known.owes(id, stamp));
        return isNew
                ? Optional.of(new TaskLog.Addition(
                        ServedTask.pushed(stamp, told, served.clock().instant()), TaskLog.SAME, open))
                : Optional.empty();
    }

    /** Looks the configuration up once more, since telling the others takes a while. */
    private boolean told(ServedTask task, String id, View view) {
        try {
            Optional<PushSettings> to = served.log().find(task.id()).flatMap(now -> opened(now, id));
            return to.isEmpty() || sent(to.get(), event(task, view));
        } catch (RuntimeException e) {
            LOG.warn("the caller of {} could not be told: {}", task, e.toString());
            return false;
        }
    }

    private static Json event(ServedTask task, View view) {
        return Json.of(Map.of(
                "statusUpdate",
                Map.of("taskId", task.id(), "contextId", task.contextId(), "status", view.statusJson())));
    }

    private boolean sent(PushSettings to, Json event) {
        try (Reply reply = hooks.http().send(to.request(event))) {
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

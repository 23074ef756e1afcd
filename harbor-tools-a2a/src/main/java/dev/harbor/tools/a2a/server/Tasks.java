package dev.harbor.tools.a2a.server;

import dev.harbor.error.HarborException;
import dev.harbor.identity.Identity;
import dev.harbor.journal.StreamInfo;
import dev.harbor.pause.Pause;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tools.a2a.server.TaskReader.View;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes messages, and says how tasks are, for one identity at a time. Thread-safe. */
final class Tasks {

    private static final Logger LOG = LoggerFactory.getLogger(A2aServer.class);
    private final HarborRuntime runtime;
    private final TaskLog log;
    private final TaskReader reader;
    private final Skills skills;
    private final Driver driver;
    private final Changes changes;
    private final A2aServerLimits limits;
    private final Names names;
    private final Clock clock;

    Tasks(Served served, TaskReader reader, Driver driver, Changes changes) {
        this.runtime = served.runtime();
        this.log = served.log();
        this.skills = served.skills();
        this.limits = served.limits();
        this.names = new Names(served.url());
        this.clock = served.clock();
        this.reader = reader;
        this.driver = driver;
        this.changes = changes;
    }

    Caller caller(Identity identity) {
        return runtime.as(identity);
    }

    /** Takes a message, once: it is on record when this returns, and what it asks for has begun. */
    ServedTask take(Identity identity, Incoming message) {
        ServedTask task = message.isFollowUp() ? answer(identity, message) : begin(identity, message);
        try {
            driver.drive(task);
        } catch (HarborException e) {
            // It is on record, so it is tried again; a run that found no room to begin has failed, which its task says.
            LOG.warn("what was said to {} could not be handed over: {}", task, e.getMessage());
        }
        return task;
    }

    /** A task has the name of its run. */
    private String idOf(Identity identity, A2aSkill skill, String context, String name) {
        return skill.work() instanceof LoopWork
                ? caller(identity).turn(names.loop(skill.id(), context), name)
                : Names.RUN + name;
    }

    private ServedTask begin(Identity identity, Incoming message) {
        A2aSkill skill = skills.of(message.metadata());
        String name = names.message(identity, message.messageId());
        String context = message.contextId().isEmpty() ? Names.context(name) : message.contextId();
        String id = idOf(identity, skill, context, name);
        return log.find(identity, id).orElseGet(() -> begun(identity, id, context, skill, message));
    }

    private ServedTask begun(Identity identity, String id, String context, A2aSkill skill, Incoming message) {
        if (skill.work() instanceof LoopWork loop) {
            requireRoom(identity, context, loop.definition().maxQueued());
        }
        MessageStore.Draft draft = MessageStore.draft(message, limits);
        ServedTask.Said said =
                new ServedTask.Said(message.messageId(), draft.parts(), message.metadata(), "", clock.instant());
        check(() -> skill.work().check(MessageStore.read(said, context)));
        TaskLog.Addition first = new TaskLog.Addition(
                ServedTask.begun(context, skill.id(), message, draft.parts(), clock.instant()), TaskLog.TAKEN, false);
        draft.store(caller(identity).artifacts(id));
        return log.add(identity, id, context, known -> known.isPresent() ? Optional.empty() : Optional.of(first))
                .orElseThrow(Refusal::noTask);
    }

    /** What is refused before anything is on record may be sent again. */
    private void requireRoom(Identity identity, String context, int most) {
        Caller caller = caller(identity);
        long waiting = log.taken(identity, context).stream()
                .filter(task -> caller.run(TaskLog.taskOf(task)).isEmpty())
                .count();
        if (waiting >= most) {
            throw new Edge.Ended(
                    Edge.FULL, "the conversation has so many messages before it that it takes no more now");
        }
    }

    private static void check(Runnable making) {
        try {
            making.run();
        } catch (IllegalArgumentException e) {
            LOG.debug("a message was refused", e);
            throw Refusal.params("nothing can be made of the message for this skill");
        }
    }

    private ServedTask answer(Identity identity, Incoming message) {
        ServedTask task = require(identity, message.taskId());
        if (task.heard(message.messageId())) {
            return task;
        }
        if (!message.contextId().isEmpty() && !message.contextId().equals(task.contextId())) {
            throw Refusal.params("message.contextId is not that of the task");
        }
        Pause pause = question(identity, task);
        MessageStore.Draft draft = MessageStore.draft(message, limits);
        ServedTask.Said said = new ServedTask.Said(
                message.messageId(), draft.parts(), message.metadata(), pause.id(), clock.instant());
        check(() -> Driver.resolution(pause, MessageStore.read(said, task.contextId()), "a2a"));
        return log.add(identity, task.id(), task.contextId(), known -> answering(known, message, pause, draft))
                .orElseThrow(Refusal::noTask);
    }

    private Optional<TaskLog.Addition> answering(
            Optional<ServedTask> known, Incoming message, Pause pause, MessageStore.Draft draft) {
        ServedTask task = known.orElseThrow(Refusal::noTask);
        if (task.heard(message.messageId())) {
            return Optional.empty();
        }
        if (task.answers(pause.id())) {
            throw Refusal.unsupported("the question of the task was answered by another message");
        }
        draft.store(caller(task.identity()).artifacts(task.id()));
        return Optional.of(new TaskLog.Addition(
                ServedTask.answered(pause.id(), message, draft.parts(), clock.instant()),
                TaskLog.TAKEN,
                !task.pushes().isEmpty()));
    }

    private Pause question(Identity identity, ServedTask task) {
        View view = reader.view(caller(identity), task);
        if (view.state().isTerminal()) {
            throw Refusal.unsupported("the task is over; send a message without a task to its context instead");
        }
        if (task.said().size() >= limits.messages()) {
            throw Refusal.unsupported("the task takes no more messages");
        }
        Pause pause = view.pause();
        if (pause == null) {
            throw Refusal.unsupported(
                    view.state() == TaskStatus.State.AUTH_REQUIRED
                            ? "what the task waits for is decided elsewhere, and not by a message"
                            : "the task is working and waits for no message");
        }
        return pause;
    }

    ServedTask require(Identity identity, String taskId) {
        return log.find(identity, taskId).orElseThrow(Refusal::noTask);
    }

    View view(ServedTask task) {
        return reader.view(caller(task.identity()), task);
    }

    /** Waits until a task is over or waits for somebody, or time is up. */
    View settled(ServedTask task, Duration most) {
        long until = System.nanoTime() + most.toNanos();
        try (Changes.Watch watch = changes.watch(task.id())) {
            String mark = log.mark(task.id());
            View view = now(task);
            long left = until - System.nanoTime();
            while (!view.state().isTerminal() && !view.state().isInterrupted() && left > 0) {
                if (!watch.await(shorter(Duration.ofNanos(left), limits.look()))) {
                    return view;
                }
                String next = log.mark(task.id());
                view = next.equals(mark) ? view : now(task);
                mark = next;
                left = until - System.nanoTime();
            }
            return view;
        }
    }

    /** Returns another text whenever a task may have changed; looking at that is cheap. */
    String mark(ServedTask task) {
        return log.mark(task.id());
    }

    /** Returns a task as it is now, with what was said to it since. */
    View now(ServedTask task) {
        return view(log.find(task.id()).orElse(task));
    }

    static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Stops a task and says how it is then. */
    View cancel(ServedTask task) {
        if (view(task).state().isTerminal()) {
            throw new Refusal(Refusal.Kind.TASK_NOT_CANCELABLE, "the task is over");
        }
        driver.cancel(task, limits.cancel());
        View after = now(task);
        if (after.state().isTerminal() && after.state() != TaskStatus.State.CANCELED) {
            throw new Refusal(Refusal.Kind.TASK_NOT_CANCELABLE, "the task has ended meanwhile");
        }
        return after;
    }

    List<StreamInfo> list(Identity identity, String contextId) {
        return log.list(identity, contextId);
    }

    Optional<ServedTask> read(StreamInfo info) {
        return log.read(info);
    }

    Changes.Watch watch(ServedTask task) {
        return changes.watch(task.id());
    }
}

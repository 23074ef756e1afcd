package dev.harbor.tools.a2a.server;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.error.StoreException;
import dev.harbor.json.Json;
import dev.harbor.pause.Pause;
import dev.harbor.pause.PauseReason;
import dev.harbor.pause.Resolution;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResumeRequest;
import dev.harbor.runtime.RunHandle;
import dev.harbor.runtime.RunResult;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the run of a task to where its records say that it should be: it is started if it is not there, hears what was said to it, and goes on if nobody drives it.
 * Asking twice changes nothing. Thread-safe.
 */
final class Driver {

    private static final Logger LOG = LoggerFactory.getLogger(A2aServer.class);
    private static final Set<ErrorCode> SETTLED = Set.of(ErrorCode.PAUSE_ALREADY_RESOLVED, ErrorCode.PAUSE_NOT_FOUND);

    private final ConcurrentMap<String, RunHandle> handles = new ConcurrentHashMap<>();
    private final HarborRuntime runtime;
    private final TaskLog log;
    private final Skills skills;
    private final ServedLoops loops;
    private final Changes changes;

    Driver(Served served, ServedLoops loops, Changes changes) {
        this.runtime = served.runtime();
        this.log = served.log();
        this.skills = served.skills();
        this.loops = loops;
        this.changes = changes;
    }

    /**
     * Brings a task on.
     *
     * @throws HarborException if it can't be done now; it is tried again later, but for a beginning for which there was no room: that run has failed
     */
    void drive(ServedTask task) {
        Work work = skills.work(task.skill());
        if (work instanceof LoopWork loop) {
            converse(task, loop);
        } else if (work instanceof Work.OfRuns runs) {
            carryOut(task, runs);
        }
        changes.changed(task.id());
    }

    private void carryOut(ServedTask task, Work.OfRuns work) {
        Caller caller = runtime.as(task.identity());
        Optional<Run> run = caller.run(task.id());
        if (run.isEmpty()) {
            start(caller, task, work);
        } else if (!run.get().state().isTerminal()) {
            answer(caller, task);
            goOn(caller, task, work.resume(task.id(), task.message()));
        }
        log.given(task);
    }

    /** A turn that is queued has no run, and is looked at until it has one. */
    private void converse(ServedTask task, LoopWork work) {
        Caller caller = runtime.as(task.identity());
        boolean handed = isOver(caller, task);
        if (!handed) {
            handed = loops.handOver(task, work);
            answer(caller, task);
        }
        if (loops.waits(task)) {
            goOn(caller, task, ResumeRequest.of(task.id()));
        }
        if (handed && caller.run(task.id()).isPresent()) {
            log.given(task);
        }
    }

    private static boolean isOver(Caller caller, ServedTask task) {
        return task.end() != null
                || caller.run(task.id()).filter(run -> run.state().isTerminal()).isPresent();
    }

    private void start(Caller caller, ServedTask task, Work.OfRuns work) {
        try {
            keep(task, caller.start(work.start(task.message()).id(task.id())));
        } catch (StoreException e) {
            if (!e.code().equals(ErrorCode.STALE_WRITE)) {
                throw e;
            }
            LOG.debug("the run of {} was started by somebody else", task);
        }
    }

    /** Hands over what was said to pauses that are open still. */
    private void answer(Caller caller, ServedTask task) {
        if (task.said().size() < 2) {
            return;
        }
        for (Pause open : caller.pauses(task.id())) {
            task.said().stream()
                    .filter(said -> said.pause().equals(open.id()))
                    .forEach(said -> answer(task, open, said));
        }
    }

    private void answer(ServedTask task, Pause open, ServedTask.Said said) {
        try {
            Resolution resolution = resolution(open, MessageStore.read(said, task.contextId()), actor(task));
            keep(task, runtime.operator().resolvePause(open.id(), resolution).run());
        } catch (HarborException e) {
            if (!SETTLED.contains(e.code())) {
                throw e;
            }
            LOG.debug("pause {} was resolved by somebody else", said.pause());
        }
    }

    private static String actor(ServedTask task) {
        String user = task.identity().user();
        return user.isBlank() ? "a2a" : user.substring(0, Math.min(user.length(), Resolution.MAX_ACTOR_LENGTH));
    }

    /**
     * Returns what a message decides about a pause.
     *
     * @throws IllegalArgumentException if it does not fit
     */
    static Resolution resolution(Pause pause, A2aMessage message, String actor) {
        if (pause.reason() != PauseReason.APPROVAL_REQUIRED) {
            return Resolution.resume(actor, message.answer());
        }
        Json word = message.data().size() == 1 ? message.data().get(0) : Json.NULL;
        Json approved = word.kind() == Json.Kind.OBJECT ? word.get("approved").orElse(Json.NULL) : Json.NULL;
        if (approved.kind() != Json.Kind.BOOLEAN) {
            throw new IllegalArgumentException(
                    "an approval is a data part {\"approved\": true} or {\"approved\": false}");
        }
        return approved.asBoolean() ? Resolution.approve(actor) : Resolution.reject(actor);
    }

    /** Goes on with a run that nobody drives; a run that somebody drives, or that waits, is left as it is. */
    private void goOn(Caller caller, ServedTask task, ResumeRequest request) {
        boolean runs = caller.run(task.id())
                .filter(run -> run.state() == RunState.RUNNING)
                .isPresent();
        RunHandle known = handles.get(task.id());
        if (!runs || (known != null && !known.isDone())) {
            return;
        }
        try {
            keep(task, caller.resume(request));
        } catch (StoreException e) {
            if (!e.code().equals(ErrorCode.ILLEGAL_RUN_STATE)) {
                throw e;
            }
            LOG.debug("the run of {} is driven by somebody else", task);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // what comes back ends with the run
    private void keep(ServedTask task, @Nullable RunHandle handle) {
        if (handle == null) {
            return;
        }
        handles.put(task.id(), handle);
        handle.toCompletionStage().whenComplete((ended, failure) -> {
            handles.remove(task.id(), handle);
            changes.changed(task.id());
        });
    }

    /**
     * Asks the run of a task to stop, and waits for that as long; then takes it from whoever drives it. A task without a run is begun first, so that there is something to
     * cancel; a run that is there is not brought on.
     */
    void cancel(ServedTask task, Duration most) {
        if (skills.work(task.skill()) instanceof LoopWork loop) {
            loops.cancel(task, loop, most);
            return;
        }
        if (runtime.as(task.identity()).run(task.id()).isEmpty()) {
            drive(task);
        }
        RunHandle handle = handles.get(task.id());
        if (handle != null && ended(handle, most)) {
            return;
        }
        runtime.as(task.identity()).cancel(task.id(), "cancelled by the caller of the agent");
        changes.changed(task.id());
    }

    /** Tells whether the run has ended because of that, rather than come to wait. */
    private static boolean ended(RunHandle handle, Duration most) {
        handle.cancel("cancelled by the caller of the agent");
        try {
            Optional<RunResult> result = handle.poll(most);
            return result.filter(each ->
                            each.state() != RunState.RUNNING && !each.reason().startsWith("pause:"))
                    .isPresent();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}

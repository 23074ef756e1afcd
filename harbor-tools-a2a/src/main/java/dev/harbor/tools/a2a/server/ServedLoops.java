package dev.harbor.tools.a2a.server;

import dev.harbor.error.HarborException;
import dev.harbor.identity.Identity;
import dev.harbor.loop.Loop;
import dev.harbor.loop.LoopDefinition;
import dev.harbor.loop.LoopException;
import dev.harbor.loop.LoopState;
import dev.harbor.loop.TurnHandle;
import dev.harbor.loop.TurnResult;
import dev.harbor.loop.TurnState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has conversations open as loops: hands over what was said in them, in its order, and lets go of those that nobody uses. A conversation that another process has open is left to that one, which
 * looks for what was taken. Thread-safe.
 */
final class ServedLoops implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(A2aServer.class);
    private static final String CANCELLED = "cancelled by the caller of the agent";
    private static final Duration LETTING_GO = Duration.ofSeconds(5);
    private static final int STRIPES = 64;

    /** Held while something is handed over or taken back, so that what is cancelled is not handed over after. */
    private final List<ReentrantLock> locks =
            IntStream.range(0, STRIPES).mapToObj(i -> new ReentrantLock()).toList();

    private final Map<Place, Used> open = new ConcurrentHashMap<>();
    private final Map<String, TurnHandle> turns = new ConcurrentHashMap<>();
    private final Served served;
    private final Names names;
    private final Changes changes;

    /** Is where a conversation is. */
    private record Place(Identity identity, String loop) {}

    private record Used(Loop loop, Instant at) {}

    ServedLoops(Served served, Changes changes) {
        this.served = served;
        this.names = new Names(served.url());
        this.changes = changes;
    }

    private Place place(ServedTask task) {
        return new Place(task.identity(), names.loop(task.skill(), task.contextId()));
    }

    private ReentrantLock lock(Place place) {
        return locks.get(Math.floorMod(place.hashCode(), STRIPES));
    }

    /**
     * Hands over what was taken in the conversation of a task, and takes back what was cancelled.
     *
     * @return whether that was done; it is tried again otherwise
     * @throws HarborException if the journal fails
     */
    boolean handOver(ServedTask task, LoopWork work) {
        Place place = place(task);
        ReentrantLock lock = lock(place);
        lock.lock();
        try {
            Loop loop = open(place, work.definition());
            for (ServedTask each : taken(task)) {
                hand(loop, each, work);
            }
            if (task.cancelled()) {
                stop(loop, task);
            }
            return true;
        } catch (LoopException e) {
            return isSettled(task, e);
        } finally {
            lock.unlock();
        }
    }

    /** What could not be recorded before may be recorded by a loop that is opened again. */
    private Loop open(Place place, LoopDefinition definition) {
        Loop loop = opened(place, definition);
        if (loop.state() == LoopState.FAULTED) {
            loop.shutdown(LETTING_GO);
            loop = opened(place, definition);
        }
        open.put(place, new Used(loop, served.clock().instant()));
        return loop;
    }

    private Loop opened(Place place, LoopDefinition definition) {
        return served.runtime().as(place.identity()).loop(place.loop(), definition);
    }

    private List<ServedTask> taken(ServedTask like) {
        return served.log().taken(like.identity(), like.contextId()).stream()
                .map(served.log()::read)
                .flatMap(Optional::stream)
                .filter(each -> each.skill().equals(like.skill()) && each.end() == null)
                .toList();
    }

    private void hand(Loop loop, ServedTask task, LoopWork work) {
        if (task.cancelled()) {
            stop(loop, task);
            return;
        }
        TurnHandle known = turns.get(task.id());
        if (known == null) {
            String name = names.message(task.identity(), task.first().messageId());
            follow(task, loop.send(work.input().apply(task.message()).named(name)));
        }
    }

    /** What was never handed over, or is taken back, has no run that would say how it ended. */
    private void stop(Loop loop, ServedTask task) {
        Optional<TurnHandle> turn = find(loop, task);
        turn.ifPresent(handle -> follow(task, handle));
        boolean isTakenBack = turn.map(TurnHandle::withdraw).orElse(true);
        if (!isTakenBack) {
            turn.get().interrupt(CANCELLED);
        } else if (!hasRun(task)) {
            end(task, true, "withdrawn");
        }
    }

    private static Optional<TurnHandle> find(Loop loop, ServedTask task) {
        return loop.pending().stream()
                .filter(turn -> turn.turn().equals(task.id()))
                .findFirst();
    }

    private boolean hasRun(ServedTask task) {
        return served.runtime().as(task.identity()).run(task.id()).isPresent();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // what comes back ends with the turn
    private void follow(ServedTask task, TurnHandle turn) {
        if (turns.put(task.id(), turn) != turn) {
            turn.toCompletionStage().whenComplete((result, failure) -> over(task, turn, result));
        }
    }

    private void over(ServedTask task, TurnHandle turn, @Nullable TurnResult result) {
        turns.remove(task.id(), turn);
        try {
            if (result != null && result.state().isTerminal()) {
                settle(task, result);
            }
        } catch (RuntimeException e) {
            LOG.warn("how {} ended could not be recorded, and is found out later: {}", task, e.toString());
        }
        changes.changed(task.id());
    }

    private void settle(ServedTask task, TurnResult result) {
        if (!hasRun(task)) {
            end(task, result.state() != TurnState.FAILED, result.reason());
        }
        served.log().find(task.id()).ifPresent(served.log()::given);
    }

    private void end(ServedTask task, boolean cancelled, String reason) {
        ServedTask.End end =
                new ServedTask.End(cancelled, reason, served.clock().instant());
        served.log()
                .add(
                        task.identity(),
                        task.id(),
                        task.contextId(),
                        known -> known.filter(each -> each.end() == null)
                                .map(each -> new TaskLog.Addition(
                                        ServedTask.ended(end),
                                        TaskLog.GIVEN,
                                        !each.pushes().isEmpty())));
    }

    /** Says whether there is nothing more to do for a task because of what its loop said. */
    private boolean isSettled(ServedTask task, LoopException refused) {
        switch (refused.kind()) {
            case LOOP_ENDED -> {
                if (!hasRun(task)) {
                    end(task, task.cancelled(), refused.kind().wireName());
                }
                return true;
            }
            case LOOP_BUSY, QUEUE_FULL, LOOP_SHUTTING_DOWN, LOOP_EXITED, CONTEXT_DONE ->
                LOG.debug("{} is handed over later: {}", task, refused.getMessage());
            default -> LOG.warn("{} can't be handed over now: {}", task, refused.getMessage());
        }
        return false;
    }

    /** Tells whether the turn of a task waits here, as far as its loop knows. */
    boolean waits(ServedTask task) {
        Used used = open.get(place(task));
        return used != null
                && find(used.loop(), task)
                        .filter(turn -> turn.state() == TurnState.WAITING)
                        .isPresent();
    }

    /** Asks the turn of a task to stop, and waits for that as long; then takes its run from whoever drives it. */
    void cancel(ServedTask task, LoopWork work, Duration most) {
        TaskLog.Addition wish =
                new TaskLog.Addition(ServedTask.cancel(served.clock().instant()), TaskLog.TAKEN, false);
        served.log()
                .add(
                        task.identity(),
                        task.id(),
                        task.contextId(),
                        known -> known.filter(each -> !each.cancelled()).map(each -> wish));
        boolean here = handOver(served.log().find(task.id()).orElse(task), work);
        TurnHandle turn = turns.get(task.id());
        if (here && turn != null && !ends(turn, most)) {
            served.runtime().as(task.identity()).cancel(task.id(), CANCELLED);
        }
        changes.changed(task.id());
    }

    private static boolean ends(TurnHandle turn, Duration most) {
        try {
            return turn.awaitEnd(most).isPresent();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** Lets go of the loops that nobody has used for a while and that have nothing to do: no turn, or one that waits and nothing behind it; and of those that can record nothing. */
    void closeIdle() {
        Instant before = served.clock().instant().minus(served.limits().idleLoop());
        open.forEach((place, used) -> {
            if (used.at().isBefore(before)) {
                letGo(place, used);
            }
        });
    }

    private void letGo(Place place, Used used) {
        ReentrantLock lock = lock(place);
        lock.lock();
        try {
            if (mayGo(used.loop())) {
                used.loop().shutdown(LETTING_GO);
            }
            if (used.loop().state() == LoopState.EXITED) {
                open.remove(place, used);
            }
        } finally {
            lock.unlock();
        }
    }

    /** What a loop could not record, one that is opened again may; a turn that still runs is left to its end. */
    private static boolean mayGo(Loop loop) {
        return switch (loop.state()) {
            case IDLE -> true;
            case FAULTED -> loop.pending().stream().noneMatch(turn -> turn.state() == TurnState.RUNNING);
            case WAITING -> loop.pending().size() == 1;
            default -> false;
        };
    }

    int open() {
        return open.size();
    }

    /** Lets go of the loops that have nothing to do; turns that run go on as long as the runtime does. */
    @Override
    public void close() {
        open.forEach(this::letGo);
    }
}

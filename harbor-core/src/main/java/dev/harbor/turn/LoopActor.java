package dev.harbor.turn;

import dev.harbor.catalog.LoopCatalog;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.error.StoreException;
import dev.harbor.event.LoopClosed;
import dev.harbor.event.LoopInputQueued;
import dev.harbor.event.LoopInputWithdrawn;
import dev.harbor.event.LoopModeChanged;
import dev.harbor.event.LoopTurnEnded;
import dev.harbor.event.LoopTurnStarted;
import dev.harbor.event.LoopTurnWaits;
import dev.harbor.history.LoopHistory;
import dev.harbor.history.LoopHistory.Input;
import dev.harbor.history.LoopHistory.OpenTurn;
import dev.harbor.history.LoopRecords;
import dev.harbor.history.Records.Draft;
import dev.harbor.identity.RunIdentity;
import dev.harbor.json.Json;
import dev.harbor.loop.LoopDefinition;
import dev.harbor.loop.LoopException;
import dev.harbor.loop.LoopException.Kind;
import dev.harbor.loop.LoopState;
import dev.harbor.loop.TurnState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does what a loop does: takes inputs, begins turns, records what becomes of them. Every method is a command, run by the mailbox; what others may read of a loop is in
 * {@link LoopStanding} and {@link PendingTurns}.
 */
final class LoopActor {

    private static final Logger LOG = LoggerFactory.getLogger(LoopActor.class);

    /** What the input of a run has beside the conversation and the content. */
    private static final int ROOM_FOR_REST = 256;

    private final LoopServices services;
    private final LoopKey key;
    private final LoopDefinition definition;
    private final LoopCatalog catalog;
    private final TurnEngine engine;
    private final LoopLog log;
    private final LoopStanding standing;
    private final PendingTurns pending;
    private final Mailbox mailbox;
    private final Runnable onExit;

    private @Nullable LiveTurn current;
    private boolean active;

    /** Is the turn that runs or waits. */
    private static final class LiveTurn {

        private final Turn turn;
        private final PendingTurn handle;
        private boolean waits;
        private boolean interrupted;

        LiveTurn(Turn turn, PendingTurn handle) {
            this.turn = turn;
            this.handle = handle;
        }
    }

    LoopActor(LoopCore core, TurnEngine engine, PendingTurns pending, Runnable onExit) {
        this.services = core.services();
        this.key = core.key();
        this.definition = core.definition();
        this.catalog = core.catalog();
        this.engine = engine;
        this.log = core.log();
        this.standing = core.standing();
        this.pending = pending;
        this.mailbox = core.mailbox();
        this.onExit = onExit;
    }

    /** Lets turns begin: first the one that was begun before, or the first that is queued. */
    void activate() {
        if (active || standing.isDraining() || standing.isExited()) {
            return;
        }
        active = true;
        log.read(LoopHistory::open).ifPresentOrElse(open -> begin(repeated(open)), this::beginQueued);
    }

    private Turn repeated(OpenTurn open) {
        return turn(open.input(), open.mode(), true);
    }

    private void beginQueued() {
        Turn next = next();
        if (next == null) {
            return;
        }
        try {
            record(List.of(), next);
        } catch (LoopException e) {
            pending.leave("faulted");
            return;
        }
        begin(next);
    }

    private @Nullable Turn next() {
        List<Input> queue = log.read(LoopHistory::queue);
        boolean mayBegin = active && !queue.isEmpty() && !standing.isDraining() && !log.isFaulted();
        return mayBegin ? turn(queue.get(0), mode(), false) : null;
    }

    private String mode() {
        return log.read(LoopHistory::mode);
    }

    private Turn turn(Input input, String mode, boolean isRepeated) {
        RunIdentity run = new RunIdentity(key.identity(), key.runIdOf(input));
        return new Turn(
                run,
                key.id(),
                definition,
                input,
                mode,
                catalog.hold(mode),
                isRepeated,
                news -> mailbox.post(() -> heard(run.runId(), news)));
    }

    /** Appends records, and after them the one that a turn begins, in one step. */
    private void record(List<Draft> drafts, @Nullable Turn next) {
        List<Draft> all = new ArrayList<>(drafts);
        if (next != null) {
            all.add(LoopRecords.turnStarted(
                    key.id(), next.input().turn(), next.run().runId(), next.mode(), installed()));
        }
        try {
            log.append(log.now(), all);
        } catch (LoopException e) {
            if (next != null) {
                next.tools().close();
            }
            throw e;
        }
    }

    private SortedMap<String, String> installed() {
        SortedMap<String, String> generations = new TreeMap<>();
        catalog.installed().forEach((source, content) -> generations.put(source, content.generation()));
        return generations;
    }

    /** Takes an input, once if it has a name: it is durable when this returns, and begins at once if nothing is before it. */
    PendingTurn accept(Input input) {
        standing.requireTaking();
        return input.name().isEmpty() ? taken(input) : known(input).orElseGet(() -> taken(input));
    }

    private Optional<PendingTurn> known(Input input) {
        String runId = key.runIdOf(input);
        return pending.find(runId)
                .or(() -> log.read(history -> history.ending(input.name()))
                        .map(end -> pending.ended(
                                runId, TurnState.valueOf(end.state().toUpperCase(Locale.ROOT)), end.reason())));
    }

    private PendingTurn taken(Input input) {
        int queued = log.read(history -> history.queue().size());
        boolean beginsNow = active && current == null && queued == 0;
        if (queued >= definition.maxQueued()) {
            throw new LoopException(Kind.QUEUE_FULL, key.id(), queued + " inputs are queued, which is the most", null);
        }
        Turn next = beginsNow ? turn(input, mode(), false) : null;
        record(List.of(LoopRecords.input(key.id(), input)), next);
        PendingTurn handle = pending.add(key.runIdOf(input));
        log.emit(new LoopInputQueued(
                key.identity(),
                key.id(),
                handle.turn(),
                log.now(),
                log.read(history -> history.queue().size())));
        if (next != null) {
            begin(next);
        }
        return handle;
    }

    /** Lets the turn hear something, or takes it as an input. */
    PendingTurn tell(String text, Input otherwise) {
        standing.requireTaking();
        LiveTurn live = current;
        return live != null && engine.hear(live.turn, text) ? live.handle : accept(otherwise);
    }

    private void begin(Turn turn) {
        LiveTurn live = new LiveTurn(turn, pending.require(turn.run().runId()));
        current = live;
        live.handle.runs();
        standing.turn(LoopState.BUSY);
        log.emit(new LoopTurnStarted(
                key.identity(),
                key.id(),
                turn.run().runId(),
                log.now(),
                turn.mode(),
                turn.tools().snapshot().tools().size()));
        drive(turn);
    }

    /** What an engine throws is news, apart from what leaves it open whether the turn has begun. */
    private void drive(Turn turn) {
        try {
            engine.begin(turn, input(turn));
        } catch (StoreException e) {
            stall(e);
        } catch (HarborException e) {
            LOG.warn("{} can't begin", turn, e);
            turn.tell(TurnNews.of(TurnNews.Kind.FAILED, e.code().value()));
        } catch (RuntimeException e) {
            LOG.error("{} can't begin", turn, e);
            turn.tell(TurnNews.of(TurnNews.Kind.FAILED, ErrorCode.INTERNAL_ERROR.value()));
        }
    }

    private Json input(Turn turn) {
        Json content = turn.input().content();
        long room = (long) services.safety().thresholdBytes() - ROOM_FOR_REST - content.sizeBytes();
        return Conversation.input(log.read(LoopHistory::exchanges), content, Math.min(Conversation.MAX_BYTES, room));
    }

    private void heard(String runId, TurnNews news) {
        LiveTurn live = current;
        if (live == null || !live.turn.run().runId().equals(runId)) {
            return;
        }
        switch (news.kind()) {
            case RUNNING -> runs(live);
            case ANSWERED -> drive(live.turn);
            case WAITING -> waits(live, news);
            case DONE, FAILED, INTERRUPTED -> over(live, news);
            case LEFT -> left(live, news);
            case STALLED -> stall(new IllegalStateException("turn " + runId + " can't go on here: " + news.reason()));
        }
    }

    private void runs(LiveTurn live) {
        live.waits = false;
        live.handle.runs();
        standing.turn(LoopState.BUSY);
    }

    /** Who was interrupted waits for nobody; what became of its last write is for an operator to find out. */
    private void waits(LiveTurn live, TurnNews news) {
        if (live.interrupted) {
            if (news.reason().equals(ErrorCode.UNKNOWN_WRITE_OUTCOME.value())) {
                over(live, TurnNews.of(TurnNews.Kind.INTERRUPTED, news.reason()));
            } else {
                engine.interrupt(live.turn, "interrupted");
            }
            return;
        }
        live.waits = true;
        // First, so that whoever hears of the turn finds its loop waiting.
        standing.turn(LoopState.WAITING);
        live.handle.waits(news);
        log.emit(new LoopTurnWaits(key.identity(), key.id(), live.turn.run().runId(), log.now(), news.reason()));
        exitIfDrained();
    }

    private void over(LiveTurn live, TurnNews news) {
        Turn next = next();
        try {
            record(List.of(ended(live, news)), next);
        } catch (LoopException e) {
            LOG.warn("{} has ended ({}), but that is not on record", live.turn, news.reason());
            forget(live);
            live.handle.isLeft("faulted", services.executor());
            pending.leave("faulted");
            exitIfDrained();
            return;
        }
        forget(live);
        live.handle.ends(news, services.executor());
        log.emit(new LoopTurnEnded(
                key.identity(),
                key.id(),
                live.turn.run().runId(),
                log.now(),
                news.state().wireName(),
                news.reason()));
        if (next == null) {
            exitIfDrained();
        } else {
            begin(next);
        }
    }

    private Draft ended(LiveTurn live, TurnNews news) {
        return LoopRecords.turnEnded(
                key.id(), live.turn.input().turn(), news.state().wireName(), news.reason(), news.result());
    }

    private void forget(LiveTurn live) {
        current = null;
        standing.turn(LoopState.IDLE);
        pending.remove(live.turn.run().runId());
        engine.forget(live.turn);
        live.turn.tools().close();
    }

    /** A turn that was left goes on when the loop is opened again. */
    private void left(LiveTurn live, TurnNews news) {
        forget(live);
        live.handle.isLeft(news.reason(), services.executor());
        if (standing.isDraining()) {
            exit(false);
        } else {
            stall(new IllegalStateException("turn " + live.turn.run().runId() + " was left by whoever drove it"));
        }
    }

    /** Nobody knows how the turn is: the loop has to be opened again, which finds out. */
    private void stall(Exception why) {
        log.fault(why);
        LiveTurn live = current;
        if (live != null) {
            forget(live);
            live.handle.isLeft("faulted", services.executor());
        }
        pending.leave("faulted");
        exitIfDrained();
    }

    void setMode(String wanted) {
        standing.requireTaking();
        if (!definition.hasMode(wanted)) {
            throw new LoopException(
                    Kind.INVALID_MODE,
                    key.id(),
                    "there is no mode '" + wanted + "', there are " + definition.modes(),
                    null);
        }
        if (!wanted.equals(mode())) {
            record(List.of(LoopRecords.modeChanged(key.id(), wanted)), null);
            log.emit(new LoopModeChanged(key.identity(), key.id(), log.now(), wanted));
        }
    }

    boolean interrupt(String reason) {
        standing.requireOpen();
        LiveTurn live = current;
        if (live == null) {
            return false;
        }
        live.interrupted = true;
        engine.interrupt(live.turn, reason);
        return true;
    }

    /** Interrupts one turn and no other. */
    boolean interrupt(PendingTurn handle, String reason) {
        standing.requireOpen();
        return current != null && current.handle == handle && interrupt(reason);
    }

    boolean withdraw(PendingTurn handle) {
        standing.requireOpen();
        for (Input input : log.read(LoopHistory::queue)) {
            if (key.runIdOf(input).equals(handle.turn())) {
                record(List.of(LoopRecords.withdrawn(key.id(), input.turn())), null);
                withdrawn(handle.turn());
                return true;
            }
        }
        return false;
    }

    private void withdrawn(String runId) {
        pending.withdraw(runId);
        log.emit(new LoopInputWithdrawn(key.identity(), key.id(), runId, log.now()));
    }

    /** Takes nothing more; a turn that runs is the last. */
    void drain() {
        standing.drain();
        exitIfDrained();
    }

    private void exitIfDrained() {
        boolean isStill = current == null || current.waits;
        if (!standing.isDraining() || !isStill || standing.isExited()) {
            return;
        }
        if (standing.ending() == null) {
            exit(true);
        } else if (current == null) {
            finish(standing.ending());
        }
    }

    /** Asks the last turn to be left as it is. */
    void leaveTurn() {
        if (current != null) {
            engine.leave(current.turn);
        }
    }

    /** Lets go of everything, whatever a turn still does. */
    void abandon() {
        if (!standing.isExited()) {
            exit(current == null || current.waits);
        }
    }

    /** Begins to end the loop for good. */
    void end(String reason) {
        standing.requireOpen();
        log.requireHealthy();
        standing.end(reason);
        if (current != null) {
            interrupt(reason);
        }
        exitIfDrained();
    }

    private void finish(@Nullable String reason) {
        Instant now = log.now();
        List<Input> queue = log.read(LoopHistory::queue);
        List<Draft> drafts = new ArrayList<>();
        queue.forEach(input -> drafts.add(LoopRecords.withdrawn(key.id(), input.turn())));
        drafts.add(LoopRecords.ended(key.id(), Objects.requireNonNull(reason)));
        try {
            log.append(now, drafts);
            queue.forEach(input -> withdrawn(key.runIdOf(input)));
        } catch (LoopException e) {
            LOG.warn("loop {} ends, but that is not on record", key.id(), e);
        }
        exit(true);
    }

    private void exit(boolean isDrained) {
        standing.exited();
        LiveTurn live = current;
        if (live != null) {
            forget(live);
            live.handle.isLeft("left", services.executor());
        }
        pending.leave("left");
        catalog.close();
        log.release();
        onExit.run();
        boolean isEnded = log.read(LoopHistory::isEnded);
        log.emit(new LoopClosed(key.identity(), key.id(), log.now(), isEnded));
        standing.exit().complete(isDrained);
    }
}

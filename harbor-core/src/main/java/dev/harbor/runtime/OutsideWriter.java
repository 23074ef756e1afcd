package dev.harbor.runtime;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.error.StoreException;
import dev.harbor.history.Records.Draft;
import dev.harbor.history.RunHistory;
import dev.harbor.history.RunStream;
import dev.harbor.history.StartedRun;
import dev.harbor.identity.RunIdentity;
import dev.harbor.run.RunException;
import dev.harbor.run.RunState;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends to the stream of a run what people say, whether it is driven here or waits. One at a time for each run, so that those who come together wait for each
 * other and not for a claim; nobody waits for those of another run. Thread-safe.
 */
final class OutsideWriter {

    private static final Logger LOG = LoggerFactory.getLogger(HarborRuntime.class);
    private static final int TRIES = 40;
    private static final long BETWEEN_NANOS = TimeUnit.MILLISECONDS.toNanos(25);

    private final ConcurrentMap<RunIdentity, Turn> turns = new ConcurrentHashMap<>();
    private final RuntimeParts parts;
    private final Runs runs;

    /** Is the lock of one run, and how many hold it or wait for it; kept as long as somebody does. */
    private record Turn(ReentrantLock lock, int users) {

        static Turn joined(@Nullable Turn known) {
            return known == null ? new Turn(new ReentrantLock(), 1) : new Turn(known.lock, known.users + 1);
        }

        @Nullable
        Turn left() {
            return users == 1 ? null : new Turn(lock, users - 1);
        }
    }

    OutsideWriter(RuntimeParts parts, Runs runs) {
        this.parts = parts;
        this.runs = runs;
    }

    /**
     * Appends what follows from the history of a run, and drives the run on if it is to be driven and nobody does.
     *
     * @return the run if it goes on here because of this, else null
     * @throws RunException with {@link ErrorCode#RUN_BUSY} if another process drives it
     */
    @Nullable
    RunHandle write(RunIdentity root, Function<RunHistory, List<Draft>> what) {
        ReentrantLock lock = Objects.requireNonNull(turns.compute(root, (run, known) -> Turn.joined(known)))
                .lock();
        lock.lock();
        try {
            return writeAlone(root, what);
        } finally {
            lock.unlock();
            turns.computeIfPresent(root, (run, known) -> known.left());
        }
    }

    private @Nullable RunHandle writeAlone(RunIdentity root, Function<RunHistory, List<Draft>> what) {
        for (int i = 0; i < TRIES; i++) {
            RunStream live = runs.live(root);
            if (live != null && live.appendIfHeld(what)) {
                return null;
            }
            RunStream own = open(root);
            if (own != null) {
                return writeAndGoOn(own, what);
            }
            LockSupport.parkNanos(BETWEEN_NANOS);
        }
        throw new RunException(
                ErrorCode.RUN_BUSY,
                "run '" + root.runId() + "' is being driven by another process; ask there, or again when it waits");
    }

    /** A run that was started with a planner of its own must not be planned by another one. */
    private static boolean goesOnHere(RunHistory history) {
        return history.state() == RunState.RUNNING
                && history.root().started().plannedBy() != StartedRun.PlannedBy.REQUEST;
    }

    private @Nullable RunStream open(RunIdentity root) {
        try {
            return parts.runs().open(root, runs.owner());
        } catch (StoreException e) {
            if (e.code().equals(ErrorCode.ILLEGAL_RUN_STATE)) {
                return null;
            }
            throw e;
        }
    }

    private @Nullable RunHandle writeAndGoOn(RunStream own, Function<RunHistory, List<Draft>> what) {
        try {
            own.append(what);
        } catch (RuntimeException e) {
            own.release();
            throw e;
        }
        RunHandle next = goOn(own);
        runs.abandonment().soon(own);
        return next;
    }

    /** Drives a run on whose state says that it is driven. What keeps it from going on here is for others to know, and the run is left for them. */
    private @Nullable RunHandle goOn(RunStream own) {
        try {
            if (own.read(OutsideWriter::goesOnHere)) {
                return runs.goOn(own, ResumeRequest.of(own.run().runId()));
            }
        } catch (HarborException e) {
            LOG.warn("run {} does not go on here: {}", own.run().runId(), e.getMessage());
        } catch (RuntimeException e) {
            own.release();
            throw e;
        }
        own.release();
        if (own.read(OutsideWriter::goesOnHere)) {
            LoopEngine.answered(parts, own.run().runId());
        }
        return null;
    }
}

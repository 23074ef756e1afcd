package dev.harbor.dispatch;

import dev.harbor.policy.Cancellation;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolInvoker;
import dev.harbor.tool.ToolOutput;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Invokes the tool on a worker while the caller waits as long as it wants to. Caller and worker agree by the state on who has the last word:
 *
 * <pre>
 * QUEUED -> RUNNING -> ANSWERING -> ANSWERED   the worker ended first
 *                   -> ABANDONED -> TOLD       the caller left first; the worker will tell of the late end
 *                                -> LATE       the worker ended before the caller had told that it left; the caller tells of both
 *        -> REVOKED                            never started
 * </pre>
 */
final class WorkerAttempt<I, O> implements Attempt<O>, Work {

    private static final int QUEUED = 0;
    private static final int RUNNING = 1;
    private static final int ANSWERING = 2;
    private static final int ANSWERED = 3;
    private static final int ABANDONED = 4;
    private static final int TOLD = 5;
    private static final int LATE = 6;
    private static final int REVOKED = 7;

    private static final long BLINK_NANOS = 1_000_000;
    private static final long WATCH_NANOS = 20_000;

    @SuppressWarnings("rawtypes") // an updater knows classes only
    private static final AtomicIntegerFieldUpdater<WorkerAttempt> STATE =
            AtomicIntegerFieldUpdater.newUpdater(WorkerAttempt.class, "state");

    private final AttemptShell shell;
    private final ShellServices services;
    private final ToolInvoker<I, O> invoker;
    private final I input;
    private final ShellCall call;
    private final BulkheadGate.@Nullable Permit permit;
    private final int number;
    private final long limitNanos;
    private final Cancellation cancellation;
    private final ToolContext context;
    private final Thread caller = Thread.currentThread();
    private final ContextCarrier.Carried carried;

    private volatile int state = QUEUED;
    private volatile @Nullable DeadlineNode node;
    private @Nullable ToolOutput<O> output;
    private @Nullable Throwable thrown;
    private Ending answer = Ending.ANSWERED;
    private Ending ending = Ending.NOT_STARTED;

    WorkerAttempt(
            AttemptShell shell,
            ToolInvoker<I, O> invoker,
            I input,
            ShellCall call,
            BulkheadGate.@Nullable Permit permit,
            int number,
            long limitNanos) {
        this.shell = shell;
        this.services = shell.services;
        this.invoker = invoker;
        this.input = input;
        this.call = call;
        this.permit = permit;
        this.number = number;
        this.limitNanos = limitNanos;
        this.cancellation = call.cancellation().child();
        this.context = call.context(number, limitNanos, () -> cancellation);
        this.carried = services.contexts().capture();
    }

    /** Starts the tool and waits for it as long as that makes sense, on the caller. */
    void await() {
        if (permit != null) {
            permit.hold();
        }
        if (!services.workers().start(this)) {
            revoke();
            return;
        }
        if (services.workers().haveProcessorLeft()) {
            watch();
        }
        Cancellation.Registration wakeUp = call.cancellation().onCancel(() -> LockSupport.unpark(caller));
        try {
            ending = awaitEnd();
        } finally {
            wakeUp.close();
        }
    }

    /** Waits awake for as long as being woken would take, see ADR 62; on the real clock, since it changes nothing but when the answer is seen. */
    private void watch() {
        long start = System.nanoTime();
        while (state < ANSWERED && System.nanoTime() - start < WATCH_NANOS) {
            Thread.onSpinWait();
        }
    }

    private Ending awaitEnd() {
        while (true) {
            switch (state) {
                case ANSWERED -> {
                    return answer;
                }
                case REVOKED -> {
                    return Ending.NOT_STARTED;
                }
                case ANSWERING -> LockSupport.parkNanos(this, BLINK_NANOS);
                default -> {
                    Ending why = reasonToLeave();
                    if (why == null) {
                        services.sleeper().park(limitNanos);
                    } else if (leave(why)) {
                        return why;
                    }
                }
            }
        }
    }

    private @Nullable Ending reasonToLeave() {
        if (caller.isInterrupted()) {
            return Ending.INTERRUPTED;
        }
        if (call.cancellation().isCancelled()) {
            return Ending.CANCELLED;
        }
        return isTimeOver() ? Ending.TIME_OVER : null;
    }

    private boolean isTimeOver() {
        return limitNanos != Long.MAX_VALUE && services.nanoTime().getAsLong() - limitNanos >= 0;
    }

    /** Goes on without the tool; false if the tool just ended or was never started. */
    private boolean leave(Ending why) {
        if (revoke()) {
            return false;
        }
        int stillRunning = services.workers().abandon();
        if (!STATE.compareAndSet(this, RUNNING, ABANDONED)) {
            services.workers().regain();
            return false;
        }
        interrupt(why, why == Ending.INTERRUPTED ? AttemptShell.INTERRUPTED : "its time is over");
        call.abandoned(number, stillRunning);
        if (!STATE.compareAndSet(this, ABANDONED, TOLD)) {
            tellLateEnd();
        }
        return true;
    }

    /** Makes sure that the tool is never started; false if it was. */
    private boolean revoke() {
        if (!STATE.compareAndSet(this, QUEUED, REVOKED)) {
            return false;
        }
        free();
        LockSupport.unpark(caller);
        return true;
    }

    @Override
    public void interrupt(String reason) {
        if (!revoke()) {
            interrupt(Ending.CANCELLED, reason);
        }
    }

    private void interrupt(Ending why, String reason) {
        DeadlineNode armed = node;
        if (armed != null) {
            armed.fire(why, reason);
        }
    }

    @Override
    public void run() {
        DeadlineNode armed = arm();
        if (begin()) {
            invoke();
            services.scanner().disarm(armed, thrown);
            answer = armed.fired();
            if (armed.thread() == caller && armed.isInterruptedByOthers(thrown)) {
                caller.interrupt();
                answer = Ending.INTERRUPTED;
            }
            // While the caller may still leave: what the tool registered may block.
            OffThread.guarded(cancellation::detach);
            end();
        } else {
            services.scanner().disarm(armed, null);
        }
    }

    private DeadlineNode arm() {
        Thread worker = Thread.currentThread();
        // An executor may run this on the very thread that waits, which nobody else can interrupt in time.
        long limit = worker == caller ? limitNanos : Long.MAX_VALUE;
        DeadlineNode armed = new DeadlineNode(worker, limit, call.cancellation(), cancellation);
        try {
            services.scanner().arm(armed);
        } catch (Throwable noScanner) {
            revoke();
            throw noScanner;
        }
        node = armed;
        return armed;
    }

    private boolean begin() {
        if (isTimeOver()) {
            revoke();
        }
        return STATE.compareAndSet(this, QUEUED, RUNNING);
    }

    private void invoke() {
        try {
            ContextCarrier.Carried before = carried.swapIn();
            try {
                output = invoker.invoke(input, context);
            } finally {
                before.bind();
            }
        } catch (Throwable failure) {
            thrown = failure;
        }
    }

    private void end() {
        if (STATE.compareAndSet(this, RUNNING, ANSWERING)) {
            // The slot is free before the caller knows, or its next call might find none.
            free();
            state = ANSWERED;
            LockSupport.unpark(caller);
            return;
        }
        try {
            if (!STATE.compareAndSet(this, ABANDONED, LATE)) {
                tellLateEnd();
            }
        } finally {
            services.workers().regain();
            free();
        }
    }

    private void tellLateEnd() {
        Throwable failure = thrown;
        ToolError error = failure == null ? null : services.failures().map(failure, shell.replayable);
        call.answeredLate(number, error);
    }

    private void free() {
        services.workers().ended(this);
        if (permit != null) {
            permit.release();
        }
    }

    @Override
    public @Nullable ToolOutput<O> output() {
        return state == ANSWERED ? output : null;
    }

    @Override
    public @Nullable Throwable thrown() {
        return state == ANSWERED ? thrown : null;
    }

    @Override
    public Ending ending() {
        return ending;
    }

    @Override
    public String reason() {
        return ending == Ending.INTERRUPTED ? AttemptShell.INTERRUPTED : String.valueOf(cancellation.reason());
    }
}

package dev.harbor.turn;

import dev.harbor.loop.LoopException;
import dev.harbor.loop.LoopException.Kind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs commands one at a time, in the order in which they come. What is urgent goes before what is not, one at a time, so that neither keeps the other waiting for
 * ever. An empty mailbox has no thread. Thread-safe.
 */
final class Mailbox {

    private static final Logger LOG = LoggerFactory.getLogger(Mailbox.class);

    private final Deque<Runnable> urgent = new ArrayDeque<>();
    private final Deque<Runnable> ordinary = new ArrayDeque<>();
    private final Object lock = new Object();
    private final Executor executor;
    private final String loop;
    private boolean busy;
    private boolean urgentNext = true;
    private volatile @Nullable Thread worker;

    Mailbox(Executor executor, String loop) {
        this.executor = executor;
        this.loop = loop;
    }

    void post(Runnable command) {
        put(ordinary, command);
    }

    void postUrgent(Runnable command) {
        put(urgent, command);
    }

    /** Asks for something and waits for the answer; see {@link #ask}. */
    <T> T askUrgently(Supplier<T> command) {
        requireOther();
        CompletableFuture<T> answer = new CompletableFuture<>();
        postUrgent(() -> answer(answer, command));
        return await(answer);
    }

    /**
     * Asks for something and waits for the answer.
     *
     * @throws IllegalStateException if this is the thread that commands run on
     * @throws LoopException if the waiting is interrupted; the flag is kept, and the command runs all the same
     */
    <T> T ask(Supplier<T> command) {
        requireOther();
        CompletableFuture<T> answer = new CompletableFuture<>();
        post(() -> answer(answer, command));
        return await(answer);
    }

    /** Refuses to wait on the thread that commands run on, which would wait for ever. */
    void requireOther() {
        if (Thread.currentThread() == worker) {
            throw new IllegalStateException("a listener of events can't ask loop '" + loop
                    + "' for something while the loop tells it of an event; ask on another thread");
        }
    }

    /** Whoever asked may have gone; answering keeps nobody waiting. */
    static <T> void answer(CompletableFuture<T> answer, Supplier<T> command) {
        try {
            answer.complete(command.get());
        } catch (RuntimeException | Error e) {
            answer.completeExceptionally(e);
        }
    }

    private <T> T await(CompletableFuture<T> answer) {
        try {
            return answer.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LoopException(Kind.CONTEXT_DONE, loop, "waiting for it was interrupted", e);
        } catch (ExecutionException e) {
            throw thrown(e);
        }
    }

    static RuntimeException thrown(ExecutionException e) {
        if (e.getCause() instanceof Error error) {
            throw error;
        }
        return e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e);
    }

    private void put(Deque<Runnable> lane, Runnable command) {
        boolean starts;
        synchronized (lock) {
            lane.add(command);
            starts = !busy;
            busy = true;
        }
        if (starts) {
            start();
        }
    }

    /** When there is no thread, whoever brings a command runs it: no command is ever lost. */
    private void start() {
        try {
            executor.execute(this::runAll);
        } catch (RejectedExecutionException e) {
            LOG.debug("no thread is free for a loop, its caller lends one", e);
            runUninterrupted();
        }
    }

    /** The thread of a caller may be interrupted at any time, and an interrupt must not reach the journal. */
    private void runUninterrupted() {
        boolean interrupted = Thread.interrupted();
        try {
            runAll();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void runAll() {
        Thread before = worker;
        worker = Thread.currentThread();
        try {
            for (Runnable next = next(); next != null; next = next()) {
                run(next);
            }
        } finally {
            worker = before;
        }
    }

    /** A command that dies must not take those behind it along. */
    private static void run(Runnable command) {
        try {
            command.run();
        } catch (RuntimeException | Error e) {
            LOG.error("a command of a loop failed", e);
        }
    }

    private @Nullable Runnable next() {
        synchronized (lock) {
            boolean takesUrgent = ordinary.isEmpty() || (urgentNext && !urgent.isEmpty());
            Runnable next = takesUrgent ? urgent.poll() : ordinary.poll();
            urgentNext = !takesUrgent || ordinary.isEmpty();
            busy = next != null;
            return next;
        }
    }
}

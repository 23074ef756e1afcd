package dev.harbor.llm.langchain4j;

import dev.harbor.error.ErrorCode;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmException;
import dev.harbor.llm.LlmReply;
import dev.harbor.policy.Cancellation;
import dev.harbor.policy.ErrorClass;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Is one request under way: what the provider's threads hear comes to the caller's thread through a queue, so that pieces are told in order, on one thread, and none
 * after the call has ended. Providers write from any thread; one caller waits.
 */
final class Exchange {

    /** Is what comes to the caller. */
    private sealed interface Signal {
        record Piece(String text) implements Signal {}

        record Answer(LlmReply reply) implements Signal {}

        record Failure(Throwable thrown) implements Signal {}

        record Stop(String reason) implements Signal {}
    }

    private final BlockingQueue<Signal> signals = new LinkedBlockingQueue<>();
    private final LlmCall call;
    private final Clock clock;
    private final @Nullable Duration maxSilence;
    private volatile boolean isOver;
    private volatile @Nullable Runnable abort;

    Exchange(LlmCall call, Clock clock, @Nullable Duration maxSilence) {
        this.call = call;
        this.clock = clock;
        this.maxSilence = maxSilence;
    }

    void piece(String text) {
        if (!text.isEmpty()) {
            signals.add(new Signal.Piece(text));
        }
    }

    void answer(LlmReply reply) {
        signals.add(new Signal.Answer(reply));
    }

    void failed(Throwable thrown) {
        signals.add(new Signal.Failure(thrown));
    }

    /** Takes what ends the request at the provider; it runs at once if nobody waits any more. */
    void abortWith(Runnable action) {
        abort = action;
        if (isOver) {
            action.run();
        }
    }

    /**
     * Starts the work on a thread of its own and waits for its answer.
     *
     * @param failures says what the work's failure means
     * @throws LlmException if there is none
     */
    LlmReply await(Runnable work, Function<Throwable, LlmException> failures) {
        requireAlive();
        Cancellation.Registration registration = call.cancellation()
                .onCancel(() -> signals.add(new Signal.Stop(String.valueOf(call.cancellation().reason()))));
        Thread worker = Starter.start(() -> guarded(work));
        try {
            return receive(failures);
        } finally {
            registration.close();
            isOver = true;
            worker.interrupt();
            Runnable action = abort;
            if (action != null) {
                action.run();
            }
        }
    }

    private void requireAlive() {
        if (call.cancellation().isCancelled()) {
            throw cancelled(String.valueOf(call.cancellation().reason()));
        }
        if (Thread.currentThread().isInterrupted()) {
            throw cancelled("the thread was interrupted");
        }
    }

    private void guarded(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            failed(e);
        }
    }

    private LlmReply receive(Function<Throwable, LlmException> failures) {
        while (true) {
            Signal signal = next();
            if (signal == null) {
                throw late();
            }
            if (signal instanceof Signal.Piece piece) {
                call.deltas().accept(piece.text());
            } else if (signal instanceof Signal.Answer answer) {
                return answer.reply();
            } else if (signal instanceof Signal.Failure failure) {
                throw failures.apply(failure.thrown());
            } else if (signal instanceof Signal.Stop stop) {
                throw cancelled(stop.reason());
            }
        }
    }

    private @Nullable Signal next() {
        try {
            Duration left = patience();
            if (left == null) {
                return signals.take();
            }
            return left.isNegative() || left.isZero() ? null : signals.poll(nanos(left), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw cancelled("the thread was interrupted");
        }
    }

    /** Returns how long to wait for the next signal; null for as long as it takes. */
    private @Nullable Duration patience() {
        Instant deadline = call.deadline().orElse(null);
        if (deadline == null) {
            return maxSilence;
        }
        Duration left = Duration.between(clock.instant(), deadline);
        return maxSilence == null || maxSilence.compareTo(left) > 0 ? left : maxSilence;
    }

    private static long nanos(Duration time) {
        return time.compareTo(Duration.ofDays(365)) > 0 ? Duration.ofDays(365).toNanos() : time.toNanos();
    }

    private static LlmException late() {
        return new LlmException(
                ErrorCode.MODEL_FAILED, ErrorClass.TIMEOUT, "the model gave no answer in time", null);
    }

    private static LlmException cancelled(String reason) {
        return new LlmException(
                ErrorCode.CANCELLED, ErrorClass.PERMANENT, "the call of the model was cancelled: " + reason, null);
    }
}

package dev.harbor.dispatch;

import dev.harbor.event.EventSink;
import dev.harbor.event.LlmAttempted;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmRequest;
import dev.harbor.policy.Cancellation;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolError;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Is one request to a model as the shell sees it. */
final class AskingCall implements ShellCall {

    private final LlmRequest request;
    private final LlmCall call;
    private final ShellServices services;
    private final EventSink events;
    private final Clock clock;
    private final long deadlineNanos;
    private volatile @Nullable Hearing last;

    AskingCall(LlmRequest request, LlmCall call, ShellServices services, EventSink events, Clock clock) {
        this.request = request;
        this.call = call;
        this.services = services;
        this.events = events;
        this.clock = clock;
        this.deadlineNanos = call.deadline().map(this::nanos).orElse(Long.MAX_VALUE);
    }

    private long nanos(Instant deadline) {
        Duration left = Duration.between(clock.instant(), deadline);
        return Nanos.after(services.nanoTime().getAsLong(), Math.max(0, Nanos.of(left)));
    }

    LlmRequest request() {
        return request;
    }

    /** Returns the call of an attempt: nobody hears pieces of one that has ended, and who listens is told when another one begins. */
    Hearing hearing(ToolContext context) {
        Hearing before = last;
        if (before != null) {
            before.end();
            call.restarts().run();
        }
        Hearing hearing = new Hearing(call, context);
        last = hearing;
        return hearing;
    }

    /** Is what one attempt hears with. */
    static final class Hearing {

        private final AtomicBoolean isOver = new AtomicBoolean();
        private final LlmCall call;

        private Hearing(LlmCall whole, ToolContext context) {
            this.call = whole.cancellation(context.cancellation()).deltas(piece -> tell(whole, piece));
        }

        private void tell(LlmCall whole, String piece) {
            if (!isOver.get()) {
                whole.deltas().accept(piece);
            }
        }

        LlmCall call() {
            return call;
        }

        void end() {
            isOver.set(true);
        }
    }

    @Override
    public ToolContext context(int attempt, long limitNanos, Supplier<Cancellation> cancellation) {
        return new AskingContext(call, attempt, cancellation);
    }

    @Override
    public long deadlineNanos() {
        return deadlineNanos;
    }

    @Override
    public Cancellation cancellation() {
        return call.cancellation();
    }

    @Override
    public void attempted(int attempt, @Nullable ToolError failure, long elapsedNanos) {
        Hearing ended = last;
        if (ended != null) {
            ended.end();
        }
        events.accept(new LlmAttempted(
                call.provenance(request.model()),
                clock.instant(),
                attempt,
                failure == null ? null : failure.errorClass().wireName(),
                Duration.ofNanos(elapsedNanos)));
    }

    @Override
    public void abandoned(int attempt, int stillRunning) {
        // What it may still hear is not told: its attempt has ended.
    }

    @Override
    public void answeredLate(int attempt, @Nullable ToolError failure) {
        // Nobody waits for it.
    }
}

package dev.harbor.turn;

import dev.harbor.json.Json;
import dev.harbor.loop.TurnHandle;
import dev.harbor.loop.TurnResult;
import dev.harbor.loop.TurnState;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Is a turn as its caller sees it. Thread-safe. */
final class PendingTurn implements TurnHandle {

    private final String turn;
    private final Wishes wishes;
    private final CompletableFuture<TurnResult> end = new CompletableFuture<>();
    private final CompletableFuture<TurnResult> stage = new CompletableFuture<>();
    private final Object lock = new Object();
    private CompletableFuture<TurnResult> settled = new CompletableFuture<>();
    private volatile TurnState state = TurnState.QUEUED;

    PendingTurn(String turn, Wishes wishes) {
        this.turn = turn;
        this.wishes = wishes;
    }

    /** Has the loop do what is wished of one of its turns. */
    interface Wishes {

        boolean withdraw(PendingTurn turn);

        boolean interrupt(PendingTurn turn, String reason);
    }

    void runs() {
        synchronized (lock) {
            state = TurnState.RUNNING;
            if (settled.isDone()) {
                settled = new CompletableFuture<>();
            }
        }
    }

    void waits(TurnNews news) {
        synchronized (lock) {
            state = TurnState.WAITING;
            settled.complete(result(news));
        }
    }

    void ends(TurnNews news, Executor executor) {
        ends(result(news), executor);
    }

    /** What others hang on to the stage must not run on the thread of the loop. */
    void ends(TurnResult result, Executor executor) {
        synchronized (lock) {
            state = result.state();
            if (settled.isDone()) {
                settled = new CompletableFuture<>();
            }
            settled.complete(result);
            end.complete(result);
        }
        try {
            executor.execute(() -> stage.complete(result));
        } catch (RejectedExecutionException e) {
            stage.complete(result);
        }
    }

    void isLeft(String reason, Executor executor) {
        ends(new TurnResult(turn, TurnState.LEFT, reason, Json.NULL, List.of()), executor);
    }

    private TurnResult result(TurnNews news) {
        return new TurnResult(turn, news.state(), news.reason(), news.result(), news.tokens());
    }

    @Override
    public String turn() {
        return turn;
    }

    @Override
    public TurnState state() {
        return state;
    }

    @Override
    public Optional<TurnResult> await(Duration most) throws InterruptedException {
        CompletableFuture<TurnResult> current;
        synchronized (lock) {
            current = settled;
        }
        return await(current, most);
    }

    @Override
    public Optional<TurnResult> awaitEnd(Duration most) throws InterruptedException {
        return await(end, most);
    }

    private static Optional<TurnResult> await(CompletableFuture<TurnResult> future, Duration most)
            throws InterruptedException {
        try {
            return Optional.of(future.get(TimeUnit.NANOSECONDS.convert(most), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a turn does not throw", e.getCause());
        }
    }

    @Override
    public boolean withdraw() {
        return wishes.withdraw(this);
    }

    @Override
    public boolean interrupt(String reason) {
        return wishes.interrupt(this, Objects.requireNonNull(reason, "reason"));
    }

    @Override
    public CompletionStage<TurnResult> toCompletionStage() {
        return stage.minimalCompletionStage();
    }

    @Override
    public String toString() {
        return "TurnHandle[" + turn + ", " + state.wireName() + "]";
    }
}

package dev.harbor.turn;

import dev.harbor.artifact.ArtifactScope;
import dev.harbor.error.ErrorCode;
import dev.harbor.identity.RunIdentity;
import dev.harbor.json.Json;
import dev.harbor.loop.ForeignAgent;
import dev.harbor.loop.ForeignTurn;
import dev.harbor.policy.Cancellation;
import dev.harbor.turn.TurnNews.Kind;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands turns over to an agent elsewhere. Thread-safe. */
final class ForeignEngine implements TurnEngine {

    private static final Logger LOG = LoggerFactory.getLogger(ForeignEngine.class);
    private static final String LEAVING = "the loop is given up";

    private final Map<String, Cancellation> running = new ConcurrentHashMap<>();
    private final LoopServices services;
    private final ForeignAgent agent;

    ForeignEngine(LoopServices services, ForeignAgent agent) {
        this.services = services;
        this.agent = agent;
    }

    @Override
    public void begin(Turn turn, Json input) {
        if (turn.isRepeated() && !agent.isRepeatable()) {
            turn.tell(TurnNews.of(Kind.INTERRUPTED, ErrorCode.UNKNOWN_WRITE_OUTCOME.value()));
            return;
        }
        Cancellation cancellation = Cancellation.create();
        running.put(turn.run().runId(), cancellation);
        try {
            services.executor().execute(() -> turn.tell(carriedOut(turn, cancellation)));
        } catch (RejectedExecutionException e) {
            LOG.debug("no thread is free for {}", turn, e);
            turn.tell(TurnNews.of(Kind.FAILED, "overloaded"));
        }
    }

    private TurnNews carriedOut(Turn turn, Cancellation cancellation) {
        Interrupter interrupter = new Interrupter(Thread.currentThread());
        try (Cancellation.Registration registration = cancellation.onCancel(interrupter::interrupt)) {
            Objects.requireNonNull(registration);
            Json answer = Objects.requireNonNull(agent.answer(foreign(turn, cancellation)), "answer");
            return new TurnNews(Kind.DONE, "goal", visible(turn, answer), List.of());
        } catch (Exception e) {
            return failure(turn, cancellation, e);
        } finally {
            running.remove(turn.run().runId(), cancellation);
            interrupter.end();
        }
    }

    /** Interrupts a thread that is lent by an executor, and never after the work that it was lent for. */
    private static final class Interrupter {

        private final Thread thread;
        private boolean over;

        Interrupter(Thread thread) {
            this.thread = thread;
        }

        synchronized void interrupt() {
            if (!over) {
                thread.interrupt();
            }
        }

        synchronized void end() {
            over = true;
            if (Thread.interrupted()) {
                LOG.debug("a turn was interrupted");
            }
        }
    }

    private static TurnNews failure(Turn turn, Cancellation cancellation, Exception e) {
        if (LEAVING.equals(cancellation.reason())) {
            return TurnNews.of(Kind.LEFT, "left");
        }
        if (cancellation.isCancelled()) {
            return TurnNews.of(Kind.INTERRUPTED, "cancelled");
        }
        LOG.warn("{} fails: the agent elsewhere gave no answer", turn, e);
        return TurnNews.of(Kind.FAILED, "agent_failed");
    }

    private static ForeignTurn foreign(Turn turn, Cancellation cancellation) {
        return new ForeignTurn(
                turn.run().identity(),
                turn.loop(),
                turn.run().runId(),
                turn.input().text(),
                turn.input().content(),
                turn.isRepeated(),
                cancellation);
    }

    private Json visible(Turn turn, Json answer) {
        ArtifactScope scope =
                new ArtifactScope(turn.run().identity(), turn.run().runId());
        return services.safety()
                .settle(answer, scope, "loop.answer", services.safety().thresholdBytes())
                .visible();
    }

    @Override
    public void interrupt(Turn turn, String reason) {
        cancel(turn, reason);
    }

    private void cancel(Turn turn, String reason) {
        Cancellation cancellation = running.get(turn.run().runId());
        if (cancellation != null) {
            cancellation.cancel(reason);
        }
    }

    /** Another agent's turn can't be told anything before its answer. */
    @Override
    public boolean hear(Turn turn, String text) {
        return false;
    }

    @Override
    public void leave(Turn turn) {
        cancel(turn, LEAVING);
    }

    @Override
    public void forget(Turn turn) {
        running.remove(turn.run().runId());
    }

    @Override
    public boolean isBusy(RunIdentity run) {
        return false;
    }
}

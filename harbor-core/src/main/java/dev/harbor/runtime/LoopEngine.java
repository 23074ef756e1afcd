package dev.harbor.runtime;

import dev.harbor.error.HarborException;
import dev.harbor.error.StoreException;
import dev.harbor.identity.RunIdentity;
import dev.harbor.json.Json;
import dev.harbor.loop.LoopDefinition;
import dev.harbor.pause.Control;
import dev.harbor.pause.ControlKind;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.turn.Turn;
import dev.harbor.turn.TurnEngine;
import dev.harbor.turn.TurnNews;
import dev.harbor.turn.TurnNews.Kind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Drives each turn as a run over the tools of the turn. Thread-safe. */
final class LoopEngine implements TurnEngine {

    private static final Logger LOG = LoggerFactory.getLogger(HarborRuntime.class);
    private static final String LEFT = "left";

    private final RuntimeParts parts;
    private final Runs runs;
    private final Steering steering;

    LoopEngine(RuntimeParts parts, Runs runs, Steering steering) {
        this.parts = parts;
        this.runs = runs;
        this.steering = steering;
    }

    /** Whether the run is there tells whether the turn was begun before: its name follows from the turn. */
    @Override
    public void begin(Turn turn, Json input) {
        parts.loops().turns().put(turn);
        RunIdentity run = turn.run();
        if (parts.runs().head(run).isEmpty()) {
            runs.start(run.identity(), request(turn, input));
            return;
        }
        try {
            runs.resume(run.identity(), ResumeRequest.of(run.runId()));
        } catch (ConfigurationDriftException e) {
            LOG.warn("{} can't go on: {}", turn, e.getMessage());
            giveUp(turn, Kind.INTERRUPTED, "configuration_drift");
        } catch (StoreException | RuntimeOverloaded e) {
            turn.tell(TurnNews.of(Kind.STALLED, e.code().value()));
        } catch (HarborException e) {
            LOG.warn("{} can't go on: {}", turn, e.getMessage());
            giveUp(turn, Kind.FAILED, e.code().value());
        }
    }

    private static RunRequest request(Turn turn, Json input) {
        LoopDefinition definition = turn.definition();
        RunRequest request = RunRequest.goal(turn.input().text())
                .input(input)
                .id(turn.run().runId())
                .limits(definition.limits(turn.mode()));
        return definition.profile().map(request::profile).orElse(request);
    }

    /** What is told first is why the turn is over; that its run was cancelled as well is no news then. */
    private void giveUp(Turn turn, Kind kind, String reason) {
        turn.tell(TurnNews.of(kind, reason));
        runs.cancel(turn.run(), reason);
    }

    @Override
    public void interrupt(Turn turn, String reason) {
        RunHandle live = runs.liveHandle(turn.run());
        if (live != null) {
            live.cancel(reason);
        } else {
            runs.cancel(turn.run(), reason);
        }
    }

    @Override
    public boolean hear(Turn turn, String text) {
        String user = turn.run().identity().user();
        try {
            Json message = Json.of(Map.of("message", text));
            Control control = new Control(
                    ControlKind.USER_MESSAGE, message, user, parts.clock().instant());
            steering.steer(turn.run().identity(), turn.run().runId(), control);
            return true;
        } catch (HarborException | IllegalArgumentException e) {
            LOG.debug("{} does not hear a message, which gets a turn of its own", turn, e);
            return false;
        }
    }

    @Override
    public void leave(Turn turn) {
        RunHandle live = runs.liveHandle(turn.run());
        if (live != null) {
            live.leave();
        }
    }

    @Override
    public void forget(Turn turn) {
        parts.loops().turns().remove(turn);
    }

    @Override
    public boolean isBusy(RunIdentity run) {
        return parts.runs()
                .head(run)
                .filter(info -> info.claim() != null
                        && info.claim().isLive(parts.clock().instant()))
                .isPresent();
    }

    /** Tells a turn of what is driven for it, and of how that ends. Nothing if the run is no turn. */
    static void follow(RuntimeParts parts, Runs runs, RunHandle handle) {
        Turn turn = parts.loops().turns().find(handle.runId());
        if (turn != null) {
            turn.tell(TurnNews.of(Kind.RUNNING, ""));
            follow(turn, runs, handle);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the run's own future is kept; what comes back here ends with it
    private static void follow(Turn turn, Runs runs, RunHandle handle) {
        handle.result().whenComplete((ended, failure) -> {
            if (ended != null) {
                turn.tell(news(ended, () -> runs.find(turn.run())));
            } else if (!handle.result().isCancelled()) {
                turn.tell(TurnNews.of(Kind.STALLED, "drive_failed"));
            }
        });
    }

    /** Lets the loop find out why a turn that was answered does not go on. Nothing if the run is no turn. */
    static void answered(RuntimeParts parts, String runId) {
        Turn turn = parts.loops().turns().find(runId);
        if (turn != null) {
            turn.tell(TurnNews.of(Kind.ANSWERED, ""));
        }
    }

    /** Tells a turn of what somebody did to its run that was not driven. Nothing if the run is no turn. */
    static void changed(RuntimeParts parts, Run run) {
        Turn turn = parts.loops().turns().find(run.runId());
        if (turn != null) {
            TurnNews news = news(run.state(), run.reason(), run.result(), List.of());
            turn.tell(run.state() == RunState.RUNNING ? TurnNews.of(Kind.ANSWERED, run.reason()) : news);
        }
    }

    /** Who lost a run, because somebody closed it from outside, says only that; the record says how it is. */
    private static TurnNews news(RunResult ended, Supplier<Optional<Run>> onRecord) {
        if (ended.state() != RunState.RUNNING) {
            return news(ended.state(), ended.reason(), ended.result(), ended.tokens());
        }
        if (ended.reason().equals(LEFT)) {
            return TurnNews.of(Kind.LEFT, LEFT);
        }
        return read(onRecord)
                .filter(run -> run.state() != RunState.RUNNING)
                .map(run -> news(run.state(), run.reason(), run.result(), List.of()))
                .orElseGet(() -> TurnNews.of(Kind.STALLED, ended.reason()));
    }

    private static Optional<Run> read(Supplier<Optional<Run>> onRecord) {
        try {
            return onRecord.get();
        } catch (HarborException e) {
            LOG.debug("a run could not be looked at", e);
            return Optional.empty();
        }
    }

    private static TurnNews news(RunState state, String reason, @Nullable Json result, List<String> tokens) {
        Kind kind = switch (state) {
            case SUCCEEDED -> Kind.DONE;
            case CANCELLED -> Kind.INTERRUPTED;
            case WAITING -> Kind.WAITING;
            case RUNNING -> Kind.STALLED;
            default -> Kind.FAILED;
        };
        return new TurnNews(kind, reason, result == null ? Json.NULL : result, tokens);
    }
}

package dev.harbor.observability;

import dev.harbor.event.ArtifactStored;
import dev.harbor.event.CallEvent;
import dev.harbor.event.CallProvenance;
import dev.harbor.event.ContextLeaked;
import dev.harbor.event.EventSink;
import dev.harbor.event.FlowBudgetExceeded;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.LlmAttempted;
import dev.harbor.event.LoopClosed;
import dev.harbor.event.LoopInputQueued;
import dev.harbor.event.LoopInputWithdrawn;
import dev.harbor.event.LoopTurnStarted;
import dev.harbor.event.PauseRequested;
import dev.harbor.event.PauseResolved;
import dev.harbor.event.PlannerDecided;
import dev.harbor.event.RunEnded;
import dev.harbor.event.RunResumed;
import dev.harbor.event.RunStarted;
import dev.harbor.event.ToolAbandoned;
import dev.harbor.event.ToolAnsweredLate;
import dev.harbor.event.ToolAttempted;
import dev.harbor.event.ToolInvoked;
import dev.harbor.identity.Identity;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Counts and measures what events tell. No value of a tag comes from people or models: tools are those of the catalog, and the rest are codes. */
final class Meters implements EventSink {

    private static final String BUDGET = "_budget_exhausted";

    private final Map<Class<?>, Consumer<HarborEvent>> listeners = new HashMap<>();
    private final Map<Drive, Instant> drives = new ConcurrentHashMap<>();
    private final MeterBook book;
    private final ToolTags tools;
    private final LoopQueue queue;

    /** Names a drive of a run. */
    private record Drive(Identity identity, String run) {}

    Meters(MeterBook book, ToolTags tools) {
        this.book = book;
        this.tools = tools;
        this.queue = new LoopQueue(change -> book.add("harbor.loop.queued", change));
        listenToRuns();
        listenToTools();
        listenToTheRest();
    }

    @Override
    public void accept(HarborEvent event) {
        Ended ended = Ended.of(event);
        if (ended != null) {
            ended(ended);
            return;
        }
        Consumer<HarborEvent> listener = listeners.get(event.getClass());
        if (listener != null) {
            listener.accept(event);
        }
    }

    private <E extends HarborEvent> void on(Class<E> type, Consumer<E> listener) {
        listeners.put(type, event -> listener.accept(type.cast(event)));
    }

    private void listenToRuns() {
        on(RunStarted.class, event -> begun(event, event.run()));
        on(RunResumed.class, event -> begun(event, event.run()));
        on(RunEnded.class, this::ended);
        on(PlannerDecided.class, event -> book.count("harbor.planner.decisions", "harbor.decision", event.decision()));
        on(PauseRequested.class, event -> book.count("harbor.pauses.requested", "harbor.pause.reason", event.reason()));
        on(
                PauseResolved.class,
                event -> book.count(
                        "harbor.pauses.resolved",
                        book.tag("harbor.pause.reason", event.reason())
                                .and(book.tag("harbor.pause.resolution", event.resolution())),
                        1));
    }

    private void listenToTools() {
        on(ToolInvoked.class, event -> book.add("harbor.tool.active", 1));
        on(ToolAttempted.class, this::attempted);
        on(ToolAbandoned.class, event -> book.count("harbor.tool.abandoned", tags(event)));
        on(ToolAnsweredLate.class, event -> book.count("harbor.tool.late", tags(event)));
        on(ArtifactStored.class, event -> book.size("harbor.artifacts.stored", tags(event), event.sizeBytes()));
        on(
                FlowBudgetExceeded.class,
                event -> book.count(
                        "harbor.flow.budget.exhausted", tags(event).and(book.tag("harbor.budget", event.axis()))));
    }

    private void listenToTheRest() {
        on(LlmAttempted.class, event -> book.count("harbor.llm.attempts", error(Tags.empty(), event.failure())));
        on(ContextLeaked.class, event -> book.count("harbor.llm.leaks", Tags.empty()));
        on(LoopInputQueued.class, event -> queue.came(event.identity(), event.loop(), event.turn()));
        on(LoopInputWithdrawn.class, event -> queue.went(event.identity(), event.loop(), event.turn()));
        on(LoopTurnStarted.class, event -> queue.went(event.identity(), event.loop(), event.turn()));
        on(LoopClosed.class, event -> queue.left(event.identity(), event.loop()));
    }

    private void begun(HarborEvent event, String run) {
        if (drives.put(new Drive(event.identity(), run), event.at()) == null) {
            book.add("harbor.run.active", 1);
        }
    }

    private void ended(RunEnded event) {
        Instant begun = drives.remove(new Drive(event.identity(), event.run()));
        if (begun == null) {
            return;
        }
        book.add("harbor.run.active", -1);
        Duration took = Duration.between(begun, event.at());
        Tags tags = book.tag("harbor.run.state", event.state()).and(book.tag("harbor.run.reason", event.reason()));
        book.time("gen_ai.invoke_agent.duration", tags, took.isNegative() ? Duration.ZERO : took);
        if (event.reason().endsWith(BUDGET)) {
            String budget = event.reason().substring(0, event.reason().length() - BUDGET.length());
            book.count("harbor.run.budget.exhausted", "harbor.budget", budget);
        }
    }

    private void attempted(ToolAttempted event) {
        if (event.failure() != null) {
            String error = event.failure().code().value();
            book.count("harbor.tool.attempts.failed", error(tags(event), error));
        }
    }

    private void ended(Ended ended) {
        CallProvenance call = ended.call();
        Tags tags = tools.of(call);
        book.add("harbor.tool.active", -1);
        book.count("harbor.tool.calls", error(tags.and("harbor.outcome", ended.outcome()), ended.error()));
        if (ended.attempts() > 0) {
            book.count("harbor.tool.attempts", tags, ended.attempts());
        }
        // What was refused before its tool was reached would make the tool look fast.
        if (ended.attempts() > 0 && ended.elapsed() != null) {
            book.time("gen_ai.execute_tool.duration", error(tags, ended.error()), ended.elapsed());
        }
        book.size("harbor.tool.arguments.size", tags, call.argumentsBytes());
        if (ended.outcome().equals("success")) {
            book.size("harbor.tool.result.size", tags, ended.resultBytes());
        }
    }

    /** Every series of a meter has the same tags, or Prometheus drops those that differ. */
    private Tags error(Tags tags, @Nullable String code) {
        return tags.and("error.type", code == null ? "none" : book.code("error.type", code));
    }

    private Tags tags(CallEvent event) {
        return tools.of(event.call());
    }
}

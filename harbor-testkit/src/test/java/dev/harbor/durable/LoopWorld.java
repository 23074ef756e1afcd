package dev.harbor.durable;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.catalog.ExternalToolset;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.LoopExternalToolsetChanged;
import dev.harbor.history.LoopHistory;
import dev.harbor.history.LoopStore;
import dev.harbor.history.RunStream;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalRecord;
import dev.harbor.json.Json;
import dev.harbor.loop.ExternalToolInstaller;
import dev.harbor.loop.Loop;
import dev.harbor.loop.LoopDefinition;
import dev.harbor.loop.TurnHandle;
import dev.harbor.loop.TurnResult;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Planner;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.testkit.Gate;
import dev.harbor.testkit.ManualClock;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.ToolInvoker;
import dev.harbor.tool.ToolOutput;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Is what outlives the processes of a test of loops. Its planner does what it is told: {@code use a b} calls the tools a and b, one a step, and ends with what became
 * of each; anything else ends at once. Before each decision it notes what it is shown.
 */
final class LoopWorld {

    static final Identity ADA = World.ADA;
    static final String LOOP = "chat";
    static final Duration BOUND = Duration.ofSeconds(60);

    final ManualClock clock = ManualClock.create();
    final Journal journal = InMemoryJournal.create(clock);
    final List<HarborEvent> events = new CopyOnWriteArrayList<>();
    final List<List<String>> shown = new CopyOnWriteArrayList<>();
    final List<Json> inputs = new CopyOnWriteArrayList<>();
    final Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();
    final Map<String, AtomicInteger> closed = new ConcurrentHashMap<>();
    final Gate gate = Gate.closed();
    UnaryOperator<HarborRuntime.Builder> more = builder -> builder;

    /** Returns a runtime of a process. */
    HarborRuntime process(Journal view) {
        return more.apply(HarborRuntime.builder()
                        .artifacts(Artifacts.memory())
                        .journal(view)
                        .clock(clock)
                        .ticker(clock::nanoTime)
                        .planner(planner())
                        .closeGrace(Duration.ZERO)
                        .events(events::add))
                .build();
    }

    HarborRuntime process() {
        return process(MortalJournal.healthy(journal));
    }

    Planner planner() {
        return this::decide;
    }

    private Decision decide(PlanContext context) {
        shown.add(context.tools().stream().map(tool -> tool.id().name()).toList());
        int step = context.trajectory().size();
        if (step == 0) {
            inputs.add(context.input());
        }
        List<String> words = List.of(context.goal().split(" "));
        if (words.get(0).equals("use") && step + 1 < words.size()) {
            return Decision.call(words.get(step + 1), Json.EMPTY_OBJECT);
        }
        return Decision.finish(Json.of(statuses(context)));
    }

    private static List<String> statuses(PlanContext context) {
        return context.trajectory().steps().stream()
                .flatMap(each -> each.observations().stream())
                .map(Observation::status)
                .toList();
    }

    /** Returns a tool that counts its calls and its closings, and passes the gate if it is named after it. */
    Tool<Json, Json> tool(String name) {
        return Tool.of(
                        ToolDefinition.builder(ToolId.of(name), Json.parse("{\"type\":\"object\"}"))
                                .build(),
                        new Counting(name))
                .effect(SideEffect.READ);
    }

    private final class Counting implements ToolInvoker<Json, Json> {

        private final String name;

        Counting(String name) {
            this.name = name;
        }

        @Override
        public Json decode(Json arguments) {
            return arguments;
        }

        @Override
        public Json encodeInput(Json input) {
            return input;
        }

        @Override
        public ToolOutput<Json> invoke(Json input, ToolContext context) throws InterruptedException {
            count(calls, name);
            if (name.startsWith("gate")) {
                gate.pass();
            }
            return ToolOutput.of(Json.of(name));
        }

        @Override
        public Json encodeResult(Json value, boolean validate) {
            return value;
        }

        @Override
        public void close() {
            count(closed, name);
        }
    }

    private static void count(Map<String, AtomicInteger> counts, String name) {
        counts.computeIfAbsent(name, any -> new AtomicInteger()).incrementAndGet();
    }

    int called(String name) {
        return calls.getOrDefault(name, new AtomicInteger()).get();
    }

    int closed(String name) {
        return closed.getOrDefault(name, new AtomicInteger()).get();
    }

    /** Returns a definition that declares the tools base and gate, and no mode. */
    LoopDefinition plain() {
        return LoopDefinition.builder("plain").tools(tool("base"), tool("gate")).build();
    }

    ExternalToolset set(String source, String generation, String... names) {
        return ExternalToolset.of(
                source, generation, Stream.of(names).map(this::tool).toList());
    }

    static ExternalToolInstaller installer(Loop loop) {
        return loop.controller().capability(ExternalToolInstaller.class).orElseThrow();
    }

    static TurnResult end(TurnHandle turn) {
        try {
            return turn.awaitEnd(BOUND).orElseThrow(() -> new AssertionError(turn + " has not ended"));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static TurnResult settled(TurnHandle turn) {
        try {
            return turn.await(BOUND).orElseThrow(() -> new AssertionError(turn + " goes on"));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Has a turn carried out and returns what it was shown. */
    List<String> shownTo(Loop loop) {
        end(loop.send("look"));
        return lastShown();
    }

    List<String> lastShown() {
        return shown.get(shown.size() - 1).stream()
                .filter(name -> !name.equals("artifact.fetch"))
                .toList();
    }

    List<LoopExternalToolsetChanged> changes() {
        return events.stream()
                .filter(LoopExternalToolsetChanged.class::isInstance)
                .map(LoopExternalToolsetChanged.class::cast)
                .toList();
    }

    String stream() {
        return LoopStore.streamOf(LoopStore.keyOf(ADA, LOOP));
    }

    List<JournalRecord> records() {
        try (Stream<JournalRecord> records = journal.read(stream(), 1)) {
            return records.toList();
        }
    }

    List<String> types() {
        return records().stream().map(record -> record.entry().type()).toList();
    }

    <T> T history(Function<LoopHistory, T> question) {
        return question.apply(new LoopHistory(ADA, stream()).addAll(records().stream()));
    }

    /** Lets the leases of dead processes run out. */
    void passLease() {
        clock.advance(RunStream.LEASE.plusSeconds(1));
    }
}

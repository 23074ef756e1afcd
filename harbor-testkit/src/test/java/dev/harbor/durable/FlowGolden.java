package dev.harbor.durable;

import dev.harbor.access.ApprovalPolicy;
import dev.harbor.catalog.ToolFinder;
import dev.harbor.durable.World.Value;
import dev.harbor.flow.Flow;
import dev.harbor.flow.Node;
import dev.harbor.flow.Ref;
import dev.harbor.history.RecordType;
import dev.harbor.history.RunFold;
import dev.harbor.history.RunHistory;
import dev.harbor.journal.JournalRecord;
import dev.harbor.json.Json;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Decision;
import dev.harbor.plan.PlanContext;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolOutput;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/**
 * Makes a run that finds a tool and calls a flow, one of whose nodes waits for an approval: its records have every member that flows and searches need. {@link #main}
 * writes the golden files anew, into the directory that it is given; those of a version that was released are never written again.
 */
final class FlowGolden {

    /** Enough to be stored. */
    private static final int HEAVY = 40_000;

    private static final List<String> NODES = List.of("c2.heavy", "c2.both", "c2.act", "c2.tell");

    private FlowGolden() {}

    /** Writes {@code flow.jsonl} and {@code flow.txt}. */
    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        Files.createDirectories(directory);
        List<JournalRecord> records = records();
        Files.write(
                directory.resolve("flow.jsonl"),
                records.stream().map(GoldenJournal::line).toList());
        Files.write(directory.resolve("flow.txt"), render(records));
    }

    /** Returns what a run leaves that parks at a node and goes on there. */
    static List<JournalRecord> records() {
        World world = new World();
        Tool<Value, Value> act = world.acting("world.act").effect(SideEffect.WRITE);
        world.more = builder -> builder.toolSearch(finder())
                .tools(Tool.of("world.deferred", Value.class, Value.class, value -> value)
                        .effect(SideEffect.READ)
                        .deferred())
                .tools(flow(act).tool(), act)
                .access(ApprovalPolicy.builder().tools("world.act").build());
        try (HarborRuntime runtime = world.process(FlowGolden::plan).build()) {
            Caller ada = runtime.as(World.ADA);
            RunResult parked = ada.start(RunRequest.goal("g").id(World.RUN)).await(World.BOUND);
            Objects.requireNonNull(ada.resolvePause(parked.tokens().get(0), Resolution.approve("eve"))
                            .run())
                    .await(World.BOUND);
        }
        return GoldenJournal.withoutChance(world.records(World.RUN));
    }

    private static ToolFinder finder() {
        return (snapshot, query, filter) -> snapshot.tools().stream()
                .filter(tool -> tool.id().name().equals("world.deferred") && filter.test(tool))
                .toList();
    }

    private static Flow flow(Tool<Value, Value> act) {
        return Flow.builder("demo.flow", Value.class)
                .add(
                        Node.step(
                                "heavy",
                                Tool.json("heavy", Json.EMPTY_OBJECT, in -> Json.of("x".repeat(HEAVY)))
                                        .effect(SideEffect.READ)),
                        Node.step("both", attaching()).after("heavy"),
                        Node.call("act", act).after("both"),
                        Node.step("tell", act).with(Ref.to("act")))
                .output("heavy", Ref.to("heavy"))
                .output("both", Ref.to("both"))
                .output("told", Ref.to("tell"))
                .maxParallel(1)
                .build();
    }

    private static Tool<Value, Value> attaching() {
        return Tool.producing(
                        "both",
                        Value.class,
                        Value.class,
                        (value, context) -> ToolOutput.of(value)
                                .block("text/plain", () -> new ByteArrayInputStream(new byte[] {65})))
                .effect(SideEffect.READ);
    }

    private static Decision plan(PlanContext context) {
        return switch (context.trajectory().size()) {
            case 0 -> Decision.call("tool.search", Json.of(Map.of("query", "what is deferred")));
            case 1 -> World.call("demo.flow");
            default -> World.finish();
        };
    }

    /** Returns what a history knows when the run is parked, and at its end. */
    static List<String> render(List<JournalRecord> records) {
        List<String> lines = new ArrayList<>();
        lines.add("parked");
        RunHistory parked = GoldenJournal.replay(untilThePause(records));
        lines.addAll(nodes(parked.root()));
        lines.addAll(GoldenJournal.render(parked));
        lines.add("ended");
        RunHistory ended = GoldenJournal.replay(records);
        lines.addAll(nodes(ended.root()));
        lines.addAll(GoldenJournal.render(ended));
        return lines;
    }

    /** Returns the records up to the one by which the run parks, itself included. */
    static List<JournalRecord> untilThePause(List<JournalRecord> records) {
        int resolved = 0;
        while (!records.get(resolved).entry().type().equals(RecordType.PAUSE_RESOLVED)) {
            resolved++;
        }
        return records.subList(0, resolved);
    }

    private static List<String> nodes(RunFold run) {
        List<String> lines = new ArrayList<>();
        lines.add("discovered " + new TreeSet<>(run.discovered()));
        lines.add("plan of c2 " + run.nodes().plan("c2").orElse("none"));
        NODES.forEach(node -> lines.add(
                node + " " + run.nodes().result(node).map(Object::toString).orElse("has to be made")));
        return lines;
    }
}

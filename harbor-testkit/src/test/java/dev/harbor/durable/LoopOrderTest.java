package dev.harbor.durable;

import static dev.harbor.durable.LoopWorld.ADA;
import static dev.harbor.durable.LoopWorld.LOOP;
import static dev.harbor.durable.LoopWorld.end;
import static dev.harbor.durable.LoopWorld.installer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.catalog.ToolsetChangeException;
import dev.harbor.durable.LoopPrefix.Content;
import dev.harbor.history.LoopRecordType;
import dev.harbor.journal.JournalRecord;
import dev.harbor.json.Json;
import dev.harbor.loop.Loop;
import dev.harbor.loop.LoopDefinition;
import dev.harbor.loop.LoopMode;
import dev.harbor.loop.TurnHandle;
import dev.harbor.loop.TurnResult;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.plan.PlanContext;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.ToolIdentity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What many do to a loop at once has one order, that of its journal: each change, each refusal and each answer fits one place of it between the moment of asking and that
 * of hearing, and a turn is shown, and can call, what the records before its own come to.
 */
@Timeout(240)
final class LoopOrderTest {

    private static final List<String> NAMES = List.of("a", "b", "c", "d", "e", "f", "plan");
    private static final List<String> SOURCES = List.of("zeta", "alpha", "\u00e9t\u00e9", "Z");
    private static final List<String> MODES = List.of("", "plan", "read");
    private static final int WORKERS = 6;
    private static final int STEPS = 30;

    private final LoopWorld world = new LoopWorld();
    private final Queue<Done> done = new ConcurrentLinkedQueue<>();
    private final Map<String, Set<List<String>>> shown = new ConcurrentHashMap<>();

    /** Is what somebody did, and how many records there were before and after. */
    private record Done(Deed deed, int before, int after) {}

    private sealed interface Deed {}

    private record Installed(String source, Content content) implements Deed {}

    private record Refused(String source, Content content, String tool) implements Deed {}

    private record Changed(String mode) implements Deed {}

    private record Seen(Map<String, Content> slots) implements Deed {}

    private record Sent(String turn, TurnResult result) implements Deed {}

    private LoopDefinition definition() {
        return LoopDefinition.builder("modal")
                .tools(world.tool("base"), world.tool("gate"))
                .mode(LoopMode.of("plan", world.tool("plan")))
                .mode(LoopMode.inheriting("read"))
                .initialMode("")
                .planner(this::decide)
                .build();
    }

    /** Calls the last tool that it is shown, then one that it is not shown, and tells what became of both. */
    private Decision decide(PlanContext context) {
        List<String> names = context.tools().stream()
                .map(tool -> tool.id().name())
                .filter(name -> !name.equals("artifact.fetch"))
                .toList();
        shown.computeIfAbsent(context.runId(), any -> ConcurrentHashMap.newKeySet())
                .add(names);
        // No mode declares both, and neither can be installed.
        String other = names.contains("plan") ? "base" : "plan";
        return switch (context.trajectory().size()) {
            case 0 -> Decision.call(names.get(names.size() - 1), Json.EMPTY_OBJECT);
            case 1 -> Decision.call(other, Json.EMPTY_OBJECT);
            default ->
                Decision.finish(Json.of(context.trajectory().steps().stream()
                        .flatMap(step -> step.observations().stream())
                        .map(Observation::status)
                        .toList()));
        };
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14, 15, 16})
    void whatManyDoAtOnce_hasTheOrderOfTheJournal(long seed) throws Exception {
        world.gate.open();
        ExecutorService crowd = Executors.newFixedThreadPool(WORKERS);
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, definition())) {
            List<Callable<Void>> work = new ArrayList<>();
            for (int worker = 0; worker < WORKERS; worker++) {
                Worker each = new Worker(loop, worker, new Random(seed * 100 + worker));
                work.add(each::work);
            }
            for (Future<Void> each : crowd.invokeAll(work)) {
                each.get();
            }
            check(seed);
        } finally {
            crowd.shutdownNow();
        }
    }

    /** Is one of those who use the loop at once. */
    private final class Worker {

        private final Loop loop;
        private final int number;
        private final Random random;
        private Deed last;

        Worker(Loop loop, int number, Random random) {
            this.loop = loop;
            this.number = number;
            this.random = random;
        }

        Void work() {
            for (int step = 0; step < STEPS; step++) {
                int before = world.records().size();
                Deed deed = act(step);
                done.add(new Done(deed, before, world.records().size()));
            }
            return null;
        }

        private Deed act(int step) {
            return switch (random.nextInt(8)) {
                case 0 -> {
                    TurnHandle turn = loop.send("turn");
                    yield new Sent(turn.turn(), end(turn));
                }
                case 1 -> {
                    String mode = MODES.get(random.nextInt(MODES.size()));
                    loop.controller().setMode(mode);
                    yield new Changed(mode);
                }
                case 2 -> new Seen(look());
                case 3 -> last instanceof Installed again ? replace(again.source(), again.content()) : replace(step);
                default -> replace(step);
            };
        }

        private Map<String, Content> look() {
            Map<String, Content> there = new HashMap<>();
            installer(loop).installed().forEach((source, tools) -> {
                List<String> names =
                        tools.tools().stream().map(ToolIdentity::name).toList();
                there.put(source, new Content(tools.generation(), names));
            });
            return there;
        }

        private Deed replace(int step) {
            List<String> names = new ArrayList<>(NAMES);
            Collections.shuffle(names, random);
            String source = SOURCES.get(random.nextInt(SOURCES.size()));
            return replace(source, new Content(number + "." + step, names.subList(0, random.nextInt(4))));
        }

        private Deed replace(String source, Content content) {
            try {
                installer(loop)
                        .replaceExternalTools(world.set(
                                source, content.generation(), content.names().toArray(String[]::new)));
                last = new Installed(source, content);
                return last;
            } catch (ToolsetChangeException refusal) {
                assertThat(refusal.kind()).isEqualTo(ToolsetChangeException.Kind.EXTERNAL_TOOL_COLLISION);
                return new Refused(source, content, refusal.tool());
            }
        }
    }

    private void check(long seed) {
        List<JournalRecord> records = world.records();
        List<LoopPrefix> prefixes = LoopPrefix.of(records);
        assertThat(done).hasSize(WORKERS * STEPS);
        for (Done each : done) {
            assertThat(places(each, records, prefixes).findAny())
                    .as("seed %d: %s fits no place of the journal", seed, each)
                    .isPresent();
        }
        assertTurns(records, prefixes);
        assertThat(records.stream().filter(LoopOrderTest::isChange).count())
                .as("nothing is recorded that nobody did, or twice")
                .isLessThanOrEqualTo(done.stream()
                        .filter(each -> each.deed() instanceof Installed)
                        .count());
    }

    private static boolean isChange(JournalRecord record) {
        return record.entry().type().equals(LoopRecordType.TOOLSET_CHANGED);
    }

    /** Returns the places, as numbers of records, at which something may have been done. */
    private static IntStream places(Done each, List<JournalRecord> records, List<LoopPrefix> prefixes) {
        IntPredicate fits = place -> fits(each.deed(), place, records, prefixes);
        // A record is there a moment before it is in force, and nothing else happens meanwhile.
        int first = each.deed() instanceof Seen || each.deed() instanceof Refused
                ? Math.max(0, each.before() - 1)
                : each.before();
        return IntStream.rangeClosed(first, each.after()).filter(fits);
    }

    private static boolean fits(Deed deed, int place, List<JournalRecord> records, List<LoopPrefix> prefixes) {
        LoopPrefix there = prefixes.get(place);
        if (deed instanceof Installed installed) {
            Content now = there.slots().get(installed.source());
            return installed.content().names().isEmpty()
                    ? now == null && isRecorded(installed, records)
                    : installed.content().equals(now);
        }
        if (deed instanceof Refused refused) {
            return refused.content().names().contains(refused.tool())
                    && there.isTaken(refused.source(), refused.tool());
        }
        if (deed instanceof Changed changed) {
            return there.mode().equals(changed.mode());
        }
        if (deed instanceof Seen seen) {
            return there.slots().equals(seen.slots());
        }
        return deed instanceof Sent sent && isEndOf(sent, place, records);
    }

    /** What a turn was shown, and what it could call, follows from where it began. */
    private void assertTurns(List<JournalRecord> records, List<LoopPrefix> prefixes) {
        int turns = 0;
        for (int place = 0; place < records.size(); place++) {
            JournalRecord record = records.get(place);
            if (record.entry().type().equals(LoopRecordType.TURN_STARTED)) {
                turns++;
                assertThat(shown.get(LoopPrefix.text(record.entry().data(), "run_id")))
                        .containsExactly(prefixes.get(place).shown());
            }
        }
        List<TurnResult> results = done.stream()
                .filter(each -> each.deed() instanceof Sent)
                .map(each -> ((Sent) each.deed()).result())
                .toList();
        assertThat(results)
                .hasSize(turns)
                .extracting(TurnResult::result)
                .containsOnly(Json.parse("[\"succeeded\",\"failed\"]"));
    }

    private static boolean isRecorded(Installed installed, List<JournalRecord> records) {
        return records.stream()
                .filter(LoopOrderTest::isChange)
                .anyMatch(record -> LoopPrefix.text(record.entry().data(), "generation")
                        .equals(installed.content().generation()));
    }

    private static boolean isEndOf(Sent sent, int place, List<JournalRecord> records) {
        return records.subList(0, place).stream()
                .filter(record -> record.entry().type().equals(LoopRecordType.TURN_STARTED))
                .anyMatch(record ->
                        LoopPrefix.text(record.entry().data(), "run_id").equals(sent.turn()));
    }
}

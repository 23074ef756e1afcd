package dev.harbor.durable;

import static dev.harbor.durable.LoopWorld.ADA;
import static dev.harbor.durable.LoopWorld.LOOP;
import static dev.harbor.durable.LoopWorld.end;
import static dev.harbor.durable.LoopWorld.installer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.harbor.catalog.ToolsetChangeException;
import dev.harbor.event.LoopExternalToolsetChanged;
import dev.harbor.history.LoopHistory;
import dev.harbor.json.Json;
import dev.harbor.loop.Loop;
import dev.harbor.loop.LoopDefinition;
import dev.harbor.loop.LoopMode;
import dev.harbor.loop.TurnHandle;
import dev.harbor.plan.Decision;
import dev.harbor.runtime.HarborRuntime;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a loop shows is what a plain map of slots says, one change after the other; of those who change one source at once the last on record stays. */
@Timeout(240)
final class LoopModelTest {

    private static final List<String> NAMES = List.of("a", "b", "c", "d", "e", "plan");
    private static final List<String> SOURCES = List.of("zeta", "alpha", "\u00e9t\u00e9", "Z");
    private static final List<String> MODES = List.of("", "plan", "read");

    private final LoopWorld world = new LoopWorld();
    private final Map<String, Set<List<String>>> shownToRun = new ConcurrentHashMap<>();

    private static int compareBytes(String left, String right) {
        return Arrays.compareUnsigned(left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
    }

    /** Is all that a loop has to show, in a few lines. */
    private static final class Model {

        private final TreeMap<String, List<String>> slots = new TreeMap<>(LoopModelTest::compareBytes);
        private String mode = "";

        List<String> shown() {
            List<String> shown = new ArrayList<>(mode.equals("plan") ? List.of("plan") : List.of("base", "gate"));
            slots.values().forEach(shown::addAll);
            return shown;
        }

        boolean takes(String source, List<String> names) {
            Set<String> taken = new HashSet<>(List.of("base", "gate", "plan"));
            slots.forEach((other, theirs) -> {
                if (!other.equals(source)) {
                    taken.addAll(theirs);
                }
            });
            return names.stream().noneMatch(taken::contains);
        }

        void put(String source, List<String> names) {
            slots.put(source, names);
        }
    }

    private LoopDefinition definition() {
        return LoopDefinition.builder("modal")
                .tools(world.tool("base"), world.tool("gate"))
                .mode(LoopMode.of("plan", world.tool("plan")))
                .mode(LoopMode.inheriting("read"))
                .initialMode("")
                .planner(context -> {
                    List<String> names = context.tools().stream()
                            .map(tool -> tool.id().name())
                            .filter(name -> !name.equals("artifact.fetch"))
                            .toList();
                    shownToRun
                            .computeIfAbsent(context.runId(), any -> ConcurrentHashMap.newKeySet())
                            .add(names);
                    return context.trajectory().size() < 2
                            ? Decision.call(names.get(names.size() - 1), Json.EMPTY_OBJECT)
                            : Decision.finish(Json.NULL);
                })
                .build();
    }

    private static List<String> someNames(Random random) {
        List<String> names = new ArrayList<>(NAMES);
        java.util.Collections.shuffle(names, random);
        return names.subList(0, random.nextInt(4));
    }

    private static <T> T one(List<T> of, Random random) {
        return of.get(random.nextInt(of.size()));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void randomChanges_showWhatThePureModelSays(long seed) {
        Random random = new Random(seed);
        Model model = new Model();
        world.gate.open();
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, definition())) {
            for (int step = 0; step < 60; step++) {
                switch (random.nextInt(4)) {
                    case 0, 1 -> replace(loop, model, random, step, seed);
                    case 2 -> {
                        model.mode = one(MODES, random);
                        loop.controller().setMode(model.mode);
                    }
                    default -> {
                        TurnHandle turn = loop.send("turn");
                        end(turn);
                        assertThat(shownToRun.get(turn.turn()))
                                .as("seed %d, step %d", seed, step)
                                .containsExactly(model.shown());
                    }
                }
            }
        }
    }

    private void replace(Loop loop, Model model, Random random, int step, long seed) {
        String source = one(SOURCES, random);
        List<String> names = someNames(random);
        Throwable refusal = catchThrowable(() ->
                installer(loop).replaceExternalTools(world.set(source, "g" + step, names.toArray(String[]::new))));
        if (model.takes(source, names)) {
            assertThat(refusal).as("seed %d, step %d", seed, step).isNull();
            model.put(source, names);
        } else {
            assertThat(refusal).as("seed %d, step %d", seed, step).isInstanceOf(ToolsetChangeException.class);
        }
    }

    @Test
    void hundredReplacementsOfOneSource_leaveTheOneThatWasRecordedLast() throws Exception {
        ExecutorService crowd = Executors.newFixedThreadPool(16);
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, definition())) {
            List<Callable<Integer>> work = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                String generation = "g" + i;
                work.add(() -> installer(loop)
                        .replaceExternalTools(world.set("mcp", generation, generation + ".x", generation + ".y"))
                        .installed());
            }
            for (Future<Integer> each : crowd.invokeAll(work)) {
                assertThat(each.get()).isEqualTo(2);
            }
            LoopExternalToolsetChanged last =
                    world.history(LoopHistory::toolsets).get("mcp");
            assertThat(installer(loop).installed().get("mcp").generation()).isEqualTo(last.generation());
            TurnHandle turn = loop.send("turn");
            end(turn);
            assertThat(shownToRun.get(turn.turn()))
                    .containsExactly(List.of("base", "gate", last.generation() + ".x", last.generation() + ".y"));
            assertThat(world.changes()).hasSize(100);
            org.awaitility.Awaitility.await()
                    .untilAsserted(() -> assertThat(world.closed.values().stream()
                                    .mapToInt(each -> each.get())
                                    .sum())
                            .as("each replaced tool is closed once")
                            .isEqualTo(198));
        } finally {
            crowd.shutdownNow();
        }
    }

    @Test
    void twoSourcesWithOneName_areOneThatHasIt_andOneThatIsRefused() throws Exception {
        ExecutorService crowd = Executors.newFixedThreadPool(2);
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, definition())) {
            for (int round = 0; round < 25; round++) {
                String shared = "shared" + round;
                List<Callable<Throwable>> work = List.of(
                        () -> catchThrowable(() -> installer(loop).replaceExternalTools(world.set("one", "g", shared))),
                        () -> catchThrowable(
                                () -> installer(loop).replaceExternalTools(world.set("two", "g", shared))));
                List<Throwable> refusals = new ArrayList<>();
                for (Future<Throwable> each : crowd.invokeAll(work)) {
                    Throwable refusal = each.get();
                    if (refusal != null) {
                        refusals.add(refusal);
                    }
                }
                assertThat(refusals).singleElement().isInstanceOfSatisfying(ToolsetChangeException.class, refusal -> {
                    assertThat(refusal.kind()).isEqualTo(ToolsetChangeException.Kind.EXTERNAL_TOOL_COLLISION);
                    assertThat(refusal.tool()).isEqualTo(shared);
                });
                installer(loop).replaceExternalTools(world.set("one", "empty"));
                installer(loop).replaceExternalTools(world.set("two", "empty"));
            }
        } finally {
            crowd.shutdownNow();
        }
    }
}

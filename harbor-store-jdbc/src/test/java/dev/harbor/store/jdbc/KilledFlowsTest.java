package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.json.Json;
import dev.harbor.run.CallResolution;
import dev.harbor.run.Invocation;
import dev.harbor.run.InvocationState;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunHandle;
import dev.harbor.testkit.Effect;
import dev.harbor.testkit.ToolRecorder;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kills a process in the middle of a flow, before and after a record and between an effect and its result, and goes on in another. At how many of these places:
 * {@code -Dharbor.crash.flow.places=41} for all of them.
 */
@Timeout(600)
final class KilledFlowsTest {

    private static final int PLACES = Integer.getInteger("harbor.crash.flow.places", 8);
    private static final int EVERY_PLACE = 2 * FlowDriving.APPENDS + FlowDriving.WRITES;
    private static final List<String> OPTIONS = List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** So that nobody waits for the lease of the dead process. */
    private static final Clock LATER = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(31));

    @TempDir
    Path folder;

    static Stream<String> places() {
        List<String> all = Stream.of(
                        IntStream.rangeClosed(1, FlowDriving.APPENDS).mapToObj(i -> "before " + i),
                        IntStream.rangeClosed(1, FlowDriving.APPENDS).mapToObj(i -> "after " + i),
                        IntStream.rangeClosed(1, FlowDriving.WRITES).mapToObj(i -> "effect " + i))
                .flatMap(places -> places)
                .toList();
        int step = Math.max(1, EVERY_PLACE / PLACES);
        return IntStream.range(0, all.size()).filter(i -> i % step == step / 2).mapToObj(all::get);
    }

    @ParameterizedTest
    @MethodSource("places")
    void process_killedAnywhereInAFlow_repeatsNoNode_andTheFlowGoesOn(String place) throws Exception {
        killAt(place);
        try (ToolRecorder world = world();
                HarborRuntime runtime = open(world)) {
            boolean allHappened = goOnToTheEnd(runtime, world);

            world.assertAtMostOnce();
            if (place.equals("before 1")) {
                assertThat(world.effects()).isEmpty();
            } else {
                assertEnded(run(runtime), world, allHappened);
            }
        }
    }

    /** What an operator found not to have happened fails the flow; else it goes on to its end. */
    private static void assertEnded(Run run, ToolRecorder world, boolean allHappened) {
        assertThat(run.state()).isEqualTo(RunState.SUCCEEDED);
        if (allHappened) {
            assertThat(world.effects()).hasSize(FlowDriving.WRITES);
            assertThat(run.result().at("/seen").orElseThrow()).isEqualTo(Json.of("seen"));
        } else {
            assertThat(run.result().at("/error/code").orElseThrow()).isEqualTo(Json.of("FLOW_NODE_FAILED"));
        }
        run.invocations().stream()
                .filter(call -> call.tool().startsWith("world.write"))
                .forEach(call -> assertThat(world.countOfCall(run.runId(), call.callId()))
                        .as(call.callId())
                        .isEqualTo(call.state() == InvocationState.SUCCEEDED ? 1 : 0));
    }

    @Test
    void node_killedBetweenItsEffectAndItsResult_isInDoubt_andNothingElseIs() throws Exception {
        killAt("effect 3");
        try (ToolRecorder world = world();
                HarborRuntime runtime = open(world)) {
            goOn(runtime);

            assertThat(run(runtime).reason()).isEqualTo("unknown_write_outcome");
            assertThat(run(runtime).inDoubt()).extracting(Invocation::callId).containsExactly("c1.each#2");
            assertThat(world.effects())
                    .extracting(Effect::callId)
                    .containsExactly("c1.first", "c1.each#1", "c1.each#2");

            runtime.as(Driving.ADA)
                    .resolve(
                            FlowDriving.RUN,
                            "c1.each#2",
                            CallResolution.succeeded("olga").output(Json.parse("{\"what\":\"found by olga\"}")));
            goOn(runtime);
            assertThat(run(runtime).result())
                    .isEqualTo(Json.parse("{\"seen\":\"seen\",\"all\":[{\"what\":\"done by c1.each#1\"},"
                            + "{\"what\":\"found by olga\"},{\"what\":\"done by c1.each#3\"}]}"));
            assertThat(world.effects())
                    .extracting(Effect::callId)
                    .containsExactly("c1.first", "c1.each#1", "c1.each#2", "c1.each#3", "c1.last");
        }
    }

    @Test
    void node_whoseWriteDidNotHappen_isResolvedAsFailed_andSoIsTheFlow() throws Exception {
        killAt("effect 1");
        try (ToolRecorder world = world();
                HarborRuntime runtime = open(world)) {
            goOn(runtime);
            runtime.as(Driving.ADA).resolve(FlowDriving.RUN, "c1.first", CallResolution.failed("olga"));
            goOn(runtime);

            Run run = run(runtime);
            assertThat(run.result().at("/error/code").orElseThrow()).isEqualTo(Json.of("FLOW_NODE_FAILED"));
            assertThat(run.invocations().get(0).state()).isEqualTo(InvocationState.FAILED);
            assertThat(world.effects()).hasSize(1);
        }
    }

    @Test
    void run_thatNobodyKills_takesSoManyAppends() throws Exception {
        String[] args = {journal().toString(), effects().toString(), "before " + (FlowDriving.APPENDS + 1)};
        try (ChildJvm child = ChildJvm.start(OPTIONS, FlowDriving.class, args)) {
            assertThat(child.end()).containsExactly("ended succeeded");
        }
    }

    private Path journal() {
        return folder.resolve("journal.db");
    }

    private Path effects() {
        return folder.resolve("effects.txt");
    }

    private void killAt(String place) throws Exception {
        String[] args = {journal().toString(), effects().toString(), place};
        try (ChildJvm child = ChildJvm.start(OPTIONS, FlowDriving.class, args)) {
            assertThat(child.line()).isEqualTo("stop");
            child.kill();
        }
    }

    private ToolRecorder world() {
        return ToolRecorder.file(effects());
    }

    private HarborRuntime open(ToolRecorder world) {
        return FlowDriving.runtime(Driving.journal(journal().toString(), LATER), world, StopAt.never(), LATER);
    }

    private static void goOn(HarborRuntime runtime) {
        for (RunHandle run : runtime.operator().resumeOrphans(10)) {
            run.await(PATIENCE);
        }
    }

    /** Looks at the world where something is in doubt, as an operator does; returns whether everything in doubt had happened. */
    private static boolean goOnToTheEnd(HarborRuntime runtime, ToolRecorder world) {
        goOn(runtime);
        boolean allHappened = true;
        for (List<Invocation> doubts = doubts(runtime); !doubts.isEmpty(); doubts = doubts(runtime)) {
            for (Invocation doubt : doubts) {
                boolean happened = world.countOfCall(FlowDriving.RUN, doubt.callId()) > 0;
                CallResolution found = happened ? CallResolution.succeeded("olga") : CallResolution.failed("olga");
                runtime.as(Driving.ADA)
                        .resolve(FlowDriving.RUN, doubt.callId(), found.output(Json.parse("{\"what\":\"found\"}")));
                allHappened &= happened;
            }
            goOn(runtime);
        }
        return allHappened;
    }

    private static List<Invocation> doubts(HarborRuntime runtime) {
        return runtime.as(Driving.ADA).run(FlowDriving.RUN).map(Run::inDoubt).orElse(List.of());
    }

    private static Run run(HarborRuntime runtime) {
        return runtime.as(Driving.ADA).run(FlowDriving.RUN).orElseThrow();
    }
}

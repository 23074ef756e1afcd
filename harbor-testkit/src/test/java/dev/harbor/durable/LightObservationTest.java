package dev.harbor.durable;

import static dev.harbor.durable.World.call;
import static dev.harbor.durable.World.finish;
import static dev.harbor.durable.World.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.durable.World.Value;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.plan.Planner;
import dev.harbor.run.CallResolution;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolHandler;
import dev.harbor.tool.ToolOutput;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whatever a planner reads is below the threshold as a whole, also where a light result is wrapped in something. The lowest threshold there is shows it. */
final class LightObservationTest {

    private static final int THRESHOLD = 1024;

    /** Text that is just light by itself. */
    private static final String ALMOST = "x".repeat(THRESHOLD - 20);

    private final World world = new World();

    private void tools(Tool<?, ?>... tools) {
        world.more = builder -> builder.artifacts(
                        Artifacts.builder().thresholdBytes(THRESHOLD).memory())
                .tools(tools);
    }

    private static Tool<Value, String> tool(ToolHandler<Value, String> handler) {
        return Tool.of("talk", Value.class, String.class, handler).effect(SideEffect.READ);
    }

    private List<Observation> seen() {
        return world.run(World.RUN).trajectory().steps().stream()
                .flatMap(step -> step.observations().stream())
                .toList();
    }

    private void assertLight(String status) {
        assertThat(seen())
                .filteredOn(seen -> seen.status().equals(status))
                .isNotEmpty()
                .allSatisfy(seen -> assertThat(seen.content().sizeBytes()).isLessThan(THRESHOLD));
    }

    private void runWith(Decision first) {
        assertThat(world.start(script(first, finish())).isSuccess()).isTrue();
    }

    @Test
    void longError_isLight() {
        tools(tool((value, context) -> {
            throw ToolFailed.permanent("no ".repeat(600));
        }));
        runWith(call("talk"));
        assertLight("failed");
    }

    record Wide(int a, int b, int c, int d, int e, int f, int g, int h) {}

    @Test
    void manyViolations_areLight() {
        tools(Tool.of("wide", Wide.class, String.class, value -> "never").effect(SideEffect.READ));
        Map<String, Object> wrong = new TreeMap<>();
        IntStream.range(0, 30).forEach(i -> wrong.put("unknown member number " + i, "y".repeat(40)));
        runWith(Decision.call("wide", Json.of(wrong)));
        assertLight("failed");
    }

    @Test
    void resultWithARepair_isLight() {
        tools(tool((value, context) -> ALMOST));
        runWith(Decision.call("talk", Json.of(Map.of("value", "1"))));
        assertLight("succeeded");
    }

    @Test
    void resultWithAttachments_isLight() {
        Tool<Value, String> many = Tool.producing("talk", Value.class, String.class, (value, context) -> {
            ToolOutput<String> output = ToolOutput.of("done");
            for (int i = 0; i < 12; i++) {
                byte[] image = {(byte) i};
                output = output.block("image/png", () -> new ByteArrayInputStream(image));
            }
            return output;
        });
        tools(many.effect(SideEffect.READ));
        runWith(call("talk"));
        assertLight("succeeded");
    }

    @Test
    void resultOfAChild_isLight() {
        tools();
        Planner planner = context -> context.goal().equals("child")
                ? Decision.finish(Json.of(ALMOST))
                : List.of(new Decision.SpawnTask("child", Json.EMPTY_OBJECT), new Decision.AwaitTask("r1.1"), finish())
                        .get(context.trajectory().size());
        assertThat(world.start(planner).isSuccess()).isTrue();
        assertLight("succeeded");
    }

    @Test
    void whatAnOperatorFoundOut_isLight() {
        tools(Tool.of("lost", Value.class, Value.class, (Value value) -> {
                    throw ToolFailed.inDoubt("the answer got lost", null);
                })
                .effect(SideEffect.WRITE));
        Planner planner = script(call("lost"), finish());
        assertThat(world.start(planner).state()).isEqualTo(RunState.WAITING);
        Json output = Json.of("found ".repeat(10_000));
        Run run = world.resolve(World.RUN, "c1", CallResolution.succeeded("eve").output(output));
        assertThat(run.invocations().get(0).resolution().output()).isEqualTo(output);
        assertLight("succeeded");
    }
}

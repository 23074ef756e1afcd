package dev.harbor.endtoend;

import static dev.harbor.endtoend.Fixture.ADA;
import static dev.harbor.endtoend.Fixture.echo;
import static dev.harbor.endtoend.Fixture.events;
import static dev.harbor.endtoend.Fixture.runtime;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.catalog.ExternalToolset;
import dev.harbor.error.ErrorCode;
import dev.harbor.event.HarborEvent;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.plan.PlanContext;
import dev.harbor.runtime.CallHandle;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.testkit.Gate;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.transport.SourceState;
import dev.harbor.transport.ToolSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tools of outside sources come and go while calls and runs are under way. */
final class ToolsetChangeTest {

    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final Json SCHEMA = Json.parse("{\"type\":\"object\"}");

    private final List<HarborEvent> events = events();

    private static Tool<Json, Json> answering(String name, String answer) {
        return Tool.json(name, SCHEMA, arguments -> Json.of(answer)).effect(SideEffect.READ);
    }

    private static ExternalToolset set(String source, int generation, Tool<?, ?>... tools) {
        return ExternalToolset.of(source, "g" + generation, List.of(tools));
    }

    private static List<Observation> observations(RunResult result) {
        return result.trajectory().steps().stream()
                .flatMap(step -> step.observations().stream())
                .toList();
    }

    @Test
    void name_thatARunRemembers_isNoToolOnceItsGenerationIsGone() {
        List<List<String>> shown = new ArrayList<>();
        try (HarborRuntime runtime = runtime(events).tools(echo()).build()) {
            runtime.catalog().replace(set("notes", 1, answering("notes.read", "one"), answering("notes.keep", "one")));
            RunResult result = runtime.as(ADA)
                    .start(RunRequest.goal("read").planner(context -> remembering(runtime, context, shown)))
                    .await(BOUND);

            assertThat(result.isSuccess()).isTrue();
            assertThat(observations(result))
                    .extracting(Observation::status)
                    .containsExactly("succeeded", "succeeded", "failed", "succeeded");
            assertThat(observations(result).get(1).content())
                    .as("the turn keeps the tools that it was shown")
                    .isEqualTo(Json.of("one"));
            assertThat(observations(result).get(2).content().toString())
                    .contains("TOOL_NOT_FOUND", "notes.reads")
                    .doesNotContain("one");
            assertThat(observations(result).get(3).content()).isEqualTo(Json.of("two"));
            assertThat(shown.get(1)).contains("notes.read").doesNotContain("notes.reads");
            assertThat(shown.get(2)).contains("notes.reads").doesNotContain("notes.read");
        }
    }

    /** Goes on with a name that it was shown once, although its source has changed since. */
    private static Decision remembering(HarborRuntime runtime, PlanContext context, List<List<String>> shown) {
        shown.add(context.tools().stream()
                .map(ToolDefinition::id)
                .map(id -> id.name())
                .toList());
        return switch (context.trajectory().size()) {
            case 0 -> Decision.call("notes.read", Json.EMPTY_OBJECT);
            case 1 -> {
                runtime.catalog().replace(set("notes", 2, answering("notes.reads", "two")));
                yield Decision.call("notes.keep", Json.EMPTY_OBJECT);
            }
            case 2 -> Decision.call("notes.read", Json.EMPTY_OBJECT);
            case 3 -> Decision.call("notes.reads", Json.EMPTY_OBJECT);
            default -> Decision.finish(Json.NULL);
        };
    }

    @Test
    void call_underWay_keepsItsGeneration_andTheNextOneHasTheNew() throws InterruptedException {
        Gate gate = Gate.closed();
        Tool<Json, Json> slow = Tool.json("notes.read", SCHEMA, arguments -> {
                    gate.pass();
                    return Json.of("one");
                })
                .effect(SideEffect.READ);
        try (HarborRuntime runtime = runtime(events).build()) {
            runtime.catalog().replace(set("notes", 1, slow));
            CallHandle<Json> underWay = runtime.as(ADA).submit("notes.read", Json.EMPTY_OBJECT);
            gate.awaitHeld(1);

            runtime.catalog().replace(set("notes", 2, answering("notes.read", "two")));
            runtime.catalog().replace(set("notes", 3, answering("notes.read", "three")));

            assertThat(runtime.as(ADA).call("notes.read", Json.EMPTY_OBJECT).orThrow())
                    .isEqualTo(Json.of("three"));
            gate.open();
            assertThat(underWay.await(BOUND).orElseThrow().orThrow()).isEqualTo(Json.of("one"));
        }
    }

    @Test
    void source_thatIsDown_isVisibleAsSuch_keepsItsToolsAndBreaksNoOther() {
        Source broken = new Source("broken", null);
        Source falling = new Source("falling", answering("falling.read", "f"));
        Source good = new Source("good", answering("good.read", "g"));
        try (HarborRuntime runtime = runtime(events)
                .source(broken)
                .source(falling)
                .source(good)
                .tools(echo())
                .build()) {
            assertThat(runtime.sources())
                    .isEqualTo(Map.of(
                            "broken", SourceState.DOWN, "falling", SourceState.READY, "good", SourceState.READY));
            assertThat(call(runtime, "falling.read").orThrow()).isEqualTo(Json.of("f"));

            falling.state = SourceState.DOWN;
            runtime.catalog().markUnavailable("falling");

            assertThat(runtime.sources()).containsEntry("falling", SourceState.DOWN);
            assertThat(call(runtime, "falling.read")).isInstanceOfSatisfying(ToolOutcome.Failure.class, failure -> {
                assertThat(failure.error().code()).isEqualTo(ErrorCode.TOOL_UNAVAILABLE);
                assertThat(failure.error().message()).contains("falling");
                assertThat(failure.error().isRetryable()).isTrue();
            });
            assertThat(call(runtime, "good.read").orThrow()).isEqualTo(Json.of("g"));
            assertThat(call(runtime, "broken.read").errorCode()).isEqualTo(ErrorCode.TOOL_NOT_FOUND);

            falling.state = SourceState.READY;
            runtime.catalog().markAvailable("falling");
            assertThat(call(runtime, "falling.read").orThrow()).isEqualTo(Json.of("f"));
        }
    }

    private static ToolOutcome<Json> call(HarborRuntime runtime, String tool) {
        return runtime.as(ADA).call(tool, Json.EMPTY_OBJECT);
    }

    /** A source of one tool, or one that can't be reached. */
    private static final class Source implements ToolSource {

        private final String name;
        private final @Nullable Tool<Json, Json> tool;
        private volatile SourceState state = SourceState.STARTING;

        Source(String name, @Nullable Tool<Json, Json> tool) {
            this.name = name;
            this.tool = tool;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void start(Consumer<ExternalToolset> toolsets) {
            if (tool == null) {
                state = SourceState.DOWN;
                throw new IllegalStateException("connection refused");
            }
            toolsets.accept(set(name, 1, tool));
            state = SourceState.READY;
        }

        @Override
        public SourceState state() {
            return state;
        }

        @Override
        public void close() {
            state = SourceState.DOWN;
        }
    }
}

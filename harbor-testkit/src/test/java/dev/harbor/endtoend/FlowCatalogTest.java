package dev.harbor.endtoend;

import static dev.harbor.endtoend.Fixture.ADA;
import static dev.harbor.endtoend.Fixture.events;
import static dev.harbor.endtoend.Fixture.runtime;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.endtoend.Fixture.Text;
import dev.harbor.error.ConfigurationException;
import dev.harbor.flow.Flow;
import dev.harbor.flow.InvalidFlow;
import dev.harbor.flow.Node;
import dev.harbor.flow.Ref;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Planner;
import dev.harbor.run.Invocation;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.tool.ToolDefinition;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A flow is registered, listed and looked up like any other tool, and its calls are on record in the runs that made them. */
final class FlowCatalogTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static Flow flow(String name) {
        return Flow.builder(name, Text.class)
                .add(Node.step("only", Fixture.echo()))
                .output(Ref.to("only"))
                .build();
    }

    private static HarborRuntime.Builder with(String... flows) {
        HarborRuntime.Builder builder = runtime(events());
        for (String flow : flows) {
            builder.tools(flow(flow).tool());
        }
        return builder.planner(planner());
    }

    /** Calls the flow that the goal names. */
    private static Planner planner() {
        return context -> context.trajectory().size() == 0
                ? Decision.call(context.goal(), Json.of(Map.of("text", "a")))
                : Decision.finish(Json.NULL);
    }

    @Test
    void flow_whoseNameIsTaken_isRefused() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> with("demo.b", "demo.b").build())
                .withMessageContaining("demo.b");
    }

    @Test
    void flow_thatIsInvalid_neverGetsToARegistration() {
        assertThatExceptionOfType(InvalidFlow.class)
                .isThrownBy(() -> Flow.builder("demo.bad", Text.class)
                        .add(Node.step("only", Fixture.echo()))
                        .output(Ref.to("another"))
                        .build());
    }

    @Test
    void flows_areListedByTheirNames_inWhateverOrderTheyCame() {
        try (HarborRuntime runtime = with("demo.c", "demo.a", "demo.b").build()) {
            assertThat(runtime.as(ADA).tools())
                    .extracting(ToolDefinition::id)
                    .extracting(id -> id.name())
                    .filteredOn(name -> name.startsWith("demo."))
                    .containsExactly("demo.a", "demo.b", "demo.c");
        }
    }

    @Test
    void callOfAFlow_isOnRecordInItsRun_andInNoOther() {
        try (HarborRuntime runtime = with("demo.a", "demo.b").build()) {
            Caller ada = runtime.as(ADA);
            ada.start(RunRequest.goal("demo.a").id("r1")).await(PATIENCE);
            ada.start(RunRequest.goal("demo.b").id("r2")).await(PATIENCE);

            assertThat(ada.run("r1").orElseThrow().invocations())
                    .extracting(Invocation::tool)
                    .containsExactly("demo.a@v1", "text.echo@v1");
            assertThat(ada.run("r2").orElseThrow().invocations())
                    .extracting(Invocation::tool)
                    .containsExactly("demo.b@v1", "text.echo@v1");
            assertThat(ada.run("r3")).isEqualTo(Optional.empty());
        }
    }
}

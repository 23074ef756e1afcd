package dev.harbor.examples.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.plan.Trajectory;
import dev.harbor.testkit.FakePlanContext;
import dev.harbor.tool.ToolDefinition;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FixturePlannerTest {

    private static final Observation WRITTEN = seen(WorkspaceTools.WRITE, "succeeded");
    private static final Path NOWHERE = Path.of("nowhere");
    private static final List<ToolDefinition> TOOLS = WorkspaceTools.of(new Workspace(NOWHERE, NOWHERE)).stream()
            .<ToolDefinition>map(tool -> tool.definition())
            .toList();

    private static Observation seen(String tool, String status) {
        return new Observation("c", tool + "@v1", status, Json.of(Map.of("passed", true)));
    }

    private static Decision next(String goal, List<ToolDefinition> tools, Observation... seen) {
        Trajectory.Step step = new Trajectory.Step(Decision.call("any", Json.EMPTY_OBJECT), List.of(seen));
        return new FixturePlanner()
                .next(FakePlanContext.builder(goal)
                        .tools(tools)
                        .trajectory(Trajectory.of(List.of(step)))
                        .build());
    }

    private static String called(Observation... seen) {
        Decision decision = next("Write it", TOOLS, seen);
        return decision instanceof Decision.CallTool call ? call.call().tool() : report(decision);
    }

    private static String report(Decision decision) {
        return ((Decision.Finish) decision).result().asString();
    }

    @Test
    void work_isWritten_thenVerified_thenReported() {
        assertThat(called()).isEqualTo(WorkspaceTools.WRITE);
        assertThat(called(WRITTEN)).isEqualTo(WorkspaceTools.VERIFY);
        assertThat(called(WRITTEN, seen(WorkspaceTools.VERIFY, "succeeded")))
                .isEqualTo("Wrote result.txt and verified it.");
    }

    @Test
    void work_isVerifiedAgain_afterItWasWrittenAgain() {
        assertThat(called(seen(WorkspaceTools.VERIFY, "succeeded"), WRITTEN)).isEqualTo(WorkspaceTools.VERIFY);
    }

    @Test
    void read_thatWasInterrupted_isAskedForAgain() {
        assertThat(called(WRITTEN, seen(WorkspaceTools.VERIFY, "interrupted"))).isEqualTo(WorkspaceTools.VERIFY);
    }

    @Test
    void refusal_isReported() {
        assertThat(called(seen(WorkspaceTools.WRITE, "denied"))).startsWith("Refused: workspace.write was not allowed");
        assertThat(called(WRITTEN, seen(WorkspaceTools.VERIFY, "denied")))
                .startsWith("Refused: workspace.verify was not allowed");
    }

    @Test
    void tool_thatIsNotShown_isReported() {
        assertThat(report(next("Write it", List.of()))).startsWith("Refused: workspace.write is not among the tools");
    }

    @Test
    void failure_isTriedOnceMore_andThenReported() {
        Observation failed = seen(WorkspaceTools.WRITE, "failed");

        assertThat(called(failed)).isEqualTo(WorkspaceTools.WRITE);
        assertThat(called(failed, failed)).startsWith("Failed: workspace.write did not succeed");
    }

    @Test
    void input_makesItBeginAgain() {
        Observation input = new Observation("", "", "input", Json.of("again"));

        assertThat(called(seen(WorkspaceTools.WRITE, "denied"), input)).isEqualTo(WorkspaceTools.WRITE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Tidy the WORKSPACE", "write", "VERIFY it"})
    void goal_thatSpeaksOfWork_isWork(String goal) {
        assertThat(next(goal, TOOLS)).isInstanceOf(Decision.CallTool.class);
    }

    @Test
    void goal_thatSpeaksOfNothingElse_isReported() {
        assertThat(report(next("Say hello", TOOLS))).isEqualTo("Nothing was to be done in the workspace.");
    }

    @Test
    void decisions_areTheSameEachTime() {
        assertThat(Stream.generate(() -> next("Write it", TOOLS)).limit(3).distinct())
                .hasSize(1);
    }
}

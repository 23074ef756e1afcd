package dev.harbor.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.catalog.ExternalToolset;
import dev.harbor.catalog.LoopCatalog;
import dev.harbor.flow.Flow;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmRequest;
import dev.harbor.loop.Loop;
import dev.harbor.loop.LoopDefinition;
import dev.harbor.plan.Decision;
import dev.harbor.planner.ModelPlanner;
import dev.harbor.policy.Backoff;
import dev.harbor.policy.Breaker;
import dev.harbor.policy.ErrorClass;
import dev.harbor.policy.RetryOn;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.run.BudgetLimits;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.safety.ContextSafety;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.ToolIdentity;
import dev.harbor.tools.mcp.McpLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class DefaultsPageTest {

    private static final Map<String, String> ROWS = rows();

    private static Map<String, String> rows() {
        try {
            return Pattern.compile("(?m)^\\| (.*?) \\| (.*?) \\| .*? \\|$")
                    .matcher(Files.readString(Path.of("reference", "defaults.md")))
                    .results()
                    .collect(Collectors.toMap(row -> row.group(1), row -> row.group(2)));
        } catch (IOException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @Test
    void policy_isTheOneOnThePage() {
        ToolPolicy standard = ToolPolicy.STANDARD;
        assertRow("timeout of an attempt", standard.timeout().orElseThrow().toSeconds() + " s");
        assertRow("attempts, where repeating is allowed", standard.maxAttempts());
        assertRow("validation", "`" + standard.validation() + "`");
        assertThat(ROWS.get("isolation")).startsWith("`" + standard.isolation() + "`");
        assertThat(standard.deadline()).isEmpty();
        assertThat(standard.maxConcurrentCalls()).isEmpty();
        assertThat(standard.rateLimit()).isEmpty();
    }

    @Test
    void mcp_isTheOneOnThePage() {
        McpLimits limits = McpLimits.STANDARD;
        assertRow("an MCP server until it is up", limits.connect().toSeconds() + " s");
        assertRow(
                "an MCP server's silence about the newest version",
                limits.probe().toSeconds() + " s");
        assertRow("a page of an MCP list", limits.request().toSeconds() + " s");
        assertRow("silence in an MCP call", limits.silence().toSeconds() + " s");
        assertRow("an MCP process to end, twice", limits.close().toMillis() + " ms");
        assertRow("a message of an MCP server", limits.messageBytes() + " bytes");
        assertRow("pages and tools of an MCP list", limits.pages() + " and " + limits.tools());
        assertRow("starts of an MCP process in a row in vain", limits.restarts());
    }

    @Test
    void planner_isTheOneOnThePage() {
        assertRow("answers that a model is asked for in a turn", ModelPlanner.DEFAULT_MAX_ANSWERS);
        assertRow("steps until a model is given up", ModelPlanner.DEFAULT_MAX_STEPS);
        assertRow("calls with the same result until they are refused", ModelPlanner.DEFAULT_MAX_REPEATS);
        assertRow("steps of refused calls in a row", ModelPlanner.DEFAULT_MAX_FAULTS);
        assertRow("examples of a tool in a prompt", ModelPlanner.DEFAULT_MAX_EXAMPLES);
        assertRow("tokens of a prompt", ModelPlanner.DEFAULT_PROMPT_TOKENS);
        assertRow(
                "time of an answer",
                ModelPlanner.DEFAULT_ANSWER_TIMEOUT.toMinutes() + " min, or what is left of the run's");
    }

    @Test
    void backoff_isTheOneOnThePage() {
        Backoff backoff = Backoff.STANDARD;
        assertRow(
                "first wait, growth, longest wait",
                backoff.base().toMillis() + " ms, " + backoff.multiplier() + ", "
                        + backoff.max().toSeconds() + " s");
        assertRow(
                "retry after",
                Arrays.stream(ErrorClass.values())
                        .filter(RetryOn.STANDARD::allows)
                        .map(ErrorClass::wireName)
                        .collect(Collectors.joining(", ")));
    }

    @Test
    void breaker_isTheOneOnThePage() {
        Breaker breaker = Breaker.STANDARD;
        assertRow(
                "breaker (not for PURE)",
                String.format(
                        Locale.ROOT,
                        "window %d, minimum %d, %.0f %%, open for %d s, %d trial calls",
                        breaker.window(),
                        breaker.minimumAttempts(),
                        breaker.failurePercent(),
                        breaker.openFor().toSeconds(),
                        breaker.trialCalls()));
    }

    @Test
    void limits_areTheOnesOnThePage() {
        assertRow("heavy content", "from " + ContextSafety.DEFAULT_THRESHOLD_BYTES + " bytes");
        assertRow(
                "threshold, lowest and highest",
                ToolPolicy.MIN_HEAVY_THRESHOLD_BYTES + " and " + ToolPolicy.MAX_HEAVY_THRESHOLD_BYTES + " bytes");
        assertRow("calls of one batch at once", HarborRuntime.Builder.DEFAULT_MAX_PARALLEL_CALLS);
        assertRow("nodes of a flow at once", Flow.DEFAULT_MAX_PARALLEL);
        assertRow("calls of one decision", "at most " + Decision.MAX_PARALLEL_CALLS);
        assertRow("decisions of one drive of a run", BudgetLimits.defaults().maxStepsPerDrive());
        assertRow("depth of child runs", Decision.MAX_CHILD_DEPTH);
        assertRow(
                "child runs of a run, those of child runs counted in",
                BudgetLimits.defaults().maxChildRuns());
        assertRow(
                "something waits for a person",
                HarborRuntime.Builder.DEFAULT_PAUSE_EXPIRY.toDays() + " days, then it expires");
        assertRow("tokens of an answer", LlmRequest.DEFAULT_MAX_OUTPUT_TOKENS);
        assertRow("tools of an external toolset", "at most " + ExternalToolset.MAX_TOOLS);
        assertRow("inputs that wait in a loop", "at most " + LoopDefinition.DEFAULT_MAX_QUEUED);
        assertRow("external tools of a loop", "at most " + LoopCatalog.DEFAULT_MAX_EXTERNAL_TOOLS);
        assertRow("name of an external tool of a loop", "at most " + ToolIdentity.MAX_NAME_BYTES + " bytes");
        assertRow("time for the last turn when a loop is closed", Loop.CLOSE_BOUND.toSeconds() + " s");
    }

    @Test
    void definition_isTheOneOnThePage() {
        ToolDefinition plain =
                ToolDefinition.builder(ToolId.of("plain"), Json.EMPTY_OBJECT).build();
        assertRow("effect of a tool", "`" + plain.effect() + "`");
        assertRow("version of a tool", "`" + plain.id().version() + "`");
        assertRow("loading of a tool", "`" + plain.loading() + "`");
    }

    private static void assertRow(String what, Object value) {
        assertThat(ROWS).containsEntry(what, String.valueOf(value));
    }
}

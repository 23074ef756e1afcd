package dev.harbor.observability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.ArtifactRef;
import dev.harbor.error.ErrorCode;
import dev.harbor.event.ArtifactStored;
import dev.harbor.event.CallProvenance;
import dev.harbor.event.ContextLeaked;
import dev.harbor.event.FlowBudgetExceeded;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.LlmAttempted;
import dev.harbor.event.LlmProvenance;
import dev.harbor.event.LoopInputQueued;
import dev.harbor.event.PauseRequested;
import dev.harbor.event.PauseResolved;
import dev.harbor.event.PlannerDecided;
import dev.harbor.event.RunEnded;
import dev.harbor.event.RunStarted;
import dev.harbor.event.ToolAbandoned;
import dev.harbor.event.ToolAnsweredLate;
import dev.harbor.event.ToolAttempted;
import dev.harbor.event.ToolCompleted;
import dev.harbor.event.ToolInvoked;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.LlmUsage;
import dev.harbor.llm.Message;
import dev.harbor.llm.Role;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolId;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.opentelemetry.api.common.AttributeKey;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The pages say what the code tells. */
final class TelemetryPageTest {

    private static final Instant AT = Instant.EPOCH;
    private static final Duration TOOK = Duration.ofMillis(3);
    private static final Pattern NAME = Pattern.compile("`([a-z_.]+)`");

    private static String page(String... path) throws IOException {
        return Files.readString(Path.of("..", path));
    }

    private static String part(String page, String from, String to) {
        int start = page.indexOf("## " + from);
        int end = to.isEmpty() ? page.length() : page.indexOf("## " + to);
        assertThat(start).isPositive().isLessThan(end);
        return page.substring(start, end);
    }

    @Test
    void attributes_areThoseOnThePage() throws IOException, IllegalAccessException {
        List<String> listed = Pattern.compile("(?m)^\\| `([^`]+)` \\|")
                .matcher(part(page("docs", "reference", "telemetry.md"), "Attributes", "Meters"))
                .results()
                .map(row -> row.group(1))
                .toList();
        List<String> known = new ArrayList<>();
        for (Field field : Names.class.getDeclaredFields()) {
            if (AttributeKey.class.isAssignableFrom(field.getType())) {
                known.add(((AttributeKey<?>) field.get(null)).getKey());
            }
        }
        assertThat(listed).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(known);
    }

    @Test
    void meters_areThoseOnThePage() throws IOException {
        Map<String, String> listed = Pattern.compile("(?m)^\\| `([^`]+)` \\| (\\w+) \\| (.*?) ?\\|")
                .matcher(part(page("docs", "reference", "telemetry.md"), "Meters", ""))
                .results()
                .collect(Collectors.toMap(row -> row.group(1), TelemetryPageTest::written));
        assertThat(told()).isEqualTo(new TreeMap<>(listed));
    }

    private static String written(MatchResult row) {
        String tags = NAME.matcher(row.group(3))
                .results()
                .map(name -> name.group(1))
                .map(name -> name.equals("tool") ? "gen_ai.tool.name" : name.equals("error") ? "error.type" : name)
                .sorted()
                .collect(Collectors.joining(" "));
        return row.group(2) + ' ' + tags;
    }

    private static Map<String, String> told() {
        try (Watched watched = new Watched();
                HarborRuntime runtime = Trip.runtime(watched.telemetry, InMemoryJournal.create())) {
            assertThat(runtime.sources()).isEmpty();
            events().forEach(watched.telemetry.sink()::accept);
            watched.telemetry
                    .model((request, call) -> new LlmReply("yes", new LlmUsage(1, 1, 0), "stop", ""), "openai")
                    .complete(LlmRequest.of(List.of(Message.of(Role.USER, "?"))), LlmCall.of(Trip.ADA));
            Map<String, String> told = new TreeMap<>();
            watched.meters.getMeters().forEach(meter -> told.put(meter.getId().getName(), shape(meter)));
            return told;
        }
    }

    private static String shape(Meter meter) {
        String kind = switch (meter.getId().getType()) {
            case DISTRIBUTION_SUMMARY -> "summary";
            default -> meter.getId().getType().name().toLowerCase(Locale.ROOT);
        };
        return kind
                + ' '
                + meter.getId().getTags().stream().map(Tag::getKey).sorted().collect(Collectors.joining(" "));
    }

    private static List<HarborEvent> events() {
        CallProvenance call = CallProvenance.of(
                Trip.ADA,
                null,
                "call-1",
                null,
                "t",
                ToolDefinition.builder(ToolId.of("t"), Json.parse("{}")).build(),
                Json.EMPTY_OBJECT);
        ToolError error = ToolError.permanent(ErrorCode.TOOL_FAILED, "no");
        LlmProvenance asked = new LlmProvenance(Trip.ADA, null, null);
        return List.of(
                new RunStarted(Trip.ADA, "r", AT, 1),
                new PlannerDecided(Trip.ADA, "r", AT, 1, "call_tool"),
                new PauseRequested(Trip.ADA, "r", AT, "p", "approval_required"),
                new PauseResolved(Trip.ADA, "r", AT, "p", "approval_required", "approve"),
                new RunEnded(Trip.ADA, "r", AT, "failed", "tool_budget_exhausted", TOOK),
                new ToolInvoked(call, AT),
                new ToolAttempted(call, AT, 1, error, TOOK),
                new ToolAbandoned(call, AT, 1, 1),
                new ToolAnsweredLate(call, AT, 1, null),
                new ArtifactStored(call, AT, new ArtifactRef("sha256:" + "0".repeat(64)), "text/plain", 7),
                new FlowBudgetExceeded(call, AT, "hop_budget"),
                new ToolCompleted(call, AT, 2, TOOK, 5, List.of(), List.of()),
                new LlmAttempted(asked, AT, 1, null, TOOK),
                new ContextLeaked(asked, AT, "messages[0]", 2, 1),
                new LoopInputQueued(Trip.ADA, "l", "t", AT, 1));
    }

    @Test
    void default_isThatOfThePage() throws IOException {
        assertThat(page("docs", "reference", "defaults.md"))
                .contains("| tools that have meters of their own | " + HarborTelemetry.DEFAULT_MAX_TOOLS + " |");
    }

    @Test
    void picture_isThatOfTheTest() throws IOException {
        assertThat(page("docs", "howto", "observe.md")).contains("```\n" + TraceOfRunTest.TREE + "```");
    }
}

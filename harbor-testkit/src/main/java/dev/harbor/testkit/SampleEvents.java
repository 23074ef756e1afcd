package dev.harbor.testkit;

import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.Provenance;
import dev.harbor.error.ErrorCode;
import dev.harbor.event.ArtifactStored;
import dev.harbor.event.CallProvenance;
import dev.harbor.event.ContextLeaked;
import dev.harbor.event.ContextWindowExceeded;
import dev.harbor.event.ControlApplied;
import dev.harbor.event.ControlRejected;
import dev.harbor.event.EvidenceRefused;
import dev.harbor.event.FlowBudgetExceeded;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.LlmAttempted;
import dev.harbor.event.LlmFormatDowngraded;
import dev.harbor.event.LlmProvenance;
import dev.harbor.event.LlmRetriedWithFeedback;
import dev.harbor.event.LoopClosed;
import dev.harbor.event.LoopExternalToolsetChanged;
import dev.harbor.event.LoopFaulted;
import dev.harbor.event.LoopInputQueued;
import dev.harbor.event.LoopInputWithdrawn;
import dev.harbor.event.LoopModeChanged;
import dev.harbor.event.LoopOpened;
import dev.harbor.event.LoopTurnEnded;
import dev.harbor.event.LoopTurnStarted;
import dev.harbor.event.LoopTurnWaits;
import dev.harbor.event.MediaStored;
import dev.harbor.event.PauseRequested;
import dev.harbor.event.PauseResolved;
import dev.harbor.event.PlannerDecided;
import dev.harbor.event.PlannerGaveUp;
import dev.harbor.event.PlannerGuided;
import dev.harbor.event.RunEnded;
import dev.harbor.event.RunResumed;
import dev.harbor.event.RunStarted;
import dev.harbor.event.ToolAbandoned;
import dev.harbor.event.ToolAnsweredLate;
import dev.harbor.event.ToolArgumentsRefused;
import dev.harbor.event.ToolAttempted;
import dev.harbor.event.ToolCancelled;
import dev.harbor.event.ToolCompleted;
import dev.harbor.event.ToolDenied;
import dev.harbor.event.ToolFailure;
import dev.harbor.event.ToolInvoked;
import dev.harbor.event.ToolPaused;
import dev.harbor.event.ToolProgressed;
import dev.harbor.event.ToolRetriesExhausted;
import dev.harbor.event.ToolUnknown;
import dev.harbor.event.TrajectoryShortened;
import dev.harbor.identity.Identity;
import dev.harbor.identity.RunIdentity;
import dev.harbor.json.Json;
import dev.harbor.json.Repair;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.ToolIdentity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** One event of every kind, bare and full. */
final class SampleEvents {

    private static final Instant AT = ManualClock.START;
    private static final Duration TOOK = Duration.ofMillis(12);
    private static final ToolError ERROR = ToolError.permanent(ErrorCode.TOOL_FAILED, "no");
    private static final ArtifactRef REF = new ArtifactRef("sha256:" + "0".repeat(64));

    private SampleEvents() {}

    /** Returns events of one run: one of every kind that core tells of, and one that nobody has heard of. */
    static List<HarborEvent> all(RunIdentity run) {
        return Stream.of(ofRun(run), ofCall(call(run, "call-1")), ofModel(run), ofLoop(run))
                .flatMap(List::stream)
                .toList();
    }

    private static List<HarborEvent> ofRun(RunIdentity run) {
        return List.of(
                new RunStarted(run.identity(), run.runId(), AT, 100),
                new RunResumed(run.identity(), run.runId(), AT, 3),
                new PlannerDecided(run.identity(), run.runId(), AT, 1, "call_tool"),
                new PlannerGuided(run.identity(), run.runId(), AT, "warning", 2),
                new PlannerGaveUp(run.identity(), run.runId(), AT, "answers", 3),
                new TrajectoryShortened(run.identity(), run.runId(), AT, 40, 32),
                new PauseRequested(run.identity(), run.runId(), AT, "r1.0123456789abcdef", "await_input"),
                new PauseResolved(run.identity(), run.runId(), AT, "r1.0123456789abcdef", "await_input", "resume"),
                new ControlApplied(run.identity(), run.runId(), AT, "pause", "ada"),
                new ControlRejected(run.identity(), run.runId(), AT, "approve", "ada", "PAUSE_NOT_FOUND"),
                new RunEnded(run.identity(), run.runId(), AT, "succeeded", "goal", TOOK),
                new Unheard(run.identity(), Optional.of(run.runId()), "somebody.elses_event"),
                new Unheard(run.identity(), Optional.empty(), "somebody.elses_event"));
    }

    private static List<HarborEvent> ofCall(CallProvenance call) {
        return List.of(
                new ToolInvoked(call, AT),
                new ToolArgumentsRefused(call, AT, ERROR),
                new ToolAttempted(call, AT, 1, ERROR, TOOK),
                new ToolAttempted(call, AT, 2, null, TOOK),
                new ToolProgressed(call, AT, "half-way; Größe \uD83D\uDE80 \u0000 \"quoted\"\nline"),
                new ToolAbandoned(call, AT, 1, 1),
                new ToolAnsweredLate(call, AT, 1, null),
                new ArtifactStored(call, AT, REF, "text/plain", 5L << 30),
                new EvidenceRefused(call, AT, "test.evidence", Provenance.OBSERVED),
                new ToolCompleted(call, AT, 2, TOOK, 7, List.of(REF), List.of(new Repair("/a", "a number for a text"))),
                new ToolFailure(call, AT, 1, TOOK, ERROR),
                new ToolRetriesExhausted(call, AT, 4, TOOK, ERROR),
                new ToolUnknown(call, AT, 1, TOOK, ERROR),
                new ToolDenied(call, AT, "tool_denied"),
                new ToolPaused(call, AT, "r1.0123456789abcdef", "approval_required"),
                new ToolCancelled(call, AT, 1, TOOK, "no longer wanted"),
                new FlowBudgetExceeded(call, AT, "hop_budget"));
    }

    private static List<HarborEvent> ofLoop(RunIdentity run) {
        Identity owner = run.identity();
        String loop = "loop-1";
        String turn = run.runId();
        ToolIdentity tool = ToolIdentity.of(ToolDefinition.builder(ToolId.of("files.read"), Json.parse("{}"))
                .build());
        return List.of(
                new LoopOpened(owner, loop, AT, "support", true),
                new LoopInputQueued(owner, loop, turn, AT, 2),
                new LoopInputWithdrawn(owner, loop, turn, AT),
                new LoopModeChanged(owner, loop, AT, "careful"),
                new LoopTurnStarted(owner, loop, turn, AT, "careful", 3),
                new LoopTurnWaits(owner, loop, turn, AT, "pause:await_input"),
                new LoopTurnEnded(owner, loop, turn, AT, "succeeded", "goal"),
                new LoopExternalToolsetChanged(owner, loop, "event-1", AT, "files", "g1", List.of(tool)),
                new LoopFaulted(owner, loop, AT, "JOURNAL_UNAVAILABLE"),
                new LoopClosed(owner, loop, AT, true));
    }

    private static List<HarborEvent> ofModel(RunIdentity run) {
        LlmProvenance call = new LlmProvenance(run.identity(), run.runId(), null);
        return List.of(
                new ContextLeaked(call, AT, "messages[0].parts[0]", 40_000, 32_768),
                new ContextWindowExceeded(call, AT, 9_000, 8_000, 0.1),
                new MediaStored(call, AT, "messages[0].parts[0]", REF, "image/png", 70_000),
                new LlmAttempted(call, AT, 1, "transient", TOOK),
                new LlmAttempted(call, AT, 2, null, TOOK),
                new LlmFormatDowngraded(call, AT, "json_schema", "json_object"),
                new LlmRetriedWithFeedback(call, AT, 1, 3, "no JSON"));
    }

    static CallProvenance call(RunIdentity run, String callId) {
        return CallProvenance.of(
                run.identity(), run.runId(), callId, null, "sample.tool", null, Json.parse("{\"a\":1}"));
    }

    /** Is an event of a module that the listener does not know. */
    record Unheard(Identity identity, Optional<String> runId, String type) implements HarborEvent {

        @Override
        public Instant at() {
            return AT;
        }
    }
}

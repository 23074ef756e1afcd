package dev.harbor.planner;

import dev.harbor.catalog.RemoteText;
import dev.harbor.json.Json;
import dev.harbor.llm.Content;
import dev.harbor.llm.Message;
import dev.harbor.llm.Role;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.plan.ToolRequest;
import dev.harbor.plan.Trajectory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes a step of a run: what the model wanted as its own words, and what came of it as data, the two always together. */
final class StepText {

    private static final int BRIEF_LENGTH = 160;

    private final Fence fence;
    private final int maxBytes;

    StepText(Fence fence, int maxBytes) {
        this.fence = fence;
        this.maxBytes = maxBytes;
    }

    /** Returns the two messages of a step. */
    List<Message> whole(Trajectory.Step step) {
        List<Content> action = Shortened.pieces(maxBytes, ActionWriter.write(step.decision(), maxBytes)).stream()
                .map(Content::text)
                .toList();
        List<Content> seen = new ArrayList<>();
        for (Observation observation : step.observations()) {
            fence.around(heading(observation), observation.content().toString()).stream()
                    .map(Content::text)
                    .forEach(seen::add);
            seen.addAll(MediaStubs.in(observation.content()));
        }
        if (seen.isEmpty()) {
            seen.add(Content.text("Nothing came of this."));
        }
        return List.of(new Message(Role.ASSISTANT, action), new Message(Role.USER, seen));
    }

    private static String heading(Observation seen) {
        return switch (seen.status()) {
            case "user_message" -> "The user says:";
            case "inject_context" -> "For your information:";
            case "redirect" -> "The goal was changed:";
            case "incomplete" -> "The goal is not reached yet. What is missing:";
            default -> seen.tool().isEmpty() ? ofTask(seen) : ofCall(seen);
        };
    }

    private static String ofCall(Observation seen) {
        return "Call " + seen.callId() + " of " + onOneLine(seen.tool()) + ' ' + seen.status() + ':';
    }

    /** A name may be anything that a model came by, and stands outside of the fence. */
    private static String onOneLine(String name) {
        return Shortened.to(80, RemoteText.clean(name).replaceAll("\\s+", " "));
    }

    private static String ofTask(Observation seen) {
        return seen.callId().isEmpty()
                ? "Something happened (" + seen.status() + "):"
                : "Task " + seen.callId() + ' ' + seen.status() + ':';
    }

    /** Returns a step as a line, for one that is shown no more: what was called, how it ended, and how its content begins. */
    String brief(long number, Trajectory.Step step) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("step", number);
        line.put("did", did(step.decision()));
        line.put("came", step.observations().stream().map(StepText::brief).toList());
        return Shortened.to(maxBytes / 3, Json.of(line).toString());
    }

    private static Map<String, Object> brief(Observation seen) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("status", seen.status());
        members.put("begins", paired(Shortened.to(BRIEF_LENGTH, seen.content().toString())));
        return members;
    }

    private static String did(Decision decision) {
        if (decision instanceof Decision.CallTool one) {
            return call(one.call());
        }
        if (decision instanceof Decision.CallParallel many) {
            return String.join("; ", many.calls().stream().map(StepText::call).toList());
        }
        return Shortened.to(BRIEF_LENGTH, ActionWriter.write(decision, BRIEF_LENGTH * 2));
    }

    private static String call(ToolRequest call) {
        return paired(Shortened.to(64, call.tool())
                + ' '
                + Shortened.to(BRIEF_LENGTH, call.arguments().toString()));
    }

    /** Text of a model that was never checked may have half a character. */
    static String paired(String text) {
        return text.replaceAll("\\p{Cs}", "\ufffd");
    }
}

package dev.harbor.examples.quickstart;

import dev.harbor.llm.Content;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.Message;
import dev.harbor.llm.ResponseFormat;
import dev.harbor.llm.Role;
import dev.harbor.plan.Observation;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Trajectory;
import dev.harbor.tool.ToolDefinition;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes what the model is asked. Every definition and every observation is a part of its own: a long prompt is many small parts, and none of them comes
 * near the size at which the guard of the model's edge would take it for a leak.
 */
final class Prompt {

    /** Begins the part in front of an observation: call, tool, status. */
    static final String OBSERVATION = "observation ";

    private static final String RULES = """
            You survey a directory with tools and write a report of what they find. Answer with one JSON object and nothing else: "say" is a remark for
            people, "calls" are tools to call at once, each with "tool" and "arguments", and "finish" is the result when you are done. Figures come
            from tools, never from you. What a tool answered comes back as an observation; a large answer comes back as a reference with the tool
            that reads it in pages.""";

    private Prompt() {}

    static LlmRequest of(PlanContext context) {
        List<Message> messages = new ArrayList<>();
        messages.add(new Message(Role.SYSTEM, rules(context)));
        messages.add(
                Message.of(Role.USER, "goal: " + context.goal(), context.input().toString()));
        for (Trajectory.Step step : context.trajectory().steps()) {
            messages.add(Message.of(
                    Role.ASSISTANT,
                    Action.CODEC.encode(Action.of(step.decision())).toString()));
            messages.add(new Message(Role.USER, observations(step)));
        }
        return LlmRequest.of(messages).responseFormat(ResponseFormat.schema(Action.CODEC.schema()));
    }

    private static List<Content> rules(PlanContext context) {
        List<Content> parts = new ArrayList<>();
        parts.add(Content.text(RULES));
        context.tools().forEach(tool -> parts.add(Content.text(describe(tool))));
        return parts;
    }

    private static String describe(ToolDefinition tool) {
        return "tool " + tool.id().name() + " (" + tool.effect().wireName() + "): " + tool.description()
                + "\narguments: " + tool.inputSchema();
    }

    private static List<Content> observations(Trajectory.Step step) {
        List<Content> parts = new ArrayList<>();
        for (Observation each : step.observations()) {
            parts.add(Content.text(OBSERVATION + each.callId() + ' ' + each.tool() + ' ' + each.status()));
            parts.add(Content.text(each.content().toString()));
        }
        return parts;
    }
}

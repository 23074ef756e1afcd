package dev.harbor.planner;

import dev.harbor.json.Json;
import dev.harbor.llm.Content;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.Message;
import dev.harbor.llm.ResponseFormat;
import dev.harbor.llm.Role;
import dev.harbor.llm.TokenEstimate;
import dev.harbor.plan.Instructions;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Trajectory;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes what a model is asked in a turn: who it is and what it may call, the goal and the input, the steps so far, and what is left of the budget. What
 * changes least comes first, so that a provider can reuse what it has read; every piece is a part of its own, below the size at which it would be a leak.
 */
final class Prompt {

    private final Settings settings;
    private final PlanContext context;
    private final Guidance guidance;
    private final int maxBytes;
    private final Fence fence;

    Prompt(Settings settings, PlanContext context, Guidance guidance) {
        this.settings = settings;
        this.context = context;
        this.guidance = guidance;
        this.maxBytes = context.thresholdBytes() - 1;
        this.fence = new Fence(context.runId(), maxBytes);
    }

    /** Returns the request, of about so many tokens at most if the newest step lets it be. */
    Rendered render(long maxTokens) {
        Json schema = ActionSchema.of(settings.arms(), settings.maxCalls());
        Message system = system(schema, maxTokens / 2);
        Message task = new Message(Role.USER, task());
        Message last = new Message(Role.USER, last());
        long fixed = tokens(List.of(system, task, last));
        Window window = Window.of(context.trajectory(), stepText(), settings.estimate(), maxTokens - fixed);
        List<Message> messages = new ArrayList<>();
        messages.add(system);
        messages.add(window.earlier().isEmpty() ? task : joined(task, earlier(window)));
        messages.addAll(window.messages());
        addLast(messages, window.shortened() == 0 ? last.parts() : withStored(last));
        return new Rendered(request(messages, schema), window.shortened());
    }

    /**
     * Is a request.
     *
     * @param shortened how many steps are not shown whole
     */
    record Rendered(LlmRequest request, long shortened) {}

    private LlmRequest request(List<Message> messages, Json schema) {
        Instructions instructions = context.instructions();
        ResponseFormat format =
                schema.sizeBytes() > maxBytes ? ResponseFormat.JSON_OBJECT : ResponseFormat.schema(schema);
        return new LlmRequest(messages, format, instructions.maxOutputTokens(), instructions.temperature(), null);
    }

    private Message system(Json schema, long maxToolTokens) {
        List<Content> parts = new ArrayList<>();
        add(parts, context.instructions().system());
        Rules.of(settings.arms(), schema).forEach(rule -> add(parts, rule));
        parts.addAll(tools(maxToolTokens));
        return new Message(Role.SYSTEM, parts);
    }

    private List<Content> tools(long maxTokens) {
        if (context.tools().isEmpty()) {
            return List.of(Content.text("There are no tools."));
        }
        List<Content> parts = List.of();
        for (Detail detail : Detail.values()) {
            parts = tools(detail);
            if (tokens(List.of(new Message(Role.SYSTEM, parts))) <= maxTokens) {
                return parts;
            }
        }
        return parts;
    }

    private List<Content> tools(Detail detail) {
        ToolText text = new ToolText(context.tools(), maxBytes, settings.maxExamples());
        List<Content> parts = new ArrayList<>();
        parts.add(Content.text("The tools:"));
        context.tools().forEach(tool -> parts.add(Content.text(text.of(tool, detail))));
        return parts;
    }

    private List<Content> task() {
        List<Content> parts = new ArrayList<>();
        String user = context.instructions().user();
        add(parts, user.isBlank() ? "The goal: " + context.goal() : user);
        if (!context.input().equals(Json.EMPTY_OBJECT)) {
            fence.around("The input:", context.input().toString()).forEach(part -> parts.add(Content.text(part)));
            parts.addAll(MediaStubs.in(context.input()));
        }
        return parts;
    }

    private List<Content> last() {
        List<Content> parts = new ArrayList<>();
        add(parts, BudgetText.of(context.budget(), settings.arms().contains(Arm.SPAWN)));
        add(parts, guidance.text());
        parts.add(Content.text("Answer with the next action, as one JSON object."));
        return parts;
    }

    private List<Content> earlier(Window window) {
        String heading = "Earlier steps, shortened"
                + (window.left() == 0 ? ":" : " (" + window.left() + " before them are left out):");
        List<Content> parts = new ArrayList<>();
        fence.around(heading, String.join("\n", window.earlier())).forEach(part -> parts.add(Content.text(part)));
        return parts;
    }

    private void add(List<Content> parts, String text) {
        if (!text.isBlank()) {
            Shortened.pieces(maxBytes, text).forEach(piece -> parts.add(Content.text(piece)));
        }
    }

    /** Two messages of one role in a row are one, since some providers refuse them. */
    private static void addLast(List<Message> messages, List<Content> last) {
        int end = messages.size() - 1;
        messages.set(end, joined(messages.get(end), last));
    }

    private List<Content> withStored(Message last) {
        List<String> stored = Stored.in(context);
        if (stored.isEmpty()) {
            return last.parts();
        }
        List<Content> parts = new ArrayList<>();
        fence.around("Stored in this run, newest first:", String.join("\n", stored))
                .forEach(part -> parts.add(Content.text(part)));
        parts.addAll(last.parts());
        return parts;
    }

    private static Message joined(Message message, List<Content> more) {
        List<Content> parts = new ArrayList<>(message.parts());
        parts.addAll(more);
        return new Message(message.role(), parts);
    }

    private StepText stepText() {
        return new StepText(fence, maxBytes);
    }

    private long tokens(List<Message> messages) {
        return tokens(settings.estimate(), messages);
    }

    static long tokens(TokenEstimate estimate, List<Message> messages) {
        return estimate.tokens(LlmRequest.of(messages));
    }

    /** Returns how many steps there were. */
    static long sizeOf(Trajectory trajectory) {
        return trajectory.dropped() + trajectory.steps().size();
    }
}

package dev.harbor.planner;

import dev.harbor.error.ErrorCode;
import dev.harbor.event.PlannerGaveUp;
import dev.harbor.event.PlannerGuided;
import dev.harbor.event.TrajectoryShortened;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmException;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.Message;
import dev.harbor.llm.Role;
import dev.harbor.plan.Decision;
import dev.harbor.plan.FinishReason;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.ToolRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Is one decision: asks the model until it answers with an action, within a bound. Confined to the thread that decides. */
final class Turn {

    private static final int MAX_QUOTE_LENGTH = 300;
    private static final int MAX_SHRINKS = 3;
    private static final Set<String> CUT_OFF = Set.of("length", "max_tokens");

    private final Settings settings;
    private final PlanContext context;
    private final PlannerListener listeners;
    private final LlmClient model;
    private final ActionReader reader;
    private final Guidance guidance;
    private final Repetition repetition;

    Turn(Settings settings, PlanContext context, PlannerListener listeners, LlmClient model) {
        this.settings = settings;
        this.context = context;
        this.listeners = listeners;
        this.model = model;
        this.reader = new ActionReader(settings.arms(), settings.maxCalls(), this::isTool);
        this.guidance = Guidance.of(context.trajectory());
        this.repetition = Repetition.of(context);
    }

    private boolean isTool(String name) {
        return context.wireNames().containsKey(name)
                || context.tools().stream()
                        .anyMatch(tool -> tool.id().name().equals(name)
                                || tool.id().toString().equals(name));
    }

    Decision decide() {
        Decision early = withoutAsking();
        Decision decision = early != null ? early : ask();
        listeners.decided(context, decision);
        return decision;
    }

    private @Nullable Decision withoutAsking() {
        if (context.cancellation().isCancelled()) {
            return new Decision.Finish(FinishReason.CANCELLED, Json.NULL);
        }
        if (Prompt.sizeOf(context.trajectory()) >= settings.maxSteps()) {
            return giveUp("steps", settings.maxSteps(), "the run has made " + settings.maxSteps() + " steps");
        }
        if (guidance.faults() >= settings.maxFaults()) {
            return giveUp("faults", guidance.faults(), guidance.faults() + " answers in a row asked for what can't be");
        }
        return null;
    }

    private Decision ask() {
        if (!guidance.tier().isEmpty()) {
            context.events()
                    .accept(new PlannerGuided(
                            context.identity(), context.runId(), context.now(), guidance.tier(), guidance.faults()));
        }
        long tokens = settings.promptTokens();
        for (int shrinks = 0; ; shrinks++) {
            try {
                return ask(render(tokens));
            } catch (LlmException e) {
                if (!e.code().equals(ErrorCode.CONTEXT_WINDOW_EXCEEDED) || shrinks == MAX_SHRINKS) {
                    throw e;
                }
                tokens /= 2;
            }
        }
    }

    private LlmRequest render(long tokens) {
        Prompt.Rendered rendered = new Prompt(settings, context, guidance).render(tokens);
        if (rendered.shortened() > 0) {
            context.events()
                    .accept(new TrajectoryShortened(
                            context.identity(),
                            context.runId(),
                            context.now(),
                            Prompt.sizeOf(context.trajectory()),
                            rendered.shortened()));
        }
        return rendered.request();
    }

    private Decision ask(LlmRequest request) {
        LlmRequest current = request;
        String problem = "";
        int plainTexts = 0;
        for (int attempt = 1; attempt <= settings.maxAnswers(); attempt++) {
            LlmReply reply = complete(current, attempt);
            try {
                return checked(reply);
            } catch (NoAction e) {
                plainTexts += e.isPlainText() ? 1 : 0;
                if (e.isPlainText() && (plainTexts > 1 || attempt == settings.maxAnswers())) {
                    return said(reply);
                }
                problem = e.problem();
                listeners.refused(context, attempt, problem);
                current = again(request, reply, problem);
            }
        }
        return giveUp("answers", settings.maxAnswers(), problem);
    }

    private LlmReply complete(LlmRequest request, int attempt) {
        listeners.asking(context, attempt);
        Said said = new Said(piece -> listeners.said(context, piece), () -> listeners.asking(context, attempt));
        LlmCall call = LlmCall.of(context.identity())
                .run(context.runId())
                .deadline(context.now().plus(patience()))
                .cancellation(context.cancellation());
        return model.complete(request, call.deltas(said).restarts(said::restart));
    }

    private Duration patience() {
        Duration left = context.budget().elapsed();
        Duration own = settings.answerTimeout();
        return left == null || left.compareTo(own) > 0 ? own : left;
    }

    private Decision checked(LlmReply reply) throws NoAction {
        if (CUT_OFF.contains(reply.finishReason())) {
            throw NoAction.because("the answer was cut off because it was too long; give a shorter one");
        }
        Answer answer = reader.read(reply.text());
        Optional<ToolRequest> worn = repetition.worn(answer.decision(), settings.maxRepeats());
        if (worn.isPresent()) {
            throw NoAction.because("'" + Shortened.to(80, worn.get().tool()) + "' was called "
                    + repetition.times(worn.get())
                    + " times with these arguments and gave the same result each time; do something else, or finish");
        }
        return answer.decision();
    }

    /** Who insists on plain text has said what there is to say. */
    private static Decision said(LlmReply reply) {
        return Decision.finish(
                Json.of(StepText.paired(Reasoning.strip(reply.text()).strip())));
    }

    private static LlmRequest again(LlmRequest request, LlmReply reply, String problem) {
        List<Message> messages = new ArrayList<>(request.messages());
        if (!reply.text().isBlank()) {
            messages.add(Message.of(
                    Role.ASSISTANT, Shortened.to(MAX_QUOTE_LENGTH, reply.text().strip())));
        }
        messages.add(Message.of(
                Role.USER,
                "That answer was refused: " + problem,
                "Answer again, with one JSON object and nothing else."));
        return request.messages(messages);
    }

    private Decision giveUp(String limit, long count, String why) {
        context.events().accept(new PlannerGaveUp(context.identity(), context.runId(), context.now(), limit, count));
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("gave_up", limit);
        result.put("why", why);
        return new Decision.Finish(FinishReason.NO_PATH, Json.of(result));
    }
}

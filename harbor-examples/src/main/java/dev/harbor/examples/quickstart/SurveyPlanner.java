package dev.harbor.examples.quickstart;

import dev.harbor.json.InvalidJsonException;
import dev.harbor.json.MalformedJsonException;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.Message;
import dev.harbor.llm.Role;
import dev.harbor.plan.Decision;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Planner;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Decides by asking the model. It holds no state: what the model has to know is in the context, and is written into each prompt anew.
 *
 * <p>Thread-safe if the listener is.
 */
final class SurveyPlanner implements Planner {

    private static final int MAX_ANSWERS = 3;
    private static final int MAX_QUOTED_LENGTH = 1_000;

    private final Consumer<String> remarks;

    /** Makes a planner that tells a listener what the model says about each step. */
    SurveyPlanner(Consumer<String> remarks) {
        this.remarks = remarks;
    }

    @Override
    public Decision next(PlanContext context) throws Action.Empty {
        LlmCall call = LlmCall.of(context.identity()).run(context.runId()).cancellation(context.cancellation());
        LlmRequest request = Prompt.of(context);
        for (int answer = 1; ; answer++) {
            String text = context.model().complete(request, call).text();
            try {
                return decide(text);
            } catch (InvalidJsonException | MalformedJsonException | Action.Empty e) {
                if (answer == MAX_ANSWERS) {
                    throw e;
                }
                request = askAgain(request, text, e);
            }
        }
    }

    private Decision decide(String text) throws Action.Empty {
        Action action = Action.CODEC.decode(text);
        Decision decision = action.toDecision();
        remarks.accept(action.say());
        return decision;
    }

    private static LlmRequest askAgain(LlmRequest request, String text, Exception why) {
        List<Message> messages = new ArrayList<>(request.messages());
        messages.add(Message.of(Role.ASSISTANT, text.substring(0, Math.min(MAX_QUOTED_LENGTH, text.length()))));
        messages.add(Message.of(
                Role.USER, "That is no action: " + why.getMessage() + ". Answer again, with one JSON object."));
        return request.messages(messages);
    }
}

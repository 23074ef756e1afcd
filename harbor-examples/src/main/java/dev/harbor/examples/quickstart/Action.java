package dev.harbor.examples.quickstart;

import dev.harbor.json.Codec;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.ToolRequest;
import java.util.List;
import java.util.Optional;

/**
 * What the model answers: calls to make, or the result. One codec gives the schema that the model is told and reads what it answers.
 *
 * @param say a remark for people
 * @param calls what to call next, all at once
 * @param finish the result, when there is nothing left to call
 */
record Action(String say, List<Call> calls, Optional<Json> finish) {

    static final Codec<Action> CODEC = Codec.of(Action.class);

    /** A call that the model wants. */
    record Call(String tool, Json arguments) {}

    /** An action that is neither calls nor a result. */
    static final class Empty extends Exception {

        private static final long serialVersionUID = 1L;

        Empty() {
            super("the action has neither calls nor a result");
        }
    }

    static Action calls(String say, List<Call> calls) {
        return new Action(say, calls, Optional.empty());
    }

    static Action finish(String say, Json result) {
        return new Action(say, List.of(), Optional.of(result));
    }

    Decision toDecision() throws Empty {
        if (finish.isPresent()) {
            return Decision.finish(finish.get());
        }
        if (calls.isEmpty()) {
            throw new Empty();
        }
        List<ToolRequest> requests = calls.stream()
                .map(call -> ToolRequest.of(call.tool(), call.arguments()))
                .toList();
        return requests.size() == 1
                ? new Decision.CallTool(requests.get(0))
                : new Decision.CallParallel(requests, JoinPolicy.ALL);
    }

    /** Returns what the model must have answered for a decision to be made, without its remark. */
    static Action of(Decision decision) {
        if (decision instanceof Decision.CallTool one) {
            return calls("", List.of(call(one.call())));
        }
        if (decision instanceof Decision.CallParallel several) {
            return calls("", several.calls().stream().map(Action::call).toList());
        }
        throw new IllegalArgumentException("a survey only calls tools, but there is " + decision);
    }

    private static Call call(ToolRequest request) {
        return new Call(request.tool(), request.arguments());
    }
}

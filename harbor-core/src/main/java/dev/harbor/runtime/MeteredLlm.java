package dev.harbor.runtime;

import dev.harbor.error.ErrorCode;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmException;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.policy.ErrorClass;

/** Counts the calls of a model against a run's budget, around the guarded client. */
final class MeteredLlm implements LlmClient {

    private final LlmClient guarded;
    private final RunBudget budget;

    MeteredLlm(LlmClient guarded, RunBudget budget) {
        this.guarded = guarded;
        this.budget = budget;
    }

    @Override
    public LlmReply complete(LlmRequest request, LlmCall call) {
        String exhausted = budget.reserveModelCall();
        if (exhausted != null) {
            throw new LlmException(
                    ErrorCode.BUDGET_EXHAUSTED,
                    ErrorClass.PERMANENT,
                    "the budget of the run is used up: " + exhausted,
                    null);
        }
        LlmReply reply = guarded.complete(request, call);
        budget.used(reply);
        return reply;
    }
}

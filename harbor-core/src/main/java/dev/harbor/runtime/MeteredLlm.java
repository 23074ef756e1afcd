package dev.harbor.runtime;

import dev.harbor.error.ErrorCode;
import dev.harbor.history.Records;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmException;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.policy.ErrorClass;

/** Counts the calls of a model against a run's budget, on record before the model is asked, around the guarded client. */
final class MeteredLlm implements LlmClient {

    private final LlmClient guarded;
    private final RunDrive drive;

    MeteredLlm(LlmClient guarded, RunDrive drive) {
        this.guarded = guarded;
        this.drive = drive;
    }

    @Override
    public LlmReply complete(LlmRequest request, LlmCall call) {
        String exhausted = drive.budget().reserveModelCall();
        if (exhausted != null) {
            throw new LlmException(
                    ErrorCode.BUDGET_EXHAUSTED,
                    ErrorClass.PERMANENT,
                    "the budget of the run is used up: " + exhausted,
                    null);
        }
        drive.append(Records.modelCalled(drive.runId()));
        LlmReply reply = guarded.complete(request, call);
        drive.budget().used(reply);
        drive.append(Records.modelAnswered(drive.runId(), reply));
        return reply;
    }
}

package dev.harbor.contracts;

import dev.harbor.llm.Content;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.Message;
import dev.harbor.policy.ErrorClass;
import dev.harbor.testkit.LlmClientContract;
import dev.harbor.testkit.ModelAnswer;
import dev.harbor.testkit.ScriptedModel;
import java.util.List;

final class ScriptedModelContractTest extends LlmClientContract {

    @Override
    protected LlmClient create(Provider behaviour) {
        return switch (behaviour) {
            case ECHOES -> ScriptedModel.always(ModelAnswer.computed(ScriptedModelContractTest::lastText));
            case FAILS -> ScriptedModel.always(ModelAnswer.failure(ErrorClass.SERVER, "overloaded"));
            case HANGS -> ScriptedModel.always(ModelAnswer.never());
        };
    }

    static String lastText(LlmRequest request) {
        Message last = request.messages().get(request.messages().size() - 1);
        List<Content> parts = last.parts();
        return ((Content.Text) parts.get(parts.size() - 1)).text();
    }
}

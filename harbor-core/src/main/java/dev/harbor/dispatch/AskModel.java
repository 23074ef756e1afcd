package dev.harbor.dispatch;

import dev.harbor.json.Json;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmException;
import dev.harbor.llm.LlmReply;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolInvoker;
import dev.harbor.tool.ToolOutput;

/** Asks a model as the shell invokes a tool. Nothing is decoded or encoded. Thread-safe, if the client is. */
final class AskModel implements ToolInvoker<AskingCall, LlmReply> {

    private final LlmClient client;

    AskModel(LlmClient client) {
        this.client = client;
    }

    @Override
    public ToolOutput<LlmReply> invoke(AskingCall asking, ToolContext context) {
        AskingCall.Hearing hearing = asking.hearing(context);
        try {
            return ToolOutput.of(client.complete(asking.request(), hearing.call()));
        } catch (LlmException e) {
            throw ToolFailed.of(
                    e.code(),
                    e.errorClass(),
                    true,
                    String.valueOf(e.getMessage()),
                    e.retryAfter().orElse(null),
                    e);
        } finally {
            hearing.end();
        }
    }

    @Override
    public AskingCall decode(Json arguments) {
        throw new UnsupportedOperationException("a request to a model is not decoded");
    }

    @Override
    public Json encodeInput(AskingCall input) {
        throw new UnsupportedOperationException("a request to a model is not encoded");
    }

    @Override
    public Json encodeResult(LlmReply value, boolean validate) {
        throw new UnsupportedOperationException("an answer of a model is not encoded");
    }
}

package dev.harbor.dispatch;

import dev.harbor.error.ErrorCode;
import dev.harbor.event.EventSink;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmException;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.policy.ErrorClass;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolId;
import java.time.Clock;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Asks a model under a policy, with the shell that tools have: a model is to it a tool that reads. Failures keep their code and their class.
 *
 * <p>Thread-safe, if the client is.
 */
public final class PolicedLlm implements LlmClient {

    private static final ToolDefinition MODEL = ToolDefinition.builder(ToolId.of("model"), Json.EMPTY_OBJECT)
            .effect(SideEffect.READ)
            .build();

    private static final Map<ErrorCode, String> WORDS = Map.of(
            ErrorCode.TOOL_TIMEOUT, "the model gave no answer within the time of an attempt",
            ErrorCode.DEADLINE_EXCEEDED, "the model gave no answer before the deadline",
            ErrorCode.CIRCUIT_OPEN, "the model failed too often lately and is left alone for a while",
            ErrorCode.RATE_LIMITED, "the model was asked too often lately, and the turn of this request comes too late",
            ErrorCode.OVERLOADED, "the model is busy: no more requests at once are allowed");

    private final AskModel model;
    private final AttemptShell shell;
    private final EventSink events;
    private final Clock clock;

    private PolicedLlm(LlmClient client, ToolPolicy policy, ShellServices services, EventSink events, Clock clock) {
        this.model = new AskModel(client);
        this.shell = AttemptShell.of(MODEL, policy, services);
        this.events = events;
        this.clock = clock;
    }

    /** Returns a client around another. */
    public static LlmClient of(
            LlmClient client, ToolPolicy policy, ShellServices services, EventSink events, Clock clock) {
        return new PolicedLlm(client, policy, services, events, clock);
    }

    @Override
    public LlmReply complete(LlmRequest request, LlmCall call) {
        AskingCall asking = new AskingCall(request, call, shell.services, events, clock);
        ShellResult<LlmReply> result = shell.run(model, asking, asking);
        if (result instanceof ShellResult.Done<LlmReply> done) {
            return done.output().value();
        }
        if (result instanceof ShellResult.Failed<LlmReply> failed) {
            throw failure(failed.error());
        }
        if (result instanceof ShellResult.Cancelled<LlmReply> cancelled) {
            throw new LlmException(
                    ErrorCode.CANCELLED,
                    ErrorClass.PERMANENT,
                    "the call of the model was cancelled: " + cancelled.reason(),
                    null);
        }
        throw new IllegalStateException("a model reads, so that its outcome is known, and never waits: " + result);
    }

    private static LlmException failure(ToolError error) {
        LlmException own = own(error.cause());
        if (own == null) {
            String words = WORDS.getOrDefault(error.code(), "the model failed: " + error.message());
            ErrorClass errorClass =
                    error.code().equals(ErrorCode.DEADLINE_EXCEEDED) ? ErrorClass.TIMEOUT : error.errorClass();
            return new LlmException(ErrorCode.MODEL_FAILED, errorClass, words, error.cause());
        }
        return error.code().equals(ErrorCode.RETRIES_EXHAUSTED)
                ? new LlmException(own.code(), own.errorClass(), error.message(), own)
                : own;
    }

    private static @Nullable LlmException own(@Nullable Throwable cause) {
        Throwable each = cause;
        while (each != null) {
            if (each instanceof LlmException own) {
                return own;
            }
            each = each.getCause();
        }
        return null;
    }
}

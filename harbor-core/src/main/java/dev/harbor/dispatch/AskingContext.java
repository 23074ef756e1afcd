package dev.harbor.dispatch;

import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmCall;
import dev.harbor.policy.Cancellation;
import dev.harbor.tool.Resumption;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Is what the shell gives an attempt at a model's answer. A model has no artifacts and calls nothing. */
record AskingContext(LlmCall call, int attempt, Supplier<Cancellation> ending) implements ToolContext {

    private static final String NOT_A_TOOL = "a model is no tool";

    @Override
    public Identity identity() {
        return call.identity();
    }

    @Override
    public Optional<String> runId() {
        return call.runId();
    }

    @Override
    public String callId() {
        return "model";
    }

    @Override
    public String idempotencyKey() {
        throw new UnsupportedOperationException(NOT_A_TOOL);
    }

    @Override
    public Optional<Resumption> resumption() {
        return Optional.empty();
    }

    @Override
    public Optional<Duration> remaining() {
        return Optional.empty();
    }

    @Override
    public Cancellation cancellation() {
        return ending.get();
    }

    @Override
    public ScopedArtifacts artifacts() {
        throw new UnsupportedOperationException(NOT_A_TOOL);
    }

    @Override
    public void progress(String message) {
        throw new UnsupportedOperationException(NOT_A_TOOL);
    }

    @Override
    public ToolOutcome<Json> call(String tool, Json arguments) {
        throw new UnsupportedOperationException(NOT_A_TOOL);
    }

    @Override
    public <I, O> ToolOutcome<O> call(Tool<I, O> tool, I input) {
        throw new UnsupportedOperationException(NOT_A_TOOL);
    }
}

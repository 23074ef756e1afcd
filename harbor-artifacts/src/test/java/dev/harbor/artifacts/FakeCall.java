package dev.harbor.artifacts;

import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.policy.Cancellation;
import dev.harbor.tool.Resumption;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolOutcome;
import java.time.Duration;
import java.util.Optional;

/** Is a call that has nothing but artifacts. */
record FakeCall(ScopedArtifacts artifacts) implements ToolContext {

    @Override
    public Identity identity() {
        return artifacts.scope().identity();
    }

    @Override
    public Optional<String> runId() {
        return Optional.empty();
    }

    @Override
    public String callId() {
        return "call-1";
    }

    @Override
    public int attempt() {
        return 1;
    }

    @Override
    public String idempotencyKey() {
        return "key-1";
    }

    @Override
    public Optional<Duration> remaining() {
        return Optional.empty();
    }

    @Override
    public Cancellation cancellation() {
        return Cancellation.create();
    }

    @Override
    public Optional<Resumption> resumption() {
        return Optional.empty();
    }

    @Override
    public void progress(String message) {}

    @Override
    public ToolOutcome<Json> call(String tool, Json arguments) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <I, O> ToolOutcome<O> call(Tool<I, O> tool, I input) {
        throw new UnsupportedOperationException();
    }
}

package dev.harbor.dispatch;

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
import java.util.function.Supplier;

/** Is what a tool sees in tests of the shell: its attempt, its limit and its cancellation, and nothing else. */
record TestContext(int attempt, long limitNanos, Supplier<Cancellation> ofAttempt) implements ToolContext {

    @Override
    public Cancellation cancellation() {
        return ofAttempt.get();
    }

    @Override
    public Identity identity() {
        return Identity.of("acme", "ada", "s1");
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
    public String idempotencyKey() {
        return "key-1";
    }

    @Override
    public Optional<Duration> remaining() {
        return Optional.empty();
    }

    @Override
    public ScopedArtifacts artifacts() {
        throw new UnsupportedOperationException("no artifacts here");
    }

    @Override
    public Optional<Resumption> resumption() {
        return Optional.empty();
    }

    @Override
    public void progress(String message) {}

    @Override
    public ToolOutcome<Json> call(String tool, Json arguments) {
        throw new UnsupportedOperationException("no other tools here");
    }

    @Override
    public <I, O> ToolOutcome<O> call(Tool<I, O> tool, I input) {
        throw new UnsupportedOperationException("no other tools here");
    }
}

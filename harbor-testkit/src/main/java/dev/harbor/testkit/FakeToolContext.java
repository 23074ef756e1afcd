package dev.harbor.testkit;

import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.identity.Identity;
import dev.harbor.identity.RunIdentity;
import dev.harbor.json.Json;
import dev.harbor.policy.Cancellation;
import dev.harbor.tool.Resumption;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Is a context for calling the code of a tool alone, without a runtime and so without policy, validation and recording. It calls no other tools: code that
 * does is tested with a runtime.
 *
 * <p>Thread-safe.
 */
public final class FakeToolContext implements ToolContext {

    private final RunIdentity run;
    private final String callId;
    private final int attempt;
    private final String idempotencyKey;
    private final @Nullable Resumption resumption;
    private final @Nullable Duration remaining;
    private final Cancellation cancellation;
    private final ScopedArtifacts artifacts;
    private final List<String> progress = new CopyOnWriteArrayList<>();

    private FakeToolContext(Builder from) {
        run = from.run;
        callId = from.callId;
        attempt = from.attempt;
        idempotencyKey = from.idempotencyKey == null ? run.runId() + "/" + callId : from.idempotencyKey;
        resumption = from.resumption;
        remaining = from.remaining;
        cancellation = from.cancellation;
        artifacts = from.artifacts == null
                ? NoArtifacts.of(new ArtifactScope(run.identity(), run.runId()))
                : from.artifacts;
    }

    /** Returns the context of the first attempt of a call in a run of its own. */
    public static FakeToolContext create() {
        return builder().build();
    }

    /** Returns a builder; see its methods for what there is when nothing is said. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns what the code told about its progress, in order. */
    public List<String> progress() {
        return List.copyOf(progress);
    }

    @Override
    public Identity identity() {
        return run.identity();
    }

    @Override
    public Optional<String> runId() {
        return Optional.of(run.runId());
    }

    @Override
    public String callId() {
        return callId;
    }

    @Override
    public int attempt() {
        return attempt;
    }

    @Override
    public String idempotencyKey() {
        return idempotencyKey;
    }

    @Override
    public Optional<Resumption> resumption() {
        return Optional.ofNullable(resumption);
    }

    @Override
    public Optional<Duration> remaining() {
        return Optional.ofNullable(remaining);
    }

    @Override
    public Cancellation cancellation() {
        return cancellation;
    }

    @Override
    public ScopedArtifacts artifacts() {
        return artifacts;
    }

    @Override
    public void progress(String message) {
        progress.add(Objects.requireNonNull(message, "message"));
    }

    /** Throws an {@link IllegalStateException}. */
    @Override
    public ToolOutcome<Json> call(String tool, Json arguments) {
        throw noCalls(tool);
    }

    /** Throws an {@link IllegalStateException}. */
    @Override
    public <I, O> ToolOutcome<O> call(Tool<I, O> tool, I input) {
        throw noCalls(tool.id().toString());
    }

    private static IllegalStateException noCalls(String tool) {
        return new IllegalStateException("a fake context calls no tools, not '" + tool + "' either; use a runtime");
    }

    /** Collects what a context shows. Not thread-safe. */
    public static final class Builder {

        private RunIdentity run = TestIdentities.run();
        private String callId = "call-1";
        private int attempt = 1;
        private @Nullable String idempotencyKey;
        private @Nullable Resumption resumption;
        private @Nullable Duration remaining;
        private Cancellation cancellation = Cancellation.create();
        private @Nullable ScopedArtifacts artifacts;

        private Builder() {}

        /** Sets the run; {@link TestIdentities#run()} when never set. */
        public Builder run(RunIdentity value) {
            run = Objects.requireNonNull(value, "run");
            return this;
        }

        /** Sets the id of the call; {@code call-1} when never set. */
        public Builder callId(String value) {
            callId = Objects.requireNonNull(value, "callId");
            return this;
        }

        /**
         * Sets which attempt it is; the first when never set.
         *
         * @throws IllegalArgumentException if it is less than 1
         */
        public Builder attempt(int value) {
            if (value < 1) {
                throw new IllegalArgumentException("attempts start at 1, got " + value);
            }
            attempt = value;
            return this;
        }

        /** Sets the idempotency key; made of run and call when never set. */
        public Builder idempotencyKey(String value) {
            idempotencyKey = Objects.requireNonNull(value, "idempotencyKey");
            return this;
        }

        /** Sets what the tool has waited for; when never set the call is new. */
        public Builder resumption(Resumption value) {
            resumption = Objects.requireNonNull(value, "resumption");
            return this;
        }

        /** Sets how much time is left; no limit when never set. It does not run down. */
        public Builder remaining(Duration value) {
            remaining = Objects.requireNonNull(value, "remaining");
            return this;
        }

        /** Sets what tells the tool to stop; one that nobody has asked for when never set. */
        public Builder cancellation(Cancellation value) {
            cancellation = Objects.requireNonNull(value, "cancellation");
            return this;
        }

        /** Sets the artifacts; when never set there are none and none can be stored. */
        public Builder artifacts(ScopedArtifacts value) {
            artifacts = Objects.requireNonNull(value, "artifacts");
            return this;
        }

        /** Returns the context; the builder may be used again. */
        public FakeToolContext build() {
            return new FakeToolContext(this);
        }
    }
}

package dev.harbor.tools.a2a;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.access.CredentialProvider;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.testkit.EventRecorder;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Is a runtime whose only source is an agent on loopback. */
final class World implements AutoCloseable {

    static final Identity ADA = Identity.of("acme", "ada", "session-1");
    static final String TOKEN = "t0ken-4711-secret";

    final A2aAccess access;
    final A2aTools source;
    final EventRecorder events = EventRecorder.create();
    final HarborRuntime runtime;

    private World(String url, UnaryOperator<A2aTools.Builder> more, UnaryOperator<HarborRuntime.Builder> host) {
        access = A2aAccess.builder()
                .allowLoopback()
                .credentials(CredentialProvider.of(Map.of("TOKEN", TOKEN)))
                .build();
        source = more.apply(A2aTools.agent("a", url).access(access).limits(quick().build()))
                .build();
        runtime = host.apply(HarborRuntime.builder()
                        .artifacts(Artifacts.memory())
                        .events(events)
                        .policy(ToolPolicy.builder().noBreaker().build())
                        .source(source))
                .build();
    }

    static World of(FakeAgent agent) {
        return of(agent, builder -> builder);
    }

    static World of(FakeAgent agent, UnaryOperator<A2aTools.Builder> more) {
        return new World(agent.url(), more, host -> host);
    }

    static World of(String url, UnaryOperator<A2aTools.Builder> more) {
        return new World(url, more, host -> host);
    }

    static World of(String url, UnaryOperator<A2aTools.Builder> more, UnaryOperator<HarborRuntime.Builder> host) {
        return new World(url, more, host);
    }

    static World of(FakeAgent agent, UnaryOperator<A2aTools.Builder> more, UnaryOperator<HarborRuntime.Builder> host) {
        return new World(agent.url(), more, host);
    }

    /** Looks tasks up soon, so that no test waits for long. */
    static A2aLimits.Builder quick() {
        return A2aLimits.builder().poll(Duration.ofMillis(20), Duration.ofMillis(50));
    }

    static UnaryOperator<A2aTools.Builder> within(Duration timeout) {
        return builder -> builder.policy(ToolPolicy.builder().timeout(timeout).build());
    }

    Caller ada() {
        return runtime.as(ADA);
    }

    ToolOutcome<Json> say(String message) {
        return ada().call("a_do", Json.of(Map.of("message", message)));
    }

    Json result(String message) {
        return say(message).orThrow();
    }

    ToolError error(String message) {
        return error(say(message));
    }

    static ToolError error(ToolOutcome<?> outcome) {
        if (outcome instanceof ToolOutcome.Failure<?> failure) {
            return failure.error();
        }
        if (outcome instanceof ToolOutcome.Unknown<?> unknown) {
            return unknown.error();
        }
        throw new AssertionError("it should have failed, and it is " + outcome);
    }

    static String text(Json result) {
        return result.get("text").orElseThrow().asString();
    }

    String stored(Json file) throws IOException {
        ArtifactRef ref = new ArtifactRef(file.get("ref").orElseThrow().asString());
        try (InputStream content = ada().artifacts("t").open(ref)) {
            return new String(content.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static void soundly(FakeAgent agent) {
        assertThat(agent.complaints()).isEmpty();
        assertThat(agent.executed).doesNotHaveDuplicates();
    }

    @Override
    public void close() {
        runtime.close();
        access.close();
    }
}

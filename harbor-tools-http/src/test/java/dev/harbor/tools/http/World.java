package dev.harbor.tools.http;

import dev.harbor.access.CredentialProvider;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.testkit.EventRecorder;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutcome;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Is a runtime with some HTTP tools, sent through an access that may reach loopback. */
final class World implements AutoCloseable {

    static final Identity ADA = Identity.of("acme", "ada", "session-1");
    static final String TOKEN = "t0ken-of-ada-4711";
    static final CredentialProvider CREDENTIALS =
            CredentialProvider.of(Map.of("TOKEN", TOKEN, "LOGIN", "ada:pa55-w0rd-of-ada"));

    final HttpAccess access;
    final EventRecorder events = EventRecorder.create();
    private final HarborRuntime runtime;

    private World(HttpAccess access, UnaryOperator<HarborRuntime.Builder> more, HttpTool... tools) {
        this.access = access;
        HarborRuntime.Builder builder = HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .events(events)
                .policy(patient());
        for (HttpTool tool : tools) {
            builder.tools(tool.over(access));
        }
        this.runtime = more.apply(builder).build();
    }

    /** No test ends by its time, and failures are not retried unless it says so. */
    private static ToolPolicy patient() {
        return ToolPolicy.builder()
                .timeout(Duration.ofMinutes(2))
                .noRetry()
                .noBreaker()
                .build();
    }

    static HttpAccess.Builder loopback() {
        return HttpAccess.builder().allowLoopback().credentials(CREDENTIALS);
    }

    static World of(HttpTool... tools) {
        return new World(loopback().build(), builder -> builder, tools);
    }

    static World of(HttpAccess access, HttpTool... tools) {
        return new World(access, builder -> builder, tools);
    }

    static World of(HttpAccess access, UnaryOperator<HarborRuntime.Builder> more, HttpTool... tools) {
        return new World(access, more, tools);
    }

    Caller ada() {
        return runtime.as(ADA);
    }

    HarborRuntime runtime() {
        return runtime;
    }

    ToolOutcome<Json> call(String tool, String arguments) {
        return ada().call(tool, Json.parse(arguments));
    }

    /** Calls a tool that has to succeed. */
    Json result(String tool, String arguments) {
        return call(tool, arguments).orThrow();
    }

    /** Calls a tool that has to fail. */
    ToolError error(String tool, String arguments) {
        return error(call(tool, arguments));
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

    @Override
    public void close() {
        runtime.close();
        access.close();
    }
}

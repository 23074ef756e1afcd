package dev.harbor.oauth;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.pause.Pause;
import dev.harbor.plan.Decision;
import dev.harbor.plan.FinishReason;
import dev.harbor.plan.Planner;
import dev.harbor.plan.ToolRequest;
import dev.harbor.run.Run;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.store.jdbc.JdbcJournal;
import dev.harbor.store.jdbc.JdbcTokenStore;
import dev.harbor.testkit.EventRecorder;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolSuspended;
import dev.harbor.tools.http.HttpAccess;
import dev.harbor.tools.http.HttpAuth;
import dev.harbor.tools.http.HttpTool;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/** Is a process that embeds everything: a runtime with HTTP tools, whose journal and tokens lie in files. Another one can be opened over the same files. */
final class Embedding implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofMinutes(1);

    /** Calls the tool that the goal names, once, and ends with what came of it. */
    private static final Planner CALLS_ONE = context -> context.trajectory()
            .last()
            .<Decision>map(step -> new Decision.Finish(
                    step.observations().get(0).isSuccess() ? FinishReason.GOAL : FinishReason.NO_PATH,
                    step.observations().get(0).content()))
            .orElseGet(() -> new Decision.CallTool(ToolRequest.of(context.goal(), Json.EMPTY_OBJECT)));

    final Desk desk;
    final HarborRuntime runtime;
    final EventRecorder events = EventRecorder.create();
    private final HttpAccess access;

    Embedding(AuthorizationServer server, Path folder) {
        this(server, folder, Desk.calendar(server).build());
    }

    Embedding(AuthorizationServer server, Path folder, OAuthProvider provider) {
        desk = new Desk(
                server, JdbcTokenStore.sqlite(folder.resolve("tokens.db")), builder -> builder.provider(provider));
        access = HttpAccess.builder()
                .allowLoopback()
                .credentials(desk.client.credentials())
                .build();
        runtime = HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(JdbcJournal.sqlite(folder.resolve("journal.db")))
                .planner(CALLS_ONE)
                .events(events)
                .clock(desk.clock)
                .scopes(desk.client.scopes())
                .consents(desk.client.consents())
                .tools(tool(server, "read", "/api/read", SideEffect.READ)
                        .authScopes("calendar.read")
                        .build()
                        .over(access))
                .tools(tool(server, "write", "/api/write", SideEffect.WRITE)
                        .authScopes("calendar.write")
                        .build()
                        .over(access))
                .tools(Tool.of("pay", Json.class, Json.class, Embedding::pay).effect(SideEffect.EXTERNAL))
                .tools(tool(server, "bare", "/api/write", SideEffect.WRITE)
                        .build()
                        .over(access))
                .build();
    }

    /** Waits for something that has nothing to do with a consent, and names the same provider. */
    private static Json pay(Json arguments, ToolContext context) {
        if (context.resumption().isEmpty()) {
            throw ToolSuspended.externalEvent("a payment runs", Json.of(Map.of("provider", "calendar")));
        }
        return arguments;
    }

    private static HttpTool.Builder tool(AuthorizationServer server, String name, String path, SideEffect effect) {
        HttpTool.Builder tool = effect == SideEffect.READ
                ? HttpTool.get(name, server.origin() + path)
                : HttpTool.post(name, server.origin() + path);
        return tool.effect(effect).auth(HttpAuth.bearer("calendar"));
    }

    RunResult start(Identity who, String tool) {
        return runtime.as(who).start(RunRequest.goal(tool)).await(PATIENCE);
    }

    List<Pause> pauses(Identity who) {
        return runtime.as(who).pauses();
    }

    static URI address(Pause pause) {
        return URI.create(pause.payload().get("consent_url").orElseThrow().asString());
    }

    ConsentCallback.Completion complete(Identity who, ConsentAnswer answer) {
        return desk.client.callback(runtime).complete(who, answer);
    }

    /** Returns a run when it has ended. */
    Run ended(Identity who, String runId) {
        return Awaitility.await()
                .atMost(PATIENCE)
                .until(
                        () -> runtime.as(who).run(runId).orElseThrow(),
                        run -> run.state().isTerminal());
    }

    @Override
    public void close() {
        runtime.close();
        access.close();
        desk.close();
    }
}

package dev.harbor.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.access.ApprovalPolicy;
import dev.harbor.artifact.Evidence;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.event.RunEnded;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.plan.Decision;
import dev.harbor.plan.PlanContext;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.testkit.ManualClock;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.ToolOutput;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever a tenant, a model, a tool or a browser writes is text on every page: not one of its marks is a tag, an attribute or a script. */
final class InspectorHostileTest {

    private static final String MARK = "zzz";
    private static final String EVIL =
            "\"'><script>" + MARK + "()</script><img src=x onerror='" + MARK + "()' & </pre>";
    private static final Identity WHO = Identity.of("t" + EVIL, "u" + EVIL, "s" + EVIL);
    private static final String RUN = "r1";
    private static final Json ANY = Json.parse("{\"type\": \"object\"}");
    private static final Json ARGUMENTS = Json.of(Map.of("k" + EVIL, "v" + EVIL));

    private final LiveEvents live = LiveEvents.create();
    private HarborRuntime runtime;
    private Inspector inspector;

    @BeforeEach
    void start() {
        runtime = HarborRuntime.builder()
                .journal(InMemoryJournal.create())
                .artifacts(Artifacts.memory())
                .access(ApprovalPolicy.builder()
                        .tools("world.change")
                        .reason("reason" + EVIL)
                        .build())
                .planner(InspectorHostileTest::next)
                .events(live)
                .tools(
                        Tool.json("world.change", ANY, arguments -> arguments)
                                .description("description" + EVIL)
                                .effect(SideEffect.WRITE),
                        Tool.json("world.fail", ANY, arguments -> {
                                    throw ToolFailed.permanent("error" + EVIL);
                                })
                                .effect(SideEffect.READ),
                        seeing())
                .build();
        runtime.catalog().replace(Toolsets.of("source-zzz", "g<zzz>", "far.<zzz>", "far" + EVIL));
        inspector = Inspector.builder(runtime)
                .live(live)
                .authorizer(request -> Optional.of(InspectorAccess.everyTenant("actor" + EVIL)
                        .withDecisions()
                        .withSteering()
                        .withTools()))
                .build();
    }

    private static Tool<Json, Json> seeing() {
        ToolDefinition sees = ToolDefinition.builder(ToolId.of("world.see"), ANY)
                .effect(SideEffect.READ)
                .build();
        return Tool.json(
                        sees,
                        (arguments, context) -> ToolOutput.of(arguments)
                                .evidence(Evidence.observed("type" + EVIL, arguments)
                                        .externalId("external" + EVIL)
                                        .reference("https://x/" + EVIL)))
                .observes();
    }

    private static Decision next(PlanContext context) {
        return switch (context.trajectory().size()) {
            case 0 -> Decision.call("world.see", ARGUMENTS);
            case 1 -> Decision.call("world.fail", ARGUMENTS);
            case 2 -> Decision.call("no.such" + EVIL, ARGUMENTS);
            case 3 -> new Decision.SpawnTask("child" + EVIL, ARGUMENTS);
            default -> end(context);
        };
    }

    private static Decision end(PlanContext context) {
        if (context.goal().startsWith("ask")) {
            return new Decision.RequestPause(PauseReason.CONSTRAINTS_CONFLICT, "message" + EVIL, ARGUMENTS);
        }
        return context.goal().startsWith("change")
                ? Decision.call("world.change", ARGUMENTS)
                : Decision.finish(Json.of(Map.of("summary", "summary" + EVIL)));
    }

    @AfterEach
    void stop() {
        inspector.close();
        runtime.close();
    }

    private String get(String path, String query) throws Exception {
        return send("GET", path, query, "");
    }

    private String send(String method, String path, String query, String form) throws Exception {
        InspectorRequest request = InspectorRequest.of(
                method,
                "/m",
                path,
                query,
                Map.of("Content-Type", List.of("application/x-www-form-urlencoded")),
                new ByteArrayInputStream(form.getBytes(StandardCharsets.UTF_8)));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (InspectorResponse response = inspector.handle(request)) {
            response.writeTo(out);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private void run(String id, String goal) {
        runtime.as(WHO)
                .start(RunRequest.goal(goal + EVIL).input(ARGUMENTS).id(id))
                .await(Served.BOUND);
    }

    /** Looks at the page as a browser does: outside of escaped text there is no mark, and every tag is one of ours. */
    private static void assertHarmless(String page, String... shown) {
        assertThat(page).contains(shown);
        assertThat(page).doesNotContain("<script>", "<img", "onerror='", "</pre>&", "'><", "\"'>");
        Matcher tag = Pattern.compile("<[^>]*>").matcher(page);
        while (tag.find()) {
            assertThat(tag.group())
                    .matches("<(!DOCTYPE html|/?[a-z0-9]+( [a-zA-Z-]+(=\"[^\"<>]*\")?)*/?)>")
                    .satisfies(each ->
                            assertThat(each.replaceAll("\"[^\"]*\"", "")).doesNotContain(" on"));
        }
    }

    @Test
    void runPages_showTextAsText() throws Exception {
        run(RUN, "finish");
        run("w1", "ask");
        run("w2", "change");
        assertHarmless(
                get("/runs/" + Markup.encoded(RUN), null),
                "finish&quot;&#39;&gt;",
                "t&quot;",
                "u&quot;",
                "s&quot;",
                "k\\&quot;",
                "summary&quot;",
                "type&quot;",
                "external&quot;",
                "https://x/&quot;",
                "error",
                "no.such&quot;",
                "child&quot;");
        assertHarmless(get("/runs/w1", null), "message&quot;", "/approve");
        assertHarmless(get("/runs/w2", null), "reason&quot;", "v\\&quot;");
        assertHarmless(get("/waiting", null), "message&quot;", "reason&quot;", "actor&quot;");
        assertHarmless(get("/", null), "finish&quot;", "t&quot;");
        assertHarmless(get("/tools", null), "description&quot;", "far&quot;", "g&lt;zzz&gt;", "far.&lt;zzz&gt;");
    }

    @Test
    void childPage_showsTextAsText() throws Exception {
        run(RUN, "finish");
        String child =
                runtime.operator().run(RUN).orElseThrow().children().get(0).runId();
        assertHarmless(get("/runs/" + Markup.encoded(child), null), "child&quot;", "A child of");
    }

    @Test
    void whatABrowserSends_comesBackAsText() throws Exception {
        String evil = Markup.encoded(EVIL);
        assertHarmless(
                get("/", "tenant=" + evil + "&user=" + evil + "&state=" + evil + "&run=" + evil + "&after=" + evil),
                "There is no run &quot;");
        run("w1", "ask");
        String pause = runtime.operator().pauses("w1").get(0).id();
        assertThat(send("POST", "/runs/w1/pauses/" + pause + "/approve", null, "note=" + evil))
                .isEmpty();
        assertHarmless(send("POST", "/runs/" + evil + "/cancel", null, "reason=" + evil), "404");
        assertHarmless(get("/runs/" + evil, null), "404");
    }

    @Test
    void stream_tellsNamesInOneLineOfJson() throws Exception {
        InspectorRequest request =
                InspectorRequest.of("GET", "/m", "/events", null, Map.of(), new ByteArrayInputStream(new byte[0]));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (InspectorResponse response = inspector.handle(request)) {
            String run = "r\nevent: x\ndata: {}\n\n" + EVIL;
            live.accept(new RunEnded(WHO, run, ManualClock.START, "s" + EVIL, "", Duration.ZERO));
            run("r2", "finish");
            Thread reader = new Thread(() -> write(response, out));
            reader.start();
            Awaitility.await()
                    .atMost(Served.BOUND)
                    .until(() -> out.toString(StandardCharsets.UTF_8).contains("\"run\":\"r2\""));
            inspector.close();
            reader.join(Served.BOUND.toMillis());
        }
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .allMatch(
                        line -> line.isEmpty() || line.matches("(retry: \\d+|event: (open|change|beat)|data: \\{.*})"));
    }

    private static void write(InspectorResponse response, ByteArrayOutputStream out) {
        try {
            response.writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

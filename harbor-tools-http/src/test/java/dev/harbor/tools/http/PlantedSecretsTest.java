package dev.harbor.tools.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.access.ApprovalPolicy;
import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalRecord;
import dev.harbor.journal.SealedJournal;
import dev.harbor.journal.StreamInfo;
import dev.harbor.json.Json;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Decision;
import dev.harbor.plan.PlanContext;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResolvedPause;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.seal.SealingKeys;
import dev.harbor.testkit.EventRecorder;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.ToolOutput;
import dev.harbor.tool.ToolSuspended;
import dev.harbor.tools.http.Service.Asked;
import dev.harbor.tools.http.Service.Says;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A run in which a service says the credential back in every way that it has, a person is asked, and a tool keeps a state: all that the run leaves behind is
 * read, and the whole log at its finest, and no secret is in it.
 */
final class PlantedSecretsTest {

    private static final String STATE = "the-state-of-a-tool-0815";
    private static final String CONTENT = "what-the-run-is-about-4242";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Journal records = InMemoryJournal.create();
    private final ArtifactStore store = Artifacts.memoryStore();
    private final EventRecorder events = EventRecorder.create();

    private String journal = "";
    private String heads = "";
    private String artifacts = "";

    /** Says what it was given, in the body, in a header, and in the words of a refusal. */
    private static Says echo(Asked asked) {
        String token = asked.header("Authorization");
        String said = "{\"you\":\"" + token + "\",\"about\":\"" + CONTENT + "\"}";
        return switch (asked.uri().getPath()) {
            case "/refuse" -> Says.of(422, "application/json", "{\"message\":\"not with " + token + "\"}");
            case "/break" -> throw new IllegalStateException("with " + token);
            case "/large" -> Says.json("{\"you\":\"" + (token + " ").repeat(5_000) + "\"}");
            default -> Says.json(said).with("X-You", token);
        };
    }

    private static Tool<Json, Json> tool(Service service, HttpAccess access, String name) {
        return HttpTool.post("t." + name, service.url("/" + name))
                .effect(SideEffect.READ)
                .auth(HttpAuth.bearer("TOKEN"))
                .answer(HttpAnswer.standard().headers(name.equals("ok") ? new String[] {"X-You"} : new String[0]))
                .build()
                .over(access);
    }

    private static Tool<Json, Json> asking() {
        ToolDefinition definition = ToolDefinition.builder(ToolId.of("t.ask"), Json.parse("{\"type\":\"object\"}"))
                .effect(SideEffect.EXTERNAL)
                .build();
        return Tool.json(definition, (input, context) -> {
            if (context.resumption().isEmpty()) {
                throw ToolSuspended.awaitInput("go on?", Json.EMPTY_OBJECT).state(Json.of(STATE));
            }
            return ToolOutput.of(input);
        });
    }

    private static Decision next(PlanContext context) {
        List<String> tools = List.of("t.ok", "t.refuse", "t.break", "t.large", "t.ask");
        int step = context.trajectory().size();
        return step < tools.size()
                ? Decision.call(tools.get(step), Json.EMPTY_OBJECT)
                : Decision.finish(Json.of("done"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void secrets_thatAreSaidInEveryWay_standNowhere(boolean sealed) throws Exception {
        List<String> tokens = new ArrayList<>();
        String log;
        try (CapturedLog captured = CapturedLog.begin()) {
            run(sealed, tokens);
            log = captured.text();
        }
        String kept = journal + heads + artifacts;
        String told = events.events().toString();
        assertThat(tokens).hasSize(2);
        assertThat(log).contains("dev.harbor");
        assertThat(told).contains("tool.");
        for (String secret :
                Stream.concat(Stream.of(World.TOKEN), tokens.stream()).toList()) {
            assertThat(log).as("log").doesNotContain(secret);
            assertThat(told).as("events").doesNotContain(secret);
            assertThat(kept).as("journal and artifacts").doesNotContain(secret);
        }
        assertThat(log + told + heads + artifacts).as("state of a tool").doesNotContain(STATE);
        assertThat(journal.contains(STATE)).as("state in the journal").isEqualTo(!sealed);
        assertThat(journal.contains(CONTENT)).as("content in the journal").isEqualTo(!sealed);
    }

    private void run(boolean sealed, List<String> tokens) throws Exception {
        SealingKeys keys = SealingKeys.of("k1", new byte[SealingKeys.KEY_BYTES]);
        try (Service service = Service.answering(PlantedSecretsTest::echo);
                HttpAccess access = World.loopback().build();
                HarborRuntime runtime = HarborRuntime.builder()
                        .artifacts(Artifacts.over(store))
                        .journal(sealed ? SealedJournal.over(records, keys) : records)
                        .access(ApprovalPolicy.builder().tools("t.ask").build())
                        .events(events)
                        .planner(PlantedSecretsTest::next)
                        .tools(
                                tool(service, access, "ok"),
                                tool(service, access, "refuse"),
                                tool(service, access, "break"),
                                tool(service, access, "large"),
                                asking())
                        .build()) {
            Caller ada = runtime.as(World.ADA);
            RunResult asked = ada.start(RunRequest.goal("g").id("r1")).await(PATIENCE);
            tokens.addAll(asked.tokens());
            RunResult waits = await(ada.resolvePause(tokens.get(0), Resolution.approve("eve")));
            tokens.addAll(waits.tokens());
            RunResult ended = await(ada.resolvePause(tokens.get(1), Resolution.resume("eve", Json.of("go on"))));
            assertThat(ended.state().wireName()).isEqualTo("succeeded");
            assertThat(asked + " " + waits + " " + ended + ada.run("r1")).doesNotContain(STATE, World.TOKEN);
            journal = journal();
            heads = streams().toString();
            artifacts = artifacts();
            assertThat(service.asked())
                    .allSatisfy(each -> assertThat(each.header("Authorization")).contains(World.TOKEN));
        }
    }

    private static RunResult await(ResolvedPause resolved) {
        return Objects.requireNonNull(resolved.run()).await(PATIENCE);
    }

    private String journal() {
        StringBuilder all = new StringBuilder();
        for (StreamInfo info : streams()) {
            try (Stream<JournalRecord> read = records.read(info.head().stream(), 1)) {
                read.forEach(record -> all.append(record.entry().data()).append('\n'));
            }
        }
        return all.toString();
    }

    private List<StreamInfo> streams() {
        return records.find(HeadQuery.everyTenant());
    }

    private String artifacts() throws Exception {
        StringBuilder all = new StringBuilder();
        for (ArtifactInfo info : store.list(ArtifactFilter.session(World.ADA), 1_000)) {
            all.append(info).append('\n');
            try (InputStream bytes = store.open(World.ADA, info.ref(), 0).orElseThrow()) {
                all.append(new String(bytes.readAllBytes(), StandardCharsets.UTF_8))
                        .append('\n');
            }
        }
        return all.toString();
    }
}

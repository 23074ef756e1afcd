package dev.harbor.examples.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import dev.harbor.access.CredentialProvider;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.event.Redactor;
import dev.harbor.identity.Identity;
import dev.harbor.journal.Journal;
import dev.harbor.journal.SealedJournal;
import dev.harbor.json.Json;
import dev.harbor.llm.langchain4j.LangChain4jLlm;
import dev.harbor.planner.ModelPlanner;
import dev.harbor.policy.Backoff;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.seal.SealingKeys;
import dev.harbor.store.jdbc.JdbcArtifactStore;
import dev.harbor.store.jdbc.JdbcJournal;
import dev.harbor.testkit.EventRecorder;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tools.http.HttpAccess;
import dev.harbor.tools.http.HttpAuth;
import dev.harbor.tools.http.HttpTool;
import dev.langchain4j.model.openai.OpenAiChatModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Secrets that a run really uses are nowhere but where they were sent. */
final class UsedSecretsTest {

    private static final Identity ADA = Identity.of("acme", "ada", "s1");
    private static final String TOKEN = "tkn-5e1f0c7a9b2d4e68a1c3";
    private static final String PASSWORD = "pwd-77aa12cd9981ffe0b4d2";
    private static final String LOGIN = "clerk:" + PASSWORD;
    private static final String API_KEY = "sk-proj-9f8e7d6c5b4a39281706f5e4";
    private static final String ARGUMENT = "arg-0c9d8e7f6a5b4c3d2e1f";
    private static final String BASIC = Base64.getEncoder().encodeToString(LOGIN.getBytes(StandardCharsets.UTF_8));
    private static final List<String> SECRETS = List.of(TOKEN, PASSWORD, BASIC, API_KEY);

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final EventRecorder events = EventRecorder.create();
    private final List<String> content = new CopyOnWriteArrayList<>();
    private final List<String> logins = new CopyOnWriteArrayList<>();

    @TempDir
    Path folder;

    record Nothing() {}

    record Login(String user, String password) {}

    @BeforeEach
    void listen() {
        log.start();
        root().addAppender(log);
        logger("dev.harbor").setLevel(Level.TRACE);
    }

    @AfterEach
    void stopListening() {
        root().detachAppender(log);
        logger("dev.harbor").setLevel(null);
    }

    private static Logger root() {
        return logger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    private static Logger logger(String name) {
        return (Logger) LoggerFactory.getLogger(name);
    }

    private HarborRuntime runtime(Desk desk, Journal journal, HttpAccess access) {
        return HarborRuntime.builder()
                .journal(journal)
                .artifacts(Artifacts.over(JdbcArtifactStore.sqlite(folder.resolve("artifacts.db"))))
                .events(events)
                .content((provenance, arguments, result) -> content.add(arguments + " " + result), Redactor.standard())
                .planner(ModelPlanner.create())
                .llm(
                        LangChain4jLlm.of(OpenAiChatModel.builder()
                                .baseUrl(desk.url() + "/v1")
                                .apiKey(API_KEY)
                                .modelName("m")
                                .maxRetries(0)
                                .build()),
                        ToolPolicy.builder()
                                .maxAttempts(3)
                                .backoff(Backoff.fixed(Duration.ofMillis(1)))
                                .build())
                .tools(
                        http("desk.good", desk.url() + "/good", HttpAuth.bearer("TOKEN"), access),
                        http("desk.query", desk.url() + "/good", HttpAuth.query("key", "TOKEN"), access),
                        http("desk.basic", desk.url() + "/bad", HttpAuth.basic("LOGIN"), access),
                        http("desk.bad", desk.url() + "/bad", HttpAuth.header("X-Key", "TOKEN"), access),
                        http("desk.refused", desk.url() + "/refused", HttpAuth.cookie("c", "TOKEN"), access),
                        Tool.of("desk.throws", Nothing.class, String.class, nothing -> {
                                    throw new IOException("refused: Authorization: Bearer " + TOKEN);
                                })
                                .effect(SideEffect.WRITE),
                        Tool.of("desk.fails", Nothing.class, String.class, nothing -> {
                                    throw ToolFailed.permanent("no access with password=" + PASSWORD);
                                })
                                .effect(SideEffect.READ),
                        Tool.of("desk.login", Login.class, String.class, login -> {
                                    logins.add(login.password());
                                    return "welcome " + login.user();
                                })
                                .effect(SideEffect.WRITE))
                .build();
    }

    private static Tool<Json, Json> http(String name, String url, HttpAuth auth, HttpAccess access) {
        return HttpTool.get(name, url)
                .auth(auth)
                .effect(SideEffect.READ)
                .policy(ToolPolicy.builder()
                        .maxAttempts(2)
                        .backoff(Backoff.fixed(Duration.ofMillis(1)))
                        .build())
                .build()
                .over(access);
    }

    private static HttpAccess access() {
        return HttpAccess.builder()
                .allowLoopback()
                .credentials(CredentialProvider.of(Map.of("TOKEN", TOKEN, "LOGIN", LOGIN)))
                .build();
    }

    private static String call(String tool, String arguments) {
        return "{\"action\":\"call\",\"calls\":[{\"tool\":\"" + tool + "\",\"arguments\":" + arguments + "}]}";
    }

    private RunResult run(Journal journal, Desk desk) {
        try (journal;
                HttpAccess access = access();
                HarborRuntime runtime = runtime(desk, journal, access)) {
            return runtime.as(ADA).start(RunRequest.goal("try everything")).await(Duration.ofMinutes(2));
        }
    }

    private String everything() throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                all.append(Files.readString(file, StandardCharsets.ISO_8859_1)).append('\n');
            }
        }
        events.events().forEach(event -> all.append(event).append('\n'));
        content.forEach(each -> all.append(each).append('\n'));
        for (ILoggingEvent event : List.copyOf(log.list)) {
            all.append(event.getLoggerName()).append(event.getFormattedMessage());
            if (event.getThrowableProxy() != null) {
                all.append(ThrowableProxyUtil.asString(event.getThrowableProxy()));
            }
            all.append('\n');
        }
        return all.toString();
    }

    @Test
    void secrets_thatARunUses_areInNoTable_noArtifact_noEvent_andNoLog() throws IOException {
        try (Desk desk = new Desk(List.of(
                call("desk.good", "{}"),
                call("desk.query", "{}"),
                call("desk.basic", "{}"),
                call("desk.bad", "{}"),
                call("desk.refused", "{}"),
                call("desk.fails", "{}"),
                call("desk.throws", "{}")))) {
            RunResult result = run(JdbcJournal.sqlite(folder.resolve("journal.db")), desk);

            assertThat(result.state()).isEqualTo(RunState.WAITING);
            assertThat(String.join("\n", desk.seen())).contains(TOKEN, BASIC, API_KEY);
            assertThat(everything()).contains("desk.throws", "call.intended").doesNotContain(SECRETS);
        }
    }

    @Test
    void keyOfAModel_thatRepeatsItInItsRefusals_isNowhere() throws IOException {
        try (Desk desk = Desk.refusing()) {
            RunResult result = run(JdbcJournal.sqlite(folder.resolve("journal.db")), desk);

            assertThat(result.reason()).isEqualTo("model_failed");
            assertThat(String.join("\n", desk.seen())).contains(API_KEY);
            assertThat(everything()).contains("model_failed").doesNotContain(SECRETS);
        }
    }

    @Test
    void arguments_thatAreSecret_areNowhereInASealedJournal_andInNothingThatLeaves() throws IOException {
        SealingKeys keys = SealingKeys.of("2026", new byte[SealingKeys.KEY_BYTES]);
        String arguments = "{\"user\":\"clerk\",\"password\":\"" + ARGUMENT + "\"}";
        try (Desk desk =
                new Desk(List.of(call("desk.login", arguments), "{\"action\":\"finish\",\"result\":\"done\"}"))) {
            RunResult result = run(SealedJournal.over(JdbcJournal.sqlite(folder.resolve("journal.db")), keys), desk);

            assertThat(result.state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(logins).containsExactly(ARGUMENT);
            assertThat(content).isNotEmpty();
            assertThat(everything()).contains("desk.login", "call.intended").doesNotContain(ARGUMENT);
        }
    }
}

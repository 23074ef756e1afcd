package dev.harbor.tools.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.read.ListAppender;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.event.HarborEvent;
import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.testkit.ScriptedPlanner;
import dev.harbor.tools.http.Service.Asked;
import dev.harbor.tools.http.Service.Says;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** A service that gives back all it gets can't bring a credential before a model, into an event, a log, a journal or an artifact. */
final class SecretsTest {

    private static final List<String> SECRETS = List.of(
            World.TOKEN,
            "pa55-w0rd-of-ada",
            Base64.getEncoder().encodeToString("ada:pa55-w0rd-of-ada".getBytes(StandardCharsets.UTF_8)));

    private static final List<HttpAuth> KINDS = List.of(
            HttpAuth.bearer("TOKEN"),
            HttpAuth.basic("LOGIN"),
            HttpAuth.header("X-Shop", "TOKEN"),
            HttpAuth.query("shop", "TOKEN"),
            HttpAuth.cookie("shop", "TOKEN"));

    private static Says echo(Asked asked) {
        String all = asked.target() + ' ' + asked.headers();
        String json = Json.of(java.util.Map.of("echo", all)).toString();
        return switch (asked.uri().getPath().substring(1)) {
            case "json" -> Says.json(json);
            case "text" -> Says.of(200, "text/plain", all);
            case "events" -> Says.of(200, "text/event-stream", "data: " + all + "\nid: " + all + "\n\n");
            case "lines" -> Says.of(200, "application/x-ndjson", json + '\n');
            case "bytes" -> Says.of(200, "application/octet-stream", all);
            case "heavy" ->
                Says.json(Json.of(java.util.Map.of("echo", all.repeat(200))).toString());
            case "headers" -> Says.json("1").with("X-Echo", all.replaceAll("[^ -~]", " "));
            case "refused" ->
                Says.of(
                        400,
                        "application/problem+json",
                        Json.of(java.util.Map.of("title", all)).toString());
            case "failed" -> Says.of(500, "text/plain", all);
            case "redirect" -> Says.status(302).with("Location", "https://evil.example/?" + asked.target());
            case "broken" -> Says.json("{\"echo\": " + all);
            default -> throw new IllegalStateException(asked.target());
        };
    }

    private static HttpTool tool(Service service, String path, HttpAuth auth) {
        return HttpTool.get(path, service.url('/' + path))
                .auth(auth)
                .answer(path.equals("headers") ? HttpAnswer.standard().headers("X-Echo") : HttpAnswer.standard())
                .build();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "json",
                "text",
                "events",
                "lines",
                "bytes",
                "heavy",
                "headers",
                "refused",
                "failed",
                "redirect",
                "broken"
            })
    void credential_thatIsEchoed_showsNowhere(String path) throws Exception {
        for (HttpAuth auth : KINDS) {
            List<String> seen = everything(path, auth);

            assertThat(seen).hasSizeGreaterThan(5);
            assertThat(String.join("\n", seen)).doesNotContain(SECRETS);
        }
    }

    /** Runs a tool in a run, and returns all that is left of it. */
    private static List<String> everything(String path, HttpAuth auth) throws Exception {
        List<String> seen = new ArrayList<>();
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        Level before = root.getLevel();
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        root.setLevel(Level.TRACE);
        root.addAppender(log);
        InMemoryJournal journal = InMemoryJournal.create();
        ArtifactStore store = Artifacts.memoryStore();
        List<HarborEvent> events = new ArrayList<>();
        try (Service service = Service.answering(SecretsTest::echo);
                HttpAccess access = World.loopback().build();
                HarborRuntime runtime = HarborRuntime.builder()
                        .artifacts(Artifacts.over(store))
                        .journal(journal)
                        .events(events::add)
                        .tools(tool(service, path, auth).over(access))
                        .build()) {
            ScriptedPlanner planner =
                    ScriptedPlanner.of(Decision.call(path, Json.EMPTY_OBJECT), Decision.finish(Json.string("done")));
            seen.add(runtime.as(World.ADA)
                    .start(RunRequest.goal("look").planner(planner))
                    .await(Duration.ofMinutes(1))
                    .toString());
            assertThat(service.asked()).hasSize(1).allMatch(SecretsTest::isSigned);
            planner.contexts().forEach(context -> seen.add(context.trajectory().toString()));
            seen.add(runtime.as(World.ADA).call(path, Json.EMPTY_OBJECT).toString());
            journal.find(HeadQuery.everyTenant())
                    .forEach(stream -> journal.read(stream.head().stream(), 1)
                            .forEach(record ->
                                    seen.add(record.toString() + record.entry().data())));
            seen.addAll(artifacts(store));
            seen.add(tool(service, path, auth).toString() + access + auth);
        } finally {
            root.detachAppender(log);
            root.setLevel(before);
        }
        events.forEach(event -> seen.add(event.toString()));
        log.list.forEach(line -> seen.add(line.getFormattedMessage() + traces(line.getThrowableProxy())));
        return seen;
    }

    private static boolean isSigned(Asked asked) {
        String all = asked.target() + asked.headers();
        return SECRETS.stream().anyMatch(all::contains);
    }

    private static List<String> artifacts(ArtifactStore store) throws IOException {
        List<String> contents = new ArrayList<>();
        var all = store.list(dev.harbor.artifact.ArtifactFilter.session(World.ADA), 1000);
        for (ArtifactInfo info : all) {
            ScopedArtifacts door = ScopedArtifacts.of(store, new ArtifactScope(World.ADA, "scan"));
            try (InputStream in = door.open(info.ref())) {
                contents.add(info + new String(in.readAllBytes(), StandardCharsets.ISO_8859_1));
            }
        }
        return contents;
    }

    private static String traces(IThrowableProxy thrown) {
        return thrown == null ? "" : thrown.getMessage() + traces(thrown.getCause());
    }

    @Test
    void stream_cutAnywhere_losesTheSecretAndNothingElse() throws Exception {
        Random random = new Random(4711);
        for (int round = 0; round < 300; round++) {
            String content = random.ints(random.nextInt(60), 0, 7)
                    .mapToObj(i -> List.of("ababac", "ab", "aba", "a", "b", "c", "\u00ff")
                            .get(i))
                    .collect(java.util.stream.Collectors.joining());
            byte[] bytes = content.getBytes(StandardCharsets.ISO_8859_1);
            InputStream cut = new ByteArrayInputStream(bytes) {
                @Override
                public synchronized int read(byte[] into, int offset, int length) {
                    return super.read(into, offset, Math.min(length, 1 + random.nextInt(5)));
                }
            };
            InputStream scrubbed = new ScrubbedStream(cut, "ababac".getBytes(StandardCharsets.US_ASCII));

            assertThat(new String(scrubbed.readAllBytes(), StandardCharsets.ISO_8859_1))
                    .isEqualTo(content.replace("ababac", "******"));
        }
    }
}

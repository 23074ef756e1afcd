package dev.harbor.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.journal.Claim;
import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.JournalRecord;
import dev.harbor.journal.StreamHead;
import dev.harbor.journal.StreamInfo;
import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.plan.Decision;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResumeRequest;
import dev.harbor.runtime.RunOperator;
import dev.harbor.runtime.RunRequest;
import dev.harbor.store.jdbc.JdbcArtifactStore;
import dev.harbor.store.jdbc.JdbcJournal;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code that the page on operating runs quotes, and what it says of moving them. */
final class OperateRunsTest {

    private static final Identity ADA = Identity.of("acme", "ada", "session-1");
    private static final Identity BOB = Identity.of("acme", "bob", "session-1");
    private static final Duration BOUND = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    record Nothing() {}

    private static HarborRuntime runtime(Journal journal, ArtifactStore artifacts) {
        return HarborRuntime.builder()
                .journal(journal)
                .artifacts(Artifacts.over(artifacts))
                .tools(Tool.of("report.make", Nothing.class, String.class, nothing -> "report ".repeat(10_000))
                        .effect(SideEffect.READ))
                .planner(context -> switch (context.trajectory().size()) {
                    case 0 -> Decision.call("report.make", Json.EMPTY_OBJECT);
                    case 1 -> new Decision.RequestPause(PauseReason.AWAIT_INPUT, "go on?", Json.EMPTY_OBJECT);
                    default -> Decision.finish(Json.of("done"));
                })
                .build();
    }

    private Journal journal(String place) {
        return JdbcJournal.sqlite(folder.resolve(place).resolve("journal.db"));
    }

    private ArtifactStore artifacts(String place) {
        return JdbcArtifactStore.sqlite(folder.resolve(place).resolve("artifacts.db"));
    }

    private static void park(HarborRuntime runtime, Identity identity) {
        assertThat(runtime.as(identity)
                        .start(RunRequest.goal("report").id("r-" + identity.user()))
                        .await(BOUND)
                        .state())
                .isEqualTo(RunState.WAITING);
    }

    private static void assertGoesOn(HarborRuntime runtime, Identity identity) throws IOException {
        String run = "r-" + identity.user();
        ArtifactInfo report = runtime.as(identity).artifacts(run).list().get(0);
        try (InputStream in = runtime.as(identity).artifacts(run).open(report.ref())) {
            assertThat(in.readAllBytes()).hasSize((int) report.sizeBytes());
        }
        assertThat(runtime.as(identity)
                        .resume(ResumeRequest.of(run).input(Json.of("yes")))
                        .await(BOUND)
                        .state())
                .isEqualTo(RunState.SUCCEEDED);
    }

    @Test
    void user_isErased() throws IOException {
        try (HarborRuntime runtime = runtime(journal("here"), artifacts("here"))) {
            park(runtime, ADA);
            park(runtime, BOB);
            // snippet: erase
            RunOperator.Erasure erased = runtime.operator().eraseUser("acme", "ada");
            // end
            assertThat(erased).isEqualTo(new RunOperator.Erasure(1, 1, 0));
            assertThat(runtime.as(ADA).run("r-ada")).isEmpty();
            assertGoesOn(runtime, BOB);
        }
    }

    @Test
    void copy_ofAnOpenSqliteFile_hasEverything() throws IOException, SQLException {
        Files.createDirectories(folder.resolve("there"));
        try (HarborRuntime runtime = runtime(journal("here"), artifacts("here"))) {
            park(runtime, ADA);
            for (String file : List.of("journal.db", "artifacts.db")) {
                try (Connection connection = DriverManager.getConnection(
                                "jdbc:sqlite:" + folder.resolve("here").resolve(file));
                        Statement statement = connection.createStatement()) {
                    statement.execute("VACUUM INTO '" + folder.resolve("there").resolve(file) + "'");
                }
            }
        }
        try (HarborRuntime runtime = runtime(journal("there"), artifacts("there"))) {
            assertGoesOn(runtime, ADA);
        }
    }

    @Test
    void copy_ofClosedSqliteFiles_hasEverything() throws IOException {
        try (HarborRuntime runtime = runtime(journal("here"), artifacts("here"))) {
            park(runtime, ADA);
        }
        Files.createDirectories(folder.resolve("there"));
        for (String file : List.of("journal.db", "artifacts.db")) {
            Files.copy(
                    folder.resolve("here").resolve(file),
                    folder.resolve("there").resolve(file));
        }
        try (HarborRuntime runtime = runtime(journal("there"), artifacts("there"))) {
            assertGoesOn(runtime, ADA);
        }
    }

    @Test
    void runs_moveFromOneJournalToAnother() throws IOException {
        try (HarborRuntime runtime = runtime(journal("here"), artifacts("here"))) {
            park(runtime, ADA);
            park(runtime, BOB);
        }
        Journal target = FolderJournal.open(folder.resolve("there"), Clock.systemUTC());
        ArtifactStore bytes = Artifacts.memoryStore();
        try (Journal source = journal("here");
                ArtifactStore artifacts = artifacts("here")) {
            copy(artifacts, bytes);
            copy(source, target);
            assertThat(target.find(HeadQuery.everyTenant()))
                    .extracting(StreamInfo::head)
                    .isEqualTo(source.find(HeadQuery.everyTenant()).stream()
                            .map(StreamInfo::head)
                            .toList());
        }
        try (HarborRuntime runtime = runtime(target, bytes)) {
            assertGoesOn(runtime, ADA);
            assertGoesOn(runtime, BOB);
        }
    }

    @Test
    void longStream_movesWhole() {
        try (Journal source = FolderJournal.open(folder.resolve("here"), Clock.systemUTC());
                Journal target = journal("there")) {
            StreamHead head = StreamHead.of("run/long", ADA, "waiting");
            Claim claim = source.claim("run/long", "test", BOUND).orElseThrow();
            JournalEntry entry =
                    new JournalEntry("test.record", 1, Clock.systemUTC().instant(), Json.EMPTY_OBJECT);
            long last = 0;
            for (int i = 0; i < 3; i++) {
                last = source.append(
                        claim,
                        last,
                        IntStream.range(0, 700).mapToObj(n -> entry).toList(),
                        head);
            }
            copy(source, target);
            assertThat(target.info("run/long")).map(StreamInfo::sequence).contains(2100L);
        }
    }

    // snippet: move
    private static void copy(Journal from, Journal to) {
        List<StreamInfo> page = from.find(HeadQuery.everyTenant());
        while (!page.isEmpty()) {
            page.forEach(stream -> copy(from, stream.head(), to));
            page = from.find(HeadQuery.everyTenant().after(page.get(page.size() - 1).head().stream()));
        }
    }

    private static void copy(Journal from, StreamHead head, Journal to) {
        Claim claim = to.claim(head.stream(), "move", Duration.ofMinutes(10)).orElseThrow();
        try (Stream<JournalRecord> records = from.read(head.stream(), 1)) {
            List<JournalEntry> some = new ArrayList<>();
            long last = 0;
            for (JournalRecord record : (Iterable<JournalRecord>) records::iterator) {
                some.add(record.entry());
                if (some.size() == 4) {
                    last = to.append(claim, last, some, head);
                    some.clear();
                }
            }
            to.append(claim, last, some, head);
        }
        to.release(claim);
    }

    private static void copy(ArtifactStore from, ArtifactStore to) throws IOException {
        for (ArtifactInfo info : from.list(ArtifactFilter.everyTenant(), 10_000)) {
            try (InputStream in =
                    from.open(info.scope().identity(), info.ref(), 0).orElseThrow()) {
                to.put(info.scope(), in, info.options());
            }
        }
    }
    // end
}

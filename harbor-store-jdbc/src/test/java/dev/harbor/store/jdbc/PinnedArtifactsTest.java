package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.journal.Journal;
import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.plan.Decision;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Planner;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResumeRequest;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.testkit.ManualClock;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What runs stored or named stays while they are not over, however old it is, in every store there is. */
final class PinnedArtifactsTest {

    private static final Duration AGE = Duration.ofDays(1);
    private static final Duration BOUND = Duration.ofMinutes(1);
    private static final ArtifactLimits LIMITS =
            ArtifactLimits.builder().maxAge(AGE).build();
    private static final Decision WAIT =
            new Decision.RequestPause(PauseReason.EXTERNAL_EVENT, "go on?", Json.EMPTY_OBJECT);
    private static final Decision MAKE = Decision.call("report.make", Json.EMPTY_OBJECT);
    private static final Decision DONE = Decision.finish(Json.of("done"));
    private final String schema = PostgresServer.newSchema();

    @TempDir
    Path folder;

    private final ManualClock clock = ManualClock.create();
    private @Nullable HarborRuntime runtime;
    private @Nullable ArtifactStore store;
    private @Nullable Journal journal;
    private int stored;

    record Nothing() {}

    /** Where the artifacts are; the journal is a file, or in memory beside a store in memory. */
    enum Kind {
        MEMORY,
        FILES,
        SQLITE,
        POSTGRES
    }

    private ArtifactStore open(Kind kind) {
        JdbcArtifactStore.Builder database =
                JdbcArtifactStore.builder().limits(LIMITS).clock(clock).schema(schema);
        return switch (kind) {
            case MEMORY -> Artifacts.memoryStore(LIMITS, clock);
            case FILES -> Artifacts.fileStore(folder.resolve("artifacts"), LIMITS, clock);
            case SQLITE -> database.sqlite(folder.resolve("artifacts.db"));
            case POSTGRES -> database.postgres(PostgresServer.source());
        };
    }

    private void start(Kind kind, Planner planner) {
        store = open(kind);
        journal = kind == Kind.MEMORY
                ? InMemoryJournal.create(clock)
                : JdbcJournal.builder().clock(clock).sqlite(folder.resolve("journal.db"));
        runtime = HarborRuntime.builder()
                .artifacts(Artifacts.over(store))
                .journal(journal)
                .clock(clock)
                .pauseExpiry(AGE.multipliedBy(365))
                .planner(planner)
                .tools(Tool.of("report.make", Nothing.class, String.class, nothing -> "report ".repeat(10_000))
                        .effect(SideEffect.READ))
                .build();
    }

    /** Ends the process and begins another one, where something outlives a process. */
    private void restart(Kind kind, Planner planner) {
        if (kind != Kind.MEMORY) {
            runtime.close();
            start(kind, planner);
        }
    }

    @AfterEach
    void close() {
        if (runtime != null) {
            runtime.close();
        }
    }

    /** Lets time pass, and the store remove what it removes. */
    private void pass(Duration time) throws IOException {
        clock.advance(time);
        for (int i = 0; i < 8; i++) {
            byte[] content = Samples.random(100, stored++);
            store.put(
                    new ArtifactScope(Driving.ADA, "sweep"),
                    new ByteArrayInputStream(content),
                    ArtifactOptions.of("text/x"));
        }
    }

    private RunResult run(String id, Object input) {
        return runtime.as(Driving.ADA)
                .start(RunRequest.goal(id).id(id).input(Json.of(input)))
                .await(BOUND);
    }

    private RunResult resume(String id) {
        return runtime.as(Driving.ADA)
                .resume(ResumeRequest.of(id).input(Json.of("yes")))
                .await(BOUND);
    }

    private List<ArtifactInfo> of(String task) {
        return store.list(ArtifactFilter.task(new ArtifactScope(Driving.ADA, task)), 10);
    }

    private boolean isThere(ArtifactRef ref) {
        return store.find(Driving.ADA, ref).isPresent();
    }

    /** Returns a planner with a script for each goal, which may read artifacts when it finishes. */
    private static Planner scripts(Map<String, List<Decision>> scripts) {
        return context -> {
            Decision next = scripts.get(context.goal()).get(context.trajectory().size());
            if (next == DONE) {
                readAll(context);
            }
            return next;
        };
    }

    private static void readAll(PlanContext context) {
        context.artifacts().list().forEach(info -> {
            try (var in = context.artifacts().open(info.ref())) {
                assertThat(in.readAllBytes()).hasSize((int) info.sizeBytes());
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }

    private void assertExpiresAnAgeFromNow(ArtifactRef ref) throws IOException {
        pass(AGE.minusSeconds(1));
        assertThat(isThere(ref)).isTrue();
        pass(Duration.ofSeconds(1));
        assertThat(isThere(ref)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void waitingRun_keepsWhatItStored_untilItHasEndedForAnAge(Kind kind) throws IOException {
        Planner planner = scripts(Map.of("r1", List.of(MAKE, WAIT, DONE)));
        start(kind, planner);
        assertThat(run("r1", "").state()).isEqualTo(RunState.WAITING);
        ArtifactRef ref = of("r1").get(0).ref();
        pass(AGE.multipliedBy(30));
        assertThat(isThere(ref)).isTrue();
        restart(kind, planner);
        pass(AGE.multipliedBy(30));
        assertThat(of("r1")).hasSize(1);
        assertThat(resume("r1").state()).isEqualTo(RunState.SUCCEEDED);
        restart(kind, planner);
        assertExpiresAnAgeFromNow(ref);
    }

    @ParameterizedTest
    @EnumSource
    void runThatNamesAnArtifactOfAnEarlierRun_keepsIt(Kind kind) throws IOException {
        Planner planner = scripts(Map.of("r1", List.of(MAKE, DONE), "r2", List.of(WAIT, DONE)));
        start(kind, planner);
        assertThat(run("r1", "").state()).isEqualTo(RunState.SUCCEEDED);
        ArtifactInfo report = of("r1").get(0);
        pass(AGE.minusSeconds(1));
        assertThat(run("r2", Map.of("compare with", List.of(report.ref().id()))).state())
                .isEqualTo(RunState.WAITING);
        assertThat(of("r2")).extracting(ArtifactInfo::ref).containsExactly(report.ref());
        pass(AGE.multipliedBy(30));
        restart(kind, planner);
        pass(AGE.multipliedBy(30));
        assertThat(of("r2")).extracting(ArtifactInfo::ref).containsExactly(report.ref());
        assertThat(resume("r2").state()).isEqualTo(RunState.SUCCEEDED);
        assertExpiresAnAgeFromNow(report.ref());
    }

    @ParameterizedTest
    @EnumSource
    void childRunsArtifact_staysWhileTheRootRunWaits(Kind kind) throws IOException {
        Planner planner = scripts(Map.of(
                "r1",
                List.of(new Decision.SpawnTask("child", Json.EMPTY_OBJECT), new Decision.AwaitTask("r1.1"), WAIT, DONE),
                "child",
                List.of(MAKE, DONE)));
        start(kind, planner);
        assertThat(run("r1", "").state()).isEqualTo(RunState.WAITING);
        ArtifactRef ref = of("r1.1").get(0).ref();
        pass(AGE.multipliedBy(30));
        restart(kind, planner);
        pass(AGE.multipliedBy(30));
        assertThat(isThere(ref)).isTrue();
        assertThat(resume("r1").state()).isEqualTo(RunState.SUCCEEDED);
        assertExpiresAnAgeFromNow(ref);
    }

    @ParameterizedTest
    @EnumSource
    void journalThatCannotTell_keepsEverything(Kind kind) throws IOException {
        start(kind, scripts(Map.of("r1", List.of(MAKE, DONE))));
        assertThat(run("r1", "").state()).isEqualTo(RunState.SUCCEEDED);
        ArtifactRef ref = of("r1").get(0).ref();
        journal.close();
        pass(AGE.multipliedBy(30));
        assertThat(isThere(ref)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void refOfAnotherSession_isNotAdopted(Kind kind) throws IOException {
        start(kind, scripts(Map.of("r1", List.of(DONE))));
        ArtifactScope bob = new ArtifactScope(Identity.of("acme", "bob", "s1"), "t");
        ArtifactInfo secret =
                store.put(bob, new ByteArrayInputStream(Samples.random(100, 77)), ArtifactOptions.of("text/x"));
        assertThat(run("r1", secret.ref().id()).state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(of("r1")).isEmpty();
        pass(AGE);
        assertThat(store.find(bob.identity(), secret.ref())).isEmpty();
    }
}

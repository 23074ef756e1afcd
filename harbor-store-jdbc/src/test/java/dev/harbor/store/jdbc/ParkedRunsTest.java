package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.harbor.error.ErrorCode;
import dev.harbor.journal.HeadQuery;
import dev.harbor.pause.Pause;
import dev.harbor.pause.PauseException;
import dev.harbor.pause.PauseToken;
import dev.harbor.pause.Resolution;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.testkit.ToolRecorder;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run waits in a process that is killed; another one answers and ends it, or notices that nobody did in time. */
final class ParkedRunsTest {

    private static final List<String> OPTIONS = List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    /** Platform threads that have driven runs stay for a while, however many runs there were. */
    private static final int FEW_THREADS = 50;

    private static final Duration EIGHT_DAYS = Duration.ofDays(8);

    @TempDir
    Path folder;

    private Path effects() {
        return folder.resolve("effects.txt");
    }

    private static String postgres() throws Exception {
        String schema = PostgresServer.newSchema();
        return PostgresServer.server().getJdbcUrl("postgres", "postgres") + " " + schema;
    }

    @Test
    void run_parkedByAProcessThatIsKilled_isAnsweredByAnother_onSqlite() throws Exception {
        assertAnswered(folder.resolve("journal.db").toString(), "park");
    }

    @Test
    void toolThatAsked_inAProcessThatIsKilled_goesOnInAnother_onSqlite() throws Exception {
        assertAnswered(folder.resolve("journal.db").toString(), "ask");
    }

    @Test
    void toolThatAsked_inAProcessThatIsKilled_goesOnInAnother_onPostgres() throws Exception {
        assertAnswered(postgres(), "ask");
    }

    @Test
    void run_parkedByAProcessThatIsKilled_isAnsweredByAnother_onPostgres() throws Exception {
        assertAnswered(postgres(), "park");
    }

    private void assertAnswered(String where, String what) throws Exception {
        String token = parkAndDie(where, what);
        try (ChildJvm child =
                ChildJvm.start(OPTIONS, Parking.class, where, effects().toString(), "0", token)) {
            assertThat(child.end()).containsExactly("ended succeeded goal");
        }
        try (ToolRecorder world = ToolRecorder.file(effects());
                HarborRuntime runtime = Parking.runtime(where, world, Clock.systemUTC())) {
            assertThat(world.effects()).hasSize(1);
            assertThat(runtime.as(Driving.ADA).pauses()).isEmpty();
            Throwable late =
                    catchThrowable(() -> runtime.as(Driving.ADA).resolvePause(token, Resolution.reject("eve")));
            assertThat(((PauseException) late).code()).isEqualTo(ErrorCode.PAUSE_ALREADY_RESOLVED);
        }
    }

    private String parkAndDie(String where, String what) throws Exception {
        try (ChildJvm child =
                ChildJvm.start(OPTIONS, Parking.class, where, effects().toString(), "0", what)) {
            String line = String.valueOf(child.line());
            assertThat(line).startsWith("parked parked-1.");
            child.kill();
            return line.substring("parked ".length());
        }
    }

    @Test
    void pause_ofAProcessThatIsKilled_isListed_andExpiresInAnother_onSqlite() throws Exception {
        assertExpires(folder.resolve("journal.db").toString());
    }

    @Test
    void pause_ofAProcessThatIsKilled_isListed_andExpiresInAnother_onPostgres() throws Exception {
        assertExpires(postgres());
    }

    private void assertExpires(String where) throws Exception {
        String token = parkAndDie(where, "park");
        try (ToolRecorder world = ToolRecorder.file(effects());
                HarborRuntime desk = Parking.runtime(where, world, Clock.systemUTC())) {
            List<Pause> listed = desk.operator().pauses(HeadQuery.tenant("acme"));
            assertThat(listed)
                    .extracting(Pause::id)
                    .containsExactly(PauseToken.of(token).id());
            assertThat(desk.operator().pauses(HeadQuery.tenant("globex"))).isEmpty();
        }
        try (ToolRecorder world = ToolRecorder.file(effects());
                HarborRuntime later = Parking.runtime(where, world, Clock.offset(Clock.systemUTC(), EIGHT_DAYS))) {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> run(later).state() == RunState.SUCCEEDED);
            assertThat(run(later).invocations().get(0).code()).isEqualTo("approval_expired");
            assertThat(world.effects()).isEmpty();
        }
    }

    /** In a heap of 100 MB, which the whole process has to make do with. */
    @Test
    void tenThousandParkedRuns_holdNoThread_andFitIntoAHundredMegabytes() throws Exception {
        List<String> options = List.of("-Xmx100m", "-XX:+UseSerialGC");
        try (ChildJvm child = ChildJvm.start(options, ParkingMany.class, "10000")) {
            List<String> told = child.end();
            assertThat(told).hasSize(3);
            assertThat(Integer.parseInt(told.get(0).split(" ")[1])).isLessThan(FEW_THREADS);
            assertThat(told.get(1)).isEqualTo("listed 100 due 0");
            assertThat(told.get(2)).isEqualTo("ended succeeded");
        }
    }

    private static Run run(HarborRuntime runtime) {
        return runtime.as(Driving.ADA).run(Parking.RUN).orElseThrow();
    }
}

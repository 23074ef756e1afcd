package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Planner;
import dev.harbor.run.CallResolution;
import dev.harbor.run.Invocation;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResumeRequest;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.testkit.ToolRecorder;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs on a PostgreSQL server that is killed while they are driven, and comes back. */
@Timeout(600)
final class LostServerRunsTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Decision WRITE = Decision.call("world.write", Json.EMPTY_OBJECT);

    @TempDir
    Path folder;

    private final ToolRecorder world = ToolRecorder.inMemory();

    private HarborRuntime runtime(OwnServer server, Planner planner, Runnable afterEffect) {
        return HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(JdbcJournal.builder().patience(Duration.ofSeconds(1)).postgres(server.pool()))
                .planner(planner)
                .tools(Tool.of("world.write", Driving.Nothing.class, Driving.Done.class, (nothing, context) -> {
                            world.record("world.write", context);
                            afterEffect.run();
                            return new Driving.Done("done");
                        })
                        .effect(SideEffect.WRITE))
                .build();
    }

    private static Planner writing(int times, Runnable beforeTheLast) {
        return context -> {
            int step = context.trajectory().size();
            if (step == times - 1) {
                beforeTheLast.run();
            }
            return step < times ? WRITE : Decision.finish(Json.of("done"));
        };
    }

    @Test
    void server_killedInMidRun_stopsTheRun_leavesAWriteInDoubt_startsNone_andTheRunsGoOn() throws Exception {
        try (OwnServer server = new OwnServer(folder)) {
            RunResult inATool = drive(server, "in-a-tool", writing(1, () -> {}), server::kill);
            assertStopped(inATool);
            assertThat(world.count()).isEqualTo(1);
            server.restart();

            RunResult betweenTools = drive(server, "between-tools", writing(2, server::kill), () -> {});
            assertStopped(betweenTools);
            assertThat(world.countOfCall("between-tools", "c1")).isEqualTo(1);
            assertThat(world.countOfCall("between-tools", "c2")).isZero();
            server.restart();

            RawSql.run(RawSql.of(server.pool()), "UPDATE harbor.stream SET until_second = 0, until_nano = 0");
            try (HarborRuntime runtime = runtime(server, writing(2, () -> {}), () -> {})) {
                assertInDoubt(runtime, inATool);
                assertGoesOn(runtime, betweenTools);
                server.kill();
                assertRefusesToStart(runtime);
                server.restart();
            }
            world.assertAtMostOnce();
        }
    }

    private RunResult drive(OwnServer server, String runId, Planner planner, Runnable afterEffect) {
        try (HarborRuntime runtime = runtime(server, planner, afterEffect)) {
            return runtime.as(Driving.ADA)
                    .start(RunRequest.goal("change the world").id(runId))
                    .await(PATIENCE);
        }
    }

    private static void assertStopped(RunResult result) {
        assertThat(result.state()).isIn(RunState.RUNNING, RunState.WAITING);
        assertThat(result.reason()).isIn("persistence_failure", "unknown_write_outcome");
    }

    /** What it reported is on record, and what it did that is not on record is a doubt. */
    private void assertInDoubt(HarborRuntime runtime, RunResult reported) {
        RunResult result = resume(runtime, reported.runId());
        assertThat(result.reason()).isEqualTo("unknown_write_outcome");
        Run run = runtime.as(Driving.ADA).run(reported.runId()).orElseThrow();
        assertThat(run.inDoubt()).extracting(Invocation::callId).containsExactly("c1");
        runtime.as(Driving.ADA).resolve(run.runId(), "c1", CallResolution.succeeded("olga"));
        assertThat(resume(runtime, run.runId()).isSuccess()).isTrue();
        assertThat(world.countOfCall(run.runId(), "c1")).isEqualTo(1);
    }

    private void assertGoesOn(HarborRuntime runtime, RunResult reported) {
        Run run = runtime.as(Driving.ADA).run(reported.runId()).orElseThrow();
        assertThat(run.invocations()).extracting(Invocation::callId).containsExactly("c1");
        assertThat(reported.trajectory().size()).isEqualTo(1);
        assertThat(resume(runtime, run.runId()).isSuccess()).isTrue();
        assertThat(world.countOfCall(run.runId(), "c2")).isEqualTo(1);
    }

    private static RunResult resume(HarborRuntime runtime, String runId) {
        return runtime.as(Driving.ADA).resume(ResumeRequest.of(runId)).await(PATIENCE);
    }

    private void assertRefusesToStart(HarborRuntime runtime) {
        int before = world.count();
        StoreException refused = catchThrowableOfType(
                StoreException.class,
                () -> runtime.as(Driving.ADA)
                        .start(RunRequest.goal("change the world").id("too-late")));
        assertThat(refused.code()).isIn(ErrorCode.STORE_FAILED, ErrorCode.UNKNOWN_WRITE_OUTCOME);
        assertThat(world.count()).isEqualTo(before);
    }
}

package dev.harbor.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.journal.HeadQuery;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Planner;
import dev.harbor.run.CallResolution;
import dev.harbor.run.Invocation;
import dev.harbor.run.Run;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.ConfigurationDriftException;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResumeRequest;
import dev.harbor.runtime.RunHandle;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.store.jdbc.JdbcJournal;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code that the page on recovering runs quotes. */
final class RecoverARunTest {

    private static final Identity ADA = Identity.of("acme", "ada", "session-1");
    private static final Planner PLANNER = context -> context.trajectory().size() == 0
            ? Decision.call("order.place", Json.parse("{\"item\":\"bolt\"}"))
            : Decision.finish(
                    context.trajectory().lastObservation().orElseThrow().content());

    record Order(String item) {}

    record WiderOrder(String item, int count) {}

    @TempDir
    Path directory;

    private HarborRuntime runtime(Tool<?, ?> orders) {
        return HarborRuntime.builder()
                .tools(orders)
                .artifacts(Artifacts.files(directory.resolve("artifacts")))
                .journal(JdbcJournal.sqlite(directory.resolve("harbor.db")))
                .planner(PLANNER)
                .build();
    }

    /** Places the order, but its answer gets lost. */
    private static Order loseTheAnswer(Order order) throws IOException {
        throw new IOException("connection reset after " + order.item());
    }

    private static Tool<Order, Order> orders() {
        return Tool.<Order, Order>of("order.place", Order.class, Order.class, RecoverARunTest::loseTheAnswer)
                .effect(SideEffect.WRITE);
    }

    private String runThatWaits() {
        try (HarborRuntime runtime = runtime(orders())) {
            RunResult end =
                    runtime.as(ADA).start(RunRequest.goal("order a bolt")).await(Duration.ofMinutes(1));
            assertThat(end.reason()).isEqualTo("unknown_write_outcome");
            return end.runId();
        }
    }

    @Test
    void operator_resolvesADoubt_andTheRunGoesOn() {
        String runId = runThatWaits();
        try (HarborRuntime runtime = runtime(orders())) {
            Caller ada = runtime.as(ADA);
            // snippet: resolve
            Run waiting = ada.run(runId).orElseThrow();
            for (Invocation doubt : waiting.inDoubt()) {
                boolean arrived = isPlaced(doubt.idempotencyKey());
                ada.resolve(
                        runId,
                        doubt.callId(),
                        arrived
                                ? CallResolution.succeeded("olga").output(Json.parse("{\"item\":\"bolt\"}"))
                                : CallResolution.failed("olga").code("never_arrived"));
            }
            // end
            // snippet: resume
            RunResult end = ada.resume(ResumeRequest.of(runId)).await(Duration.ofMinutes(5));
            // end
            assertThat(end.isSuccess()).isTrue();
            assertThat(end.result().toString()).contains("bolt", "resolved_by_operator");
        }
    }

    private static boolean isPlaced(String idempotencyKey) {
        return !idempotencyKey.isEmpty();
    }

    @Test
    void orphans_areTakenUp() {
        String runId = runThatWaits();
        try (HarborRuntime runtime = runtime(orders())) {
            runtime.operator().resolve(runId, "c1", CallResolution.failed("olga"));
            // snippet: orphans
            List<RunHandle> resumed = runtime.operator().resumeOrphans(100);
            // end
            assertThat(resumed)
                    .singleElement()
                    .satisfies(
                            run -> assertThat(run.await(Duration.ofMinutes(1)).isSuccess())
                                    .isTrue());
            assertThat(runtime.operator().list(HeadQuery.session(ADA))).hasSize(1);
        }
    }

    @Test
    void drift_isRefused_untilItIsAccepted() {
        String runId = runThatWaits();
        Tool<WiderOrder, WiderOrder> changed = Tool.of(
                        "order.place", WiderOrder.class, WiderOrder.class, order -> order)
                .effect(SideEffect.WRITE);
        try (HarborRuntime runtime = runtime(changed)) {
            Caller ada = runtime.as(ADA);
            ada.resolve(runId, "c1", CallResolution.failed("olga"));
            assertThatThrownBy(() -> ada.resume(ResumeRequest.of(runId)))
                    .isInstanceOf(ConfigurationDriftException.class)
                    .hasMessageContaining("order.place@v1");
            // snippet: drift
            RunHandle run = ada.resume(ResumeRequest.of(runId).acceptDrift("orders have a count since today", "olga"));
            // end
            assertThat(run.await(Duration.ofMinutes(1)).isSuccess()).isTrue();
        }
    }
}

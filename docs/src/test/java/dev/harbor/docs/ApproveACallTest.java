package dev.harbor.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.access.AccessPolicy;
import dev.harbor.access.ApprovalPolicy;
import dev.harbor.access.RestrictionPolicy;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.journal.HeadQuery;
import dev.harbor.json.Json;
import dev.harbor.pause.ControlKind;
import dev.harbor.pause.Pause;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Decision;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResolvedPause;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.store.jdbc.JdbcJournal;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code that the page on approving calls quotes. */
final class ApproveACallTest {

    private static final Identity ADA = Identity.of("acme", "ada", "session-1");
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    record Transfer(String to, int amount) {}

    private final AtomicInteger moved = new AtomicInteger();

    @TempDir
    Path directory;

    private HarborRuntime runtime() {
        Tool<Transfer, Transfer> transfers = Tool.<Transfer, Transfer>of(
                        "money.transfer", Transfer.class, Transfer.class, transfer -> {
                            moved.addAndGet(transfer.amount());
                            return transfer;
                        })
                .effect(SideEffect.EXTERNAL);
        // snippet: ask-a-person
        AccessPolicy policy = RestrictionPolicy.allowing(SideEffect.READ, SideEffect.EXTERNAL)
                .and(ApprovalPolicy.builder()
                        .arguments(
                                "money.transfer",
                                "over 100",
                                transfer -> transfer.get("amount")
                                        .map(Json::asLong)
                                        .filter(amount -> amount > 100)
                                        .isPresent())
                        .reason("may this money be sent?")
                        .build());
        // end
        return HarborRuntime.builder()
                .tools(transfers)
                .access(policy)
                .artifacts(Artifacts.files(directory.resolve("artifacts")))
                .journal(JdbcJournal.sqlite(directory.resolve("harbor.db")))
                .planner(context -> context.trajectory().size() == 0
                        ? Decision.call("money.transfer", Json.of(Map.of("to", "eve", "amount", 700)))
                        : Decision.finish(Json.of("sent")))
                .build();
    }

    private RunResult parked() {
        try (HarborRuntime runtime = runtime()) {
            return runtime.as(ADA).start(RunRequest.goal("pay eve")).await(PATIENCE);
        }
    }

    @Test
    void approver_withTheToken_letsTheCallBeMade() {
        RunResult parked = parked();
        assertThat(moved).hasValue(0);
        String token = parked.tokens().get(0);
        try (HarborRuntime runtime = runtime()) {
            Caller ada = runtime.as(ADA);
            // snippet: approve-by-token
            Pause asked = ada.pause(token).orElseThrow();
            ResolvedPause done = ada.resolvePause(
                    token, Resolution.approve("olga").arguments(Json.parse("{\"to\":\"eve\",\"amount\":70}")));
            // end
            assertThat(Objects.requireNonNull(asked.call()).tool()).isEqualTo("money.transfer@v1");
            assertThat(Objects.requireNonNull(done.run()).await(PATIENCE).isSuccess())
                    .isTrue();
        }
        assertThat(moved).hasValue(70);
    }

    @Test
    void operator_decidesFromAList() {
        parked();
        try (HarborRuntime runtime = runtime()) {
            // snippet: approve-from-a-list
            List<Pause> waiting =
                    runtime.operator().pauses(HeadQuery.tenant("acme").limit(50));
            for (Pause pause : waiting) {
                runtime.operator()
                        .resolvePause(pause.id(), Resolution.reject("olga").note("ask me again with the invoice"));
            }
            // end
            assertThat(waiting).hasSize(1);
            assertThat(runtime.as(ADA).pauses()).isEmpty();
        }
        assertThat(moved).hasValue(0);
    }

    @Test
    void run_isSteered() {
        String runId = parked().runId();
        try (HarborRuntime runtime = runtime()) {
            Caller ada = runtime.as(ADA);
            // snippet: steer
            ada.steer(runId, ControlKind.USER_MESSAGE, Json.of(Map.of("message", "the invoice is in the mail")));
            // end
            assertThat(ada.run(runId).orElseThrow().state().isTerminal()).isFalse();
        }
    }
}

package dev.harbor.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.harbor.artifact.Evidence;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.history.Observations;
import dev.harbor.history.RecordType;
import dev.harbor.history.Records;
import dev.harbor.history.Records.Draft;
import dev.harbor.history.RunFold;
import dev.harbor.history.RunStore;
import dev.harbor.history.RunStream;
import dev.harbor.history.StartedRun;
import dev.harbor.identity.RunIdentity;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.run.BudgetLimits;
import dev.harbor.run.CallResolution;
import dev.harbor.run.Invocation;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What may follow what in the stream of a run; anything else is refused and changes nothing. */
final class RunContractsTest {

    private static final String RUN = World.RUN;

    private final World world = new World();
    private RunStream stream;

    @BeforeEach
    void begin() {
        stream = new RunStore(world.journal, world.clock).create(new RunIdentity(World.ADA, RUN), "one");
        stream.append(Records.started(started(RUN, null)));
    }

    private static StartedRun started(String runId, String parentId) {
        return new StartedRun(
                runId,
                parentId,
                0,
                "g",
                Json.EMPTY_OBJECT,
                null,
                null,
                "",
                Map.of(),
                BudgetLimits.defaults(),
                Set.of(),
                null);
    }

    private static Draft intended(String callId) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("run_id", RUN);
        data.put("call_id", callId);
        data.put("tool", "t@v1");
        data.put("definition_digest", "d");
        data.put("effect", "write");
        data.put("arguments_digest", "a");
        data.put("idempotency_key", "k-" + callId);
        data.put("schema_digest", "s");
        data.put("arguments", Map.of());
        return new Draft(RecordType.CALL_INTENDED, data);
    }

    private static Draft settled(String callId, String state, Evidence... evidence) {
        Draft settled =
                Records.closed(RUN, Observations.closed(callId, "t@v1", state, "code", "message"), state, "code");
        if (evidence.length > 0) {
            settled.data()
                    .put(
                            "evidence",
                            Records.claimed(RUN, List.of(evidence)).data().get("evidence"));
        }
        return settled;
    }

    private static Draft resolved(String callId) {
        CallResolution resolution = CallResolution.succeeded("eve");
        return Records.resolved(RUN, Observations.resolved(callId, "t@v1", resolution), resolution, true);
    }

    private static Draft ended(RunState state) {
        return Records.ended(RUN, state, "why", Json.NULL);
    }

    private void assertRefused(String message, Draft... drafts) {
        int records = world.records(RUN).size();
        StoreException refused = catchThrowableOfType(StoreException.class, () -> stream.append(drafts));
        assertThat(refused.code()).isEqualTo(ErrorCode.ILLEGAL_RUN_STATE);
        assertThat(refused).hasMessageContaining(message);
        assertThat(world.records(RUN)).hasSize(records);
        assertThat(world.history(RUN).sequence()).isEqualTo(records);
    }

    @Test
    void intent_ofACallThatIsKnown_isRefused() {
        stream.append(intended("c1"));
        assertRefused("'c1' was recorded before", intended("c1"));
        assertRefused("'c2' was recorded before", intended("c2"), intended("c2"));
    }

    @Test
    void decision_whileCallsOfTheLastAreOpen_isRefused() {
        Decision call = Decision.call("t", Json.EMPTY_OBJECT);
        stream.append(Records.decided(RUN, call, List.of("c1")));
        assertRefused("last decision", Records.decided(RUN, call, List.of("c2")));
        stream.append(intended("c1"));
        assertRefused("last decision", Records.decided(RUN, Decision.finish(Json.NULL), List.of()));
        stream.append(settled("c1", "succeeded"));
        stream.append(Records.decided(RUN, call, List.of("c2")));
    }

    @Test
    void result_withoutIntent_orTwice_isRefused() {
        assertRefused("'c1' was not intended", settled("c1", "succeeded"));
        stream.append(intended("c1"), settled("c1", "succeeded"));
        assertRefused("has its result", settled("c1", "failed"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"pending", "rejected", "done"})
    void result_thatIsNoEnd_isRefused(String state) {
        stream.append(intended("c1"));
        assertRefused(state, settled("c1", state));
    }

    @Test
    void resolution_ofWhatIsNotInDoubt_orTwice_isRefused() {
        assertRefused("not in doubt", resolved("c1"));
        stream.append(intended("c1"), settled("c1", "unknown"));
        stream.append(resolved("c1"));
        assertRefused("resolved before", resolved("c1"));
    }

    @Test
    void evidence_withoutId_orWithOneThatIsTaken_isRefusedWithItsResult() {
        Evidence claim = Evidence.observed("branch", Json.of("main"));
        stream.append(intended("c1"));
        assertRefused("needs an id", settled("c1", "succeeded", claim));
        stream.append(settled("c1", "succeeded", claim.id("e1")));
        assertRefused("'e1' was recorded before", Records.claimed(RUN, List.of(claim.id("e1"))));
        stream.append(intended("c2"));
        assertRefused("'e2' was recorded", settled("c2", "succeeded", claim.id("e2"), claim.id("e2")));
        assertThat(stream.read(RUN, RunFold::evidence)).hasSize(1);
        assertThat(world.history(RUN)
                        .root()
                        .invocation("c2")
                        .orElseThrow()
                        .state()
                        .isTerminal())
                .isFalse();
    }

    @Test
    void run_isStartedOnce_andWhatItWasStartedWithStays() {
        assertRefused("started before", Records.started(started(RUN, null)));
        assertRefused("'r1.1' was not started", Records.modelCalled("r1.1"));
    }

    @Test
    void run_thatHasEnded_takesNoRecord() {
        stream.append(ended(RunState.SUCCEEDED));
        assertRefused("has ended", Records.modelCalled(RUN));
        assertRefused("has ended", Records.resumed(RUN, List.of()));
    }

    @Test
    void run_goesTheWaysThereAre() {
        assertRefused("has ended", ended(RunState.FAILED), Records.modelCalled(RUN));
        stream.append(Records.waiting(RUN, "paused", Json.NULL));
        assertRefused("can't become SUCCEEDED", ended(RunState.SUCCEEDED));
        stream.append(Records.resumed(RUN, List.of()), ended(RunState.SUCCEEDED));
        assertThat(world.history(RUN).state()).isEqualTo(RunState.SUCCEEDED);
    }

    @Test
    void head_hasTheStateOfTheRootRun() {
        stream.append(Records.started(started("r1.1", RUN)));
        stream.append(Records.ended("r1.1", RunState.FAILED, "why", Json.NULL));
        assertThat(world.journal.info("run/r1").orElseThrow().head().state()).isEqualTo("running");
        stream.append(Records.waiting(RUN, "paused", Json.NULL));
        assertThat(world.journal.info("run/r1").orElseThrow().head().state()).isEqualTo("waiting");
    }

    @Test
    void calls_keepTheirPlaces_overAReplay() {
        stream.append(intended("c1"), settled("c1", "succeeded"));
        stream.append(intended("c2"));
        assertThat(world.history(RUN).root().invocations())
                .extracting(Invocation::sequence)
                .containsExactly(1L, 2L);
    }

    @Test
    void whatIsRead_canNotBeChanged() {
        stream.append(intended("c1"));
        List<Invocation> read = stream.read(RUN, RunFold::invocations);
        assertThat(org.assertj.core.api.Assertions.catchThrowable(read::clear))
                .isInstanceOf(UnsupportedOperationException.class);
        stream.append(Records.decided(RUN, Decision.finish(Json.NULL), List.of()));
        assertThat(read).hasSize(1);
        Run run = stream.read(history -> history.snapshot(history.root()));
        List<Collection<?>> collections = List.of(
                run.invocations(),
                run.evidence(),
                run.children(),
                run.disallowed(),
                run.trajectory().steps(),
                run.trajectory().steps().get(0).observations());
        assertThat(collections)
                .allSatisfy(each -> assertThat(org.assertj.core.api.Assertions.catchThrowable(each::clear))
                        .isInstanceOf(UnsupportedOperationException.class));
    }

    @Test
    void stream_thatWasReleased_takesNoRecord() {
        stream.release();
        StoreException refused =
                catchThrowableOfType(StoreException.class, () -> stream.append(Records.modelCalled(RUN)));
        assertThat(refused.code()).isEqualTo(ErrorCode.STALE_WRITE);
    }

    @Test
    void run_thatExists_isNotCreatedAgain() {
        stream.release();
        RunStore store = new RunStore(world.journal, world.clock);
        StoreException refused =
                catchThrowableOfType(StoreException.class, () -> store.create(new RunIdentity(World.ADA, RUN), "two"));
        assertThat(refused).hasMessageContaining("'r1' exists already");
    }
}

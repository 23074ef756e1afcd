package dev.harbor.run;

import static dev.harbor.run.Claims.observed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.Evidence.Subject;
import dev.harbor.artifact.Provenance;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The two built-in modes that ask for an action and its verification. */
final class LinkedRuleTest {

    private static final CompletionContract CONTRACT =
            CompletionContract.of(CompletionContract.ACTION_WITH_VERIFICATION);
    private static final RecordedEvidence ACTION = action("e-1", "x", "call-1", 1);

    @Test
    void action_linkedByIdOrExternalId_andPassed_completes() throws Exception {
        assertThat(evaluate(ACTION, verification("e-1", null, true, "call-2", 2)))
                .isEqualTo(Completion.reached("action_verified"));
        assertThat(evaluate(ACTION, verification(null, "x", true, "call-2", 2)))
                .isEqualTo(Completion.reached("action_verified"));
        assertThat(isComplete(ACTION, verification("other", "x", true, "call-2", 2)))
                .isTrue();
    }

    @Test
    void verification_thatFailedOrIsAbsent_doesNotComplete() throws Exception {
        Completion missing = Completion.missing("linked_observed_action_and_verification_required");

        assertThat(evaluate()).isEqualTo(missing);
        assertThat(evaluate(ACTION)).isEqualTo(missing);
        assertThat(evaluate(ACTION, verification("e-1", "x", false, "call-2", 2)))
                .isEqualTo(missing);
    }

    @Test
    void action_ofAModel_isNone() throws Exception {
        RecordedEvidence claimed =
                Claims.at(Claims.evidence("e-1", "action", Provenance.MODEL, "x", null, null), "", 1);

        assertThat(isComplete(claimed, verification("e-1", "x", true, "call-2", 2)))
                .isFalse();
    }

    @Test
    void verification_ofAVerificationOrAnObservation_isNone() throws Exception {
        RecordedEvidence checked = Claims.verified("action", new Subject("e-0", null), true, "call-1", 1);
        RecordedEvidence seen = observed("verification", "e-2", "x", "call-2", 2);

        assertThat(isComplete(checked, verification("v-1", null, true, "call-2", 2)))
                .isFalse();
        assertThat(isComplete(ACTION, seen)).isFalse();
    }

    @Test
    void verification_thatIsNotLinked_doesNotComplete() throws Exception {
        assertThat(isComplete(ACTION, verification("e-2", "y", true, "call-2", 2)))
                .isFalse();
        assertThat(isComplete(ACTION, verification("x", "e-1", true, "call-2", 2)))
                .isFalse();
    }

    @Test
    void names_thatAreEmpty_linkNothing() throws Exception {
        assertThat(isComplete(action("", "", "call-1", 1), verification("", "x", true, "call-2", 2)))
                .isFalse();
        assertThat(isComplete(action("", null, "call-1", 1), verification("e-1", "", true, "call-2", 2)))
                .isFalse();
        assertThat(isComplete(action("e-1", "", "call-1", 1), verification("e-2", "", true, "call-2", 2)))
                .isFalse();
        assertThat(isComplete(action("", "x", "call-1", 1), verification("", "x", true, "call-2", 2)))
                .isTrue();
    }

    @Test
    void verification_failedLater_undoesOneThatPassed_andOneThatPassesLaterHealsIt() throws Exception {
        RecordedEvidence passed = verification("e-1", null, true, "call-2", 2);
        RecordedEvidence failed = verification(null, "x", false, "call-3", 3);
        RecordedEvidence healed = verification("e-1", null, true, "call-4", 4);

        assertThat(isComplete(ACTION, passed, failed)).isFalse();
        assertThat(isComplete(failed, passed, ACTION)).isFalse();
        assertThat(isComplete(ACTION, passed, failed, healed)).isTrue();
    }

    @Test
    void verification_failedOfAnotherSubject_undoesNothing() throws Exception {
        assertThat(isComplete(
                        ACTION,
                        verification("e-1", null, true, "call-2", 2),
                        action("e-2", "y", "call-3", 3),
                        verification("e-2", "y", false, "call-4", 4)))
                .isTrue();
    }

    @Test
    void verification_failedInTheSameRecordOrByTheActingCall_counts() throws Exception {
        RecordedEvidence passed = verification("e-1", null, true, "call-2", 2);

        assertThat(isComplete(ACTION, passed, verification("e-1", null, false, "call-2", 2)))
                .isFalse();
        assertThat(isComplete(ACTION, verification("e-1", null, false, "call-2", 2), passed))
                .isFalse();
        assertThat(isComplete(ACTION, passed, verification("e-1", null, false, "call-1", 3)))
                .isFalse();
    }

    @Test
    void verification_ofTheActingCall_doesNotComplete_unlessTheContractSaysSo() throws Exception {
        CompletionContract alone = CONTRACT.with(CompletionContract.REQUIRE_OTHER_CALL, "false");
        RecordedEvidence own = verification("e-1", null, true, "call-1", 2);

        assertThat(isComplete(ACTION, own)).isFalse();
        assertThat(isComplete(alone, ACTION, own)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void verification_thatIsNotNewer_doesNotComplete_unlessTheContractSaysSo(long sequence) throws Exception {
        CompletionContract anyOrder = CONTRACT.with(CompletionContract.REQUIRE_NEWER, "false");
        RecordedEvidence old = verification("e-1", null, true, "call-2", sequence);

        assertThat(isComplete(ACTION, old)).isFalse();
        assertThat(isComplete(anyOrder, ACTION, old)).isTrue();
    }

    @Test
    void action_repeatedOnTheSameThing_mustBeVerifiedAgain() throws Exception {
        RecordedEvidence passed = verification(null, "x", true, "call-2", 2);
        RecordedEvidence again = action("e-3", "x", "call-3", 3);

        assertThat(isComplete(ACTION, passed, again)).isFalse();
        assertThat(isComplete(ACTION, passed, again, verification("e-1", null, true, "call-3", 4)))
                .isFalse();
        assertThat(isComplete(ACTION, passed, again, verification("e-1", null, true, "call-4", 4)))
                .isTrue();
        assertThat(isComplete(ACTION, passed, action("e-3", "y", "call-3", 3))).isTrue();
    }

    @Test
    void types_ofTheirOwn_countAlone_andBlankOnesAreTheDefaults() throws Exception {
        CompletionContract own = CONTRACT.with(CompletionContract.ACTION_TYPE, "deploy")
                .with(CompletionContract.VERIFICATION_TYPE, "probe");
        RecordedEvidence deploy = observed("deploy", "e-1", "x", "call-1", 1);
        RecordedEvidence probe = Claims.verified("probe", new Subject("e-1", null), true, "call-2", 2);
        RecordedEvidence verification = verification("e-1", null, true, "call-2", 2);

        assertThat(isComplete(own, deploy, probe)).isTrue();
        assertThat(isComplete(own, deploy, verification)).isFalse();
        assertThat(isComplete(own, ACTION, probe)).isFalse();
        assertThat(isComplete(
                        CONTRACT.with(CompletionContract.ACTION_TYPE, " ")
                                .with(CompletionContract.VERIFICATION_TYPE, "")
                                .with(CompletionContract.REQUIRE_NEWER, "\t")
                                .with(CompletionContract.REQUIRE_OTHER_CALL, ""),
                        ACTION,
                        verification))
                .isTrue();
    }

    @Test
    void pipeline_isTheSameRule_withTypesOfItsOwn() throws Exception {
        CompletionContract pipeline = CompletionContract.of(CompletionContract.PIPELINE_VERIFICATION);
        RecordedEvidence run = observed("pipeline.run", "e-1", "p-1", "call-1", 1);
        Subject subject = new Subject(null, "p-1");

        assertThat(evaluate(pipeline, run, Claims.verified("pipeline.verification", subject, true, "call-2", 2)))
                .isEqualTo(Completion.reached("action_verified"));
        assertThat(evaluate(pipeline, run, Claims.verified("pipeline.verification", subject, false, "call-2", 2)))
                .isEqualTo(Completion.missing("linked_observed_action_and_verification_required"));
        assertThat(isComplete(pipeline, ACTION, verification("e-1", null, true, "call-2", 2)))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void evidence_inAnyOrder_isJudgedAsTheObviousRuleDoes(boolean requireNewer, boolean requireOtherCall)
            throws Exception {
        CompletionContract contract = CONTRACT.with(CompletionContract.REQUIRE_NEWER, "" + requireNewer)
                .with(CompletionContract.REQUIRE_OTHER_CALL, "" + requireOtherCall);
        int complete = 0;
        for (long seed = 0; seed < 4000; seed++) {
            List<RecordedEvidence> evidence = LinkedOracle.random(seed);
            boolean expected = LinkedOracle.isComplete(evidence, requireNewer, requireOtherCall);
            assertThat(evaluate(contract, evidence.toArray(RecordedEvidence[]::new))
                            .complete())
                    .as("seed %s: %s", seed, evidence)
                    .isEqualTo(expected);
            complete += expected ? 1 : 0;
        }
        assertThat(complete).as("both answers occur often").isBetween(400, 3600);
    }

    private static RecordedEvidence action(String id, @Nullable String externalId, String call, long sequence) {
        return observed("action", id, externalId, call, sequence);
    }

    private static RecordedEvidence verification(
            @Nullable String id, @Nullable String externalId, boolean passed, String call, long sequence) {
        return Claims.verified("verification", new Subject(id, externalId), passed, call, sequence);
    }

    private static boolean isComplete(RecordedEvidence... evidence) throws Exception {
        return evaluate(evidence).complete();
    }

    private static boolean isComplete(CompletionContract contract, RecordedEvidence... evidence) throws Exception {
        return evaluate(contract, evidence).complete();
    }

    private static Completion evaluate(RecordedEvidence... evidence) throws Exception {
        return evaluate(CONTRACT, evidence);
    }

    private static Completion evaluate(CompletionContract contract, RecordedEvidence... evidence) throws Exception {
        return CompletionEvaluators.standard().require(contract).evaluate(contract, List.of(evidence));
    }
}

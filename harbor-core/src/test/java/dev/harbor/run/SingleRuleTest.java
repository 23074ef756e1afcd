package dev.harbor.run;

import static dev.harbor.run.Claims.claimed;
import static dev.harbor.run.Claims.observed;
import static dev.harbor.run.Claims.verified;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.Evidence.Subject;
import dev.harbor.artifact.Provenance;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

/** The two built-in modes that ask for one claim. */
final class SingleRuleTest {

    private static final CompletionContract SOLUTION = CompletionContract.of(CompletionContract.SOLUTION_DELIVERED);
    private static final CompletionContract BRANCH = CompletionContract.of(CompletionContract.OBSERVED_REMOTE_BRANCH);
    private static final Subject SUBJECT = new Subject("e-1", null);

    @Test
    void solution_claimedByTheModel_completes() throws Exception {
        assertThat(evaluate(SOLUTION, claimed("solution", 1))).isEqualTo(Completion.reached("solution_delivered"));
        assertThat(evaluate(SOLUTION, claimed("other", 1), claimed("solution", 2)))
                .isEqualTo(Completion.reached("solution_delivered"));
    }

    @Test
    void solution_ofAnotherTypeOrProvenance_doesNotComplete() throws Exception {
        Completion missing = Completion.missing("solution_artifact_required");

        assertThat(evaluate(SOLUTION)).isEqualTo(missing);
        assertThat(evaluate(SOLUTION, claimed("other", 1))).isEqualTo(missing);
        assertThat(evaluate(SOLUTION, observed("solution", "e-1", "x", "call-1", 1)))
                .isEqualTo(missing);
        assertThat(evaluate(SOLUTION, verified("solution", SUBJECT, true, "call-1", 1)))
                .isEqualTo(missing);
    }

    @Test
    void branch_observedWithAnExternalId_completes() throws Exception {
        assertThat(evaluate(BRANCH, observed("scm.branch", "", "refs/heads/x", "call-1", 1)))
                .isEqualTo(Completion.reached("remote_branch_observed"));
    }

    @ParameterizedTest
    @NullAndEmptySource
    void branch_withoutExternalId_doesNotComplete(@Nullable String externalId) throws Exception {
        assertThat(evaluate(BRANCH, observed("scm.branch", "e-1", externalId, "call-1", 1)))
                .isEqualTo(Completion.missing("observed_remote_branch_required"));
    }

    @Test
    void branch_ofAnotherTypeOrProvenance_neverCompletes() throws Exception {
        Completion missing = Completion.missing("observed_remote_branch_required");
        RecordedEvidence claimed =
                Claims.at(Claims.evidence("e-1", "scm.branch", Provenance.MODEL, "refs/heads/x", null, null), "", 1);
        RecordedEvidence verified = Claims.at(
                Claims.evidence("e-2", "scm.branch", Provenance.VERIFIED, "refs/heads/x", SUBJECT, true), "call-1", 2);

        assertThat(evaluate(BRANCH)).isEqualTo(missing);
        assertThat(evaluate(BRANCH, claimed, verified)).isEqualTo(missing);
        assertThat(evaluate(BRANCH, observed("branch", "e-1", "refs/heads/x", "call-1", 1)))
                .isEqualTo(missing);
    }

    @Test
    void type_ofItsOwn_countsAlone() throws Exception {
        CompletionContract report = SOLUTION.with(CompletionContract.ARTIFACT_TYPE, "report.summary");
        CompletionContract tag = BRANCH.with(CompletionContract.ARTIFACT_TYPE, "scm.tag");

        assertThat(evaluate(report, claimed("report.summary", 1)).complete()).isTrue();
        assertThat(evaluate(report, claimed("solution", 1)).complete()).isFalse();
        assertThat(evaluate(tag, observed("scm.tag", "", "v1", "call-1", 1)).complete())
                .isTrue();
        assertThat(evaluate(tag, observed("scm.branch", "", "v1", "call-1", 1)).complete())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  "})
    void type_blank_isTheDefault(String blank) throws Exception {
        assertThat(evaluate(SOLUTION.with(CompletionContract.ARTIFACT_TYPE, blank), claimed("solution", 1))
                        .complete())
                .isTrue();
        assertThat(evaluate(
                                BRANCH.with(CompletionContract.ARTIFACT_TYPE, blank),
                                observed("scm.branch", "", "x", "call-1", 1))
                        .complete())
                .isTrue();
    }

    private static Completion evaluate(CompletionContract contract, RecordedEvidence... evidence) throws Exception {
        return CompletionEvaluators.standard().require(contract).evaluate(contract, List.of(evidence));
    }
}

package dev.harbor.runtime;

import dev.harbor.artifact.Evidence;
import dev.harbor.history.Records;
import dev.harbor.history.Records.Draft;
import dev.harbor.history.RunFold;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.FinishReason;
import dev.harbor.plan.Observation;
import dev.harbor.run.Completion;
import dev.harbor.run.Interpretation;
import dev.harbor.run.Profile;
import dev.harbor.run.RunState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides whether a run that its planner calls finished is complete: with a profile the evidence decides, without one the planner's word. */
final class RunCompletion {

    private final RunDrive drive;

    RunCompletion(RunDrive drive) {
        this.drive = drive;
    }

    void finish(Decision.Finish decision) {
        Profile profile = drive.profile();
        if (decision.reason() != FinishReason.GOAL || profile == null) {
            drive.end(stateOf(decision.reason()), decision.reason().wireName(), decision.result());
            return;
        }
        Interpretation meaning = interpret(profile, decision.result());
        if (meaning != null) {
            claim(meaning);
            follow(meaning, evaluate(profile));
        }
    }

    private static RunState stateOf(FinishReason reason) {
        return switch (reason) {
            case GOAL -> RunState.SUCCEEDED;
            case CANCELLED -> RunState.CANCELLED;
            case NO_PATH, DEADLINE_EXCEEDED, CONSTRAINTS_CONFLICT -> RunState.FAILED;
        };
    }

    private @Nullable Interpretation interpret(Profile profile, Json answer) {
        try {
            return profile.interpret(answer);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            drive.end(RunState.CANCELLED, "cancelled", Json.NULL);
        } catch (Exception e) {
            drive.fail("model_failed", e);
        }
        return null;
    }

    /** The ids follow from the step, so that a restart between claim and end claims nothing twice. */
    private void claim(Interpretation meaning) {
        int step = drive.read(fold -> fold.trajectory().size()) + 1;
        List<Evidence> claims = new ArrayList<>();
        for (Evidence claim : meaning.evidence()) {
            Evidence named = claim.id("m" + step + "." + (claims.size() + 1));
            claims.add(named);
        }
        claims.removeIf(claim -> drive.read(fold -> fold.hasEvidence(claim.id())));
        if (!claims.isEmpty()) {
            drive.append(Records.claimed(drive.runId(), claims));
        }
    }

    private @Nullable Completion evaluate(Profile profile) {
        try {
            return drive.parts()
                    .evaluators()
                    .require(profile.completion())
                    .evaluate(profile.completion(), drive.read(RunFold::evidence));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            drive.end(RunState.CANCELLED, "cancelled", Json.NULL);
        } catch (Exception e) {
            drive.fail("completion_evaluation_failed", e);
        }
        return null;
    }

    private void follow(Interpretation meaning, @Nullable Completion completion) {
        if (completion == null) {
            return;
        }
        if (completion.complete()) {
            drive.end(RunState.SUCCEEDED, completion.reason(), meaning.result());
            return;
        }
        Draft seen = Records.observed(drive.runId(), List.of(missing(completion)));
        if (meaning.stop()) {
            drive.recordWithEnd(List.of(seen));
            drive.end(RunState.WAITING, completion.reason(), meaning.result());
        } else {
            drive.append(seen);
        }
    }

    private static Observation missing(Completion completion) {
        return new Observation("", "", "incomplete", Json.of(Map.of("missing", completion.reason())));
    }
}

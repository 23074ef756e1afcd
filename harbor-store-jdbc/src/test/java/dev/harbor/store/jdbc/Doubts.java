package dev.harbor.store.jdbc;

import dev.harbor.journal.HeadQuery;
import dev.harbor.run.CallResolution;
import dev.harbor.run.Invocation;
import dev.harbor.run.RunState;
import dev.harbor.runtime.RunOperator;
import dev.harbor.runtime.RunSummary;
import dev.harbor.testkit.ToolRecorder;

/** Resolves calls in doubt as an operator does, who looks at the world to see what they did. */
final class Doubts {

    private Doubts() {}

    /** Resolves all that there are and returns how many that were. */
    static int resolve(RunOperator operator, ToolRecorder world) {
        int resolved = 0;
        for (RunSummary waiting : operator.list(HeadQuery.everyTenant().states(RunState.WAITING.wireName()))) {
            String runId = waiting.id().runId();
            for (Invocation doubt : operator.run(runId).orElseThrow().inDoubt()) {
                boolean happened = world.countOfCall(runId, doubt.callId()) > 0;
                operator.resolve(
                        runId,
                        doubt.callId(),
                        happened ? CallResolution.succeeded("olga") : CallResolution.failed("olga"));
                resolved++;
            }
        }
        return resolved;
    }
}

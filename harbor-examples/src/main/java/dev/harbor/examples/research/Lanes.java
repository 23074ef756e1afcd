package dev.harbor.examples.research;

import dev.harbor.plan.Decision;

/** Names the runs of a research for people: the one that leads, and its tasks by number. */
final class Lanes {

    private Lanes() {}

    static String of(String runId) {
        int dot = runId.indexOf('.');
        return dot < 0 ? "lead" : "task " + runId.substring(dot + 1);
    }

    /** Returns what a run does next, in a few words; of calls nothing, since they are told when they end. */
    static String words(Decision decision) {
        return decision.accept(new Decision.Visitor<>() {

            @Override
            public String callTool(Decision.CallTool call) {
                return "";
            }

            @Override
            public String callParallel(Decision.CallParallel calls) {
                return "";
            }

            @Override
            public String spawnTask(Decision.SpawnTask task) {
                return "spawns  " + task.goal();
            }

            @Override
            public String awaitTask(Decision.AwaitTask task) {
                return "awaits  " + of(task.taskId());
            }

            @Override
            public String requestPause(Decision.RequestPause pause) {
                return "asks    " + pause.message();
            }

            @Override
            public String finish(Decision.Finish finish) {
                return "ends    " + finish.reason().wireName();
            }
        });
    }
}

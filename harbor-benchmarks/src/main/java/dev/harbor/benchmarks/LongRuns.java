package dev.harbor.benchmarks;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.history.RunStore;
import dev.harbor.journal.Claim;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.JournalRecord;
import dev.harbor.journal.StreamHead;
import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Planner;
import dev.harbor.run.BudgetLimits;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResumeRequest;
import dev.harbor.runtime.RunRequest;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Makes runs that have called a tool so many times and wait. */
final class LongRuns {

    private static final Duration BOUND = Duration.ofMinutes(5);
    private static final int BATCH = 100;
    private static final Decision CALL =
            Decision.call("note.take", Json.parse("{\"text\":\"forty bytes of text, give or take some\"}"));
    private static final Decision WAIT =
            new Decision.RequestPause(PauseReason.EXTERNAL_EVENT, "go on?", Json.EMPTY_OBJECT);

    record Note(String text) {}

    private LongRuns() {}

    /** Returns a runtime whose runs call a tool so many times and wait then, and wait again whenever they go on. */
    static HarborRuntime runtime(Journal journal, int calls) {
        Planner planner = context -> {
            int step = context.trajectory().size();
            return step >= calls || step % 2_000 == 1_999 ? WAIT : CALL;
        };
        return HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(journal)
                .planner(planner)
                .tools(Tool.of("note.take", Note.class, Note.class, note -> note)
                        .effect(SideEffect.PURE))
                .build();
    }

    /** Puts a run into a journal. It is made in memory and copied, since only what is measured needs a disk. */
    static void make(Journal journal, String runId, int calls) {
        List<JournalRecord> records = records(runId, calls);
        Claim claim = journal.claim(RunStore.streamOf(runId), "maker", BOUND).orElseThrow();
        StreamHead head = StreamHead.of(claim.stream(), HarborCalls.ADA, "waiting");
        long last = 0;
        for (int from = 0; from < records.size(); from += BATCH) {
            List<JournalEntry> entries = records.subList(from, Math.min(from + BATCH, records.size())).stream()
                    .map(JournalRecord::entry)
                    .toList();
            last = journal.append(claim, last, entries, head);
        }
        journal.release(claim);
    }

    private static List<JournalRecord> records(String runId, int calls) {
        Journal memory = InMemoryJournal.create();
        try (HarborRuntime runtime = runtime(memory, calls)) {
            BudgetLimits limits = BudgetLimits.builder()
                    .maxStepsPerDrive(BudgetLimits.MAX_STEPS_PER_DRIVE)
                    .build();
            long steps = runtime.as(HarborCalls.ADA)
                    .start(RunRequest.goal("take notes").id(runId).limits(limits))
                    .await(BOUND)
                    .trajectory()
                    .size();
            while (steps <= calls) {
                steps = resume(runtime, runId);
            }
            try (Stream<JournalRecord> records = memory.read(RunStore.streamOf(runId), 1)) {
                return new ArrayList<>(records.toList());
            }
        }
    }

    /** Goes on with a run until it waits again, and returns how many steps it has. */
    static long resume(HarborRuntime runtime, String runId) {
        return runtime.as(HarborCalls.ADA)
                .resume(ResumeRequest.of(runId).input(Json.of("go on")))
                .await(BOUND)
                .trajectory()
                .size();
    }
}

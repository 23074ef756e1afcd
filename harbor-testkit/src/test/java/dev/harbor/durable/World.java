package dev.harbor.durable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.access.AccessRequest;
import dev.harbor.access.Verdict;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.error.HarborException;
import dev.harbor.history.RunHistory;
import dev.harbor.history.RunStore;
import dev.harbor.history.RunStream;
import dev.harbor.identity.Identity;
import dev.harbor.identity.RunIdentity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalRecord;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmReply;
import dev.harbor.plan.Planner;
import dev.harbor.run.Run;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.testkit.ManualClock;
import dev.harbor.testkit.ToolRecorder;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolFailed;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Is what outlives the processes of a test: the durable journal, the time, and what was really done, which nobody who records it can change. Tools and model
 * of every process work on it.
 */
final class World {

    static final Identity ADA = Identity.of("acme", "ada", "s1");
    static final Duration BOUND = Duration.ofSeconds(60);

    final ManualClock clock = ManualClock.create();
    final Journal journal = InMemoryJournal.create(clock);
    final ToolRecorder effects = ToolRecorder.inMemory();
    final AtomicInteger modelCalls = new AtomicInteger();

    record Value(int value) {}

    /** Returns a runtime of a process whose journal is given. */
    HarborRuntime.Builder process(Journal view, Planner planner) {
        return HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(view)
                .clock(clock)
                .ticker(clock::nanoTime)
                .planner(planner)
                .closeGrace(Duration.ZERO)
                .access(World::judge)
                .llm(model())
                .tools(
                        acting("world.read").effect(SideEffect.READ),
                        acting("world.pure").effect(SideEffect.PURE),
                        acting("world.write").effect(SideEffect.WRITE),
                        acting("world.keyed").effect(SideEffect.WRITE).idempotent(),
                        acting("world.secret").effect(SideEffect.WRITE),
                        failing().effect(SideEffect.WRITE));
    }

    /** Returns a runtime of a process that lives on. */
    HarborRuntime.Builder process(Planner planner) {
        return process(MortalJournal.healthy(journal), planner);
    }

    private static Verdict judge(AccessRequest question) {
        return question.tool().id().name().equals("world.secret") ? Verdict.deny("tool_denied", "a secret") : Verdict.allow();
    }

    private LlmClient model() {
        return (request, call) -> {
            modelCalls.incrementAndGet();
            return LlmReply.of("go on");
        };
    }

    Tool<Value, Value> acting(String name) {
        return Tool.of(name, Value.class, Value.class, (Value value, ToolContext context) -> {
            effects.record(name, context);
            return value;
        });
    }

    /** Fails before it does anything, and says so. */
    private static Tool<Value, Value> failing() {
        return Tool.of("world.fail", Value.class, Value.class, value -> {
            throw ToolFailed.permanent("there is no such thing");
        });
    }

    /** Lets the leases of dead processes run out. */
    void passLease() {
        clock.advance(RunStream.LEASE.plusSeconds(1));
    }

    List<JournalRecord> records(String runId) {
        try (Stream<JournalRecord> records = journal.read(RunStore.streamOf(runId), 1)) {
            return records.toList();
        }
    }

    List<String> types(String runId) {
        return records(runId).stream().map(record -> record.entry().type()).toList();
    }

    RunHistory history(String runId) {
        return new RunStore(journal, clock)
                .load(new RunIdentity(ADA, runId))
                .orElseThrow();
    }

    /** Returns how often a tool had its effect. */
    long count(String tool) {
        return effects.effects().stream()
                .filter(effect -> effect.tool().equals(tool))
                .count();
    }

    Run run(String runId) {
        try (HarborRuntime runtime = process(context -> {
                    throw new IllegalStateException("nobody plans here");
                })
                .build()) {
            return runtime.as(ADA).run(runId).orElseThrow();
        }
    }

    /** Checks that something is refused with a message. */
    static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable action, String message) {
        assertThat(org.assertj.core.api.Assertions.catchThrowableOfType(HarborException.class, action))
                .hasMessageContaining(message);
    }
}

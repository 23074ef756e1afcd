package dev.harbor.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.access.AccessPolicy;
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
import dev.harbor.pause.PauseReason;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.Planner;
import dev.harbor.plan.ToolRequest;
import dev.harbor.run.CallResolution;
import dev.harbor.run.Run;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResumeRequest;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.testkit.ManualClock;
import dev.harbor.testkit.ScriptedPlanner;
import dev.harbor.testkit.ToolRecorder;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolFailed;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/**
 * Is what outlives the processes of a test: the durable journal, the time, and what was really done, which nobody who records it can change. Tools and model
 * of every process work on it.
 */
final class World {

    static final Identity ADA = Identity.of("acme", "ada", "s1");
    static final Duration BOUND = Duration.ofSeconds(60);

    static final String RUN = "r1";
    static final Json ARGUMENTS = Json.of(Map.of("value", 1));

    final ManualClock clock = ManualClock.create();
    final Journal journal = InMemoryJournal.create(clock);
    final ToolRecorder effects = ToolRecorder.inMemory();
    final AtomicInteger modelCalls = new AtomicInteger();
    UnaryOperator<HarborRuntime.Builder> more = builder -> builder;
    String description = "";

    record Value(int value) {}

    /** Returns a runtime of a process whose journal is given. */
    HarborRuntime.Builder process(Journal view, Planner planner) {
        return more.apply(HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(view)
                .clock(clock)
                .ticker(clock::nanoTime)
                .planner(planner)
                .closeGrace(Duration.ZERO)
                .access(new Policy())
                .llm(model())
                .tools(
                        acting("world.read").effect(SideEffect.READ),
                        acting("world.pure").effect(SideEffect.PURE),
                        acting("world.write").effect(SideEffect.WRITE),
                        acting("world.keyed").effect(SideEffect.WRITE).idempotent(),
                        acting("world.secret").effect(SideEffect.WRITE),
                        failing().effect(SideEffect.WRITE)));
    }

    /** Returns a runtime of a process that lives on. */
    HarborRuntime.Builder process(Planner planner) {
        return process(MortalJournal.healthy(journal), planner);
    }

    /** Hides and refuses one tool; its name is the same in every process. */
    private static final class Policy implements AccessPolicy {

        @Override
        public Verdict evaluate(AccessRequest question) {
            return question.tool().id().name().equals("world.secret")
                    ? Verdict.deny("tool_denied", "a secret")
                    : Verdict.allow();
        }

        @Override
        public String ref() {
            return "world@1";
        }
    }

    private LlmClient model() {
        return (request, call) -> {
            modelCalls.incrementAndGet();
            return LlmReply.of("go on");
        };
    }

    Tool<Value, Value> acting(String name) {
        Tool<Value, Value> tool = Tool.of(name, Value.class, Value.class, (Value value, ToolContext context) -> {
            effects.record(name, context);
            return value;
        });
        return description.isEmpty() ? tool : tool.description(description);
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
        return new RunStore(journal, clock).load(new RunIdentity(ADA, runId)).orElseThrow();
    }

    /** Returns how often a tool had its effect. */
    long count(String tool) {
        return effects.effects().stream()
                .filter(effect -> effect.tool().equals(tool))
                .count();
    }

    /** Returns a run as it is on record. */
    Run run(String runId) {
        return load(runId).orElseThrow();
    }

    Optional<Run> load(String runId) {
        try (HarborRuntime runtime = process(context -> {
                    throw new IllegalStateException("nobody plans here");
                })
                .build()) {
            return runtime.as(ADA).run(runId);
        }
    }

    /** Starts run {@value #RUN} in a process of its own, and returns what the drive came to. */
    RunResult start(Planner planner, UnaryOperator<RunRequest> how) {
        return start(MortalJournal.healthy(journal), planner, how);
    }

    RunResult start(Planner planner) {
        return start(planner, request -> request);
    }

    RunResult start(Journal view, Planner planner, UnaryOperator<RunRequest> how) {
        try (HarborRuntime runtime = process(view, planner).build()) {
            return runtime.as(ADA)
                    .start(how.apply(RunRequest.goal("g").id(RUN)))
                    .await(BOUND);
        }
    }

    /** Starts run {@value #RUN} in a process that dies, and lets its lease run out. */
    void startAndDie(MortalJournal view, Planner planner, UnaryOperator<RunRequest> how) {
        start(view, planner, how);
        assertThat(view.isDead()).isTrue();
        passLease();
    }

    void startAndDie(MortalJournal view, Planner planner) {
        startAndDie(view, planner, request -> request);
    }

    /** Goes on with run {@value #RUN} in a process that dies, and lets its lease run out. */
    void resumeAndDie(MortalJournal view, Planner planner) {
        try (HarborRuntime runtime = process(view, planner).build()) {
            runtime.as(ADA).resume(ResumeRequest.of(RUN)).await(BOUND);
        }
        assertThat(view.isDead()).isTrue();
        passLease();
    }

    /** Goes on with run {@value #RUN} in a process of its own, and returns what the drive came to. */
    RunResult resume(Planner planner, UnaryOperator<ResumeRequest> how) {
        return resume(MortalJournal.healthy(journal), planner, how);
    }

    RunResult resume(Journal view, Planner planner, UnaryOperator<ResumeRequest> how) {
        try (HarborRuntime runtime = process(view, planner).build()) {
            return runtime.as(ADA).resume(how.apply(ResumeRequest.of(RUN))).await(BOUND);
        }
    }

    RunResult resume(Planner planner) {
        return resume(planner, request -> request);
    }

    /** Records what an operator found out. */
    Run resolve(String runId, String callId, CallResolution resolution) {
        try (HarborRuntime runtime = process(context -> null).build()) {
            return runtime.operator().resolve(runId, callId, resolution);
        }
    }

    /** Returns the decision to call a tool of this world. */
    static Decision call(String tool) {
        return Decision.call(tool, ARGUMENTS);
    }

    static Decision group(JoinPolicy join, String... tools) {
        return new Decision.CallParallel(
                Stream.of(tools).map(tool -> ToolRequest.of(tool, ARGUMENTS)).toList(), join);
    }

    static Decision pause() {
        return new Decision.RequestPause(PauseReason.EXTERNAL_EVENT, "go on?", Json.EMPTY_OBJECT);
    }

    static Decision finish() {
        return Decision.finish(Json.of("done"));
    }

    /** Returns a planner that makes a decision for each step and goes on with the next after a restart. */
    static ScriptedPlanner script(Decision... decisions) {
        return ScriptedPlanner.of(decisions);
    }

    /** Checks that something is refused with a message. */
    static void assertRefused(ThrowingCallable action, String message) {
        assertThatThrownBy(action).isInstanceOf(HarborException.class).hasMessageContaining(message);
    }
}

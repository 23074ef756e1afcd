package dev.harbor.durable;

import static dev.harbor.durable.World.call;
import static dev.harbor.durable.World.finish;
import static dev.harbor.durable.World.group;
import static dev.harbor.durable.World.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.durable.World.Value;
import dev.harbor.journal.Claim;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.StreamHead;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.Message;
import dev.harbor.llm.Role;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.Planner;
import dev.harbor.run.CallResolution;
import dev.harbor.run.Invocation;
import dev.harbor.run.InvocationState;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunHandle;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.testkit.Gate;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who cancels a run finds it cancelled, durably, or waiting for what nobody knows and cancelled after that. */
final class CancelledRunTest {

    private final World world = new World();
    private final Gate gate = Gate.closed();

    private Tool<Value, Value> held(SideEffect effect) {
        return Tool.of("held", Value.class, Value.class, (Value value, dev.harbor.tool.ToolContext context) -> {
                    world.effects.record("held", context);
                    gate.pass();
                    return value;
                })
                .effect(effect);
    }

    /** Spins, whatever anybody wants of it. */
    private Tool<Value, Value> deaf() {
        return Tool.of("deaf", Value.class, Value.class, value -> {
                    gate.passUninterruptibly();
                    return value;
                })
                .effect(SideEffect.PURE);
    }

    private void withRun(Planner planner, java.util.function.Consumer<RunHandle> what) {
        try (HarborRuntime runtime = world.process(planner).build()) {
            try {
                what.accept(runtime.as(World.ADA).start(RunRequest.goal("g").id(World.RUN)));
            } finally {
                gate.open();
            }
        }
    }

    private RunResult cancelledWhenHeld(RunHandle run) {
        gate.awaitHeld(1);
        run.cancel("changed my mind");
        return run.await(World.BOUND);
    }

    private void assertCancelled(RunResult result) {
        assertThat(result.state()).isEqualTo(RunState.CANCELLED);
        assertThat(world.run(World.RUN).state()).isEqualTo(RunState.CANCELLED);
    }

    @Test
    void run_cancelledBeforeItsPlannerHasDecided_makesNoCall() {
        withRun(
                context -> {
                    gate.passUninterruptibly();
                    return call("world.write");
                },
                run -> {
                    gate.awaitHeld(1);
                    run.cancel("changed my mind");
                    gate.open();
                    assertCancelled(run.await(World.BOUND));
                });
        assertThat(world.effects.count()).isZero();
    }

    @Test
    void run_cancelledWhenTheModelHasAnswered_makesNoCall() {
        CompletableFuture<RunHandle> run = new CompletableFuture<>();
        Planner asking = context -> {
            LlmRequest question = LlmRequest.of(List.of(Message.of(Role.USER, "what now?")));
            context.model().complete(question, LlmCall.of(context.identity()).cancellation(context.cancellation()));
            run.join().cancel("changed my mind");
            return call("world.write");
        };
        withRun(asking, handle -> {
            run.complete(handle);
            assertCancelled(handle.await(World.BOUND));
        });
        assertThat(world.modelCalls).hasValue(1);
        assertThat(world.effects.count()).isZero();
    }

    @Test
    void run_cancelledWhileTheModelThinks_isCancelled() {
        world.more = builder -> builder.llm((request, call) -> {
            call.cancellation().onCancel(gate::open);
            gate.passUninterruptibly();
            throw new dev.harbor.llm.LlmException(dev.harbor.policy.ErrorClass.PERMANENT, "cancelled", null);
        });
        Planner asking = context -> {
            LlmRequest question = LlmRequest.of(List.of(Message.of(Role.USER, "what now?")));
            context.model().complete(question, LlmCall.of(context.identity()).cancellation(context.cancellation()));
            return finish();
        };
        withRun(asking, run -> assertCancelled(cancelledWhenHeld(run)));
        assertThat(world.run(World.RUN).usage().modelCalls()).isEqualTo(1);
    }

    /** What certainly did not run is not in doubt, also when it was to write. */
    @ParameterizedTest
    @EnumSource(names = {"READ", "WRITE"})
    void run_cancelledBetweenIntentAndEffect_runsNothing_andIsCancelled(SideEffect effect) {
        world.more = builder -> builder.tools(held(effect));
        AtomicReference<RunHandle> run = new AtomicReference<>();
        Journal cancelling = new JournalView(MortalJournal.healthy(world.journal)) {
            @Override
            public long append(Claim claim, long expectedSequence, List<JournalEntry> entries, StreamHead head) {
                long last = super.append(claim, expectedSequence, entries, head);
                if (entries.get(0).type().equals("call.intended")) {
                    run.get().cancel("changed my mind");
                }
                return last;
            }
        };
        Planner planner = context -> {
            gate.passUninterruptibly();
            return call("held");
        };
        try (HarborRuntime runtime = world.process(cancelling, planner).build()) {
            run.set(runtime.as(World.ADA).start(RunRequest.goal("g").id(World.RUN)));
            gate.open();
            assertCancelled(run.get().await(World.BOUND));
        }
        assertThat(world.effects.count()).isZero();
        assertThat(world.run(World.RUN).invocations())
                .singleElement()
                .extracting(Invocation::state)
                .isEqualTo(InvocationState.INTERRUPTED);
    }

    @Test
    void run_cancelledInARead_interruptsIt_andIsCancelled() {
        world.more = builder -> builder.tools(held(SideEffect.READ));
        withRun(script(call("held"), finish()), run -> assertCancelled(cancelledWhenHeld(run)));
        assertThat(world.run(World.RUN).invocations())
                .singleElement()
                .satisfies(call -> assertThat(call.state()).isEqualTo(InvocationState.INTERRUPTED));
    }

    @Test
    void run_cancelledInAWrite_waits_andIsCancelledAfterItIsResolved_withoutAnotherCall() {
        world.more = builder -> builder.tools(held(SideEffect.WRITE));
        Planner planner = script(group(JoinPolicy.ALL, "held", "world.write"), finish());
        withRun(planner, run -> {
            RunResult result = cancelledWhenHeld(run);
            assertThat(result.state()).isEqualTo(RunState.WAITING);
            assertThat(result.reason()).isEqualTo("unknown_write_outcome");
        });
        assertThat(world.run(World.RUN).inDoubt()).hasSize(1);
        world.resolve(World.RUN, "c1", CallResolution.succeeded("eve"));
        assertCancelled(world.resume(planner));
        assertThat(world.count("world.write")).isZero();
    }

    @Test
    void run_whoseToolIgnoresEverything_isClosedWithoutIt_andTheToolIsFenced() {
        world.more = builder -> builder.tools(deaf());
        withRun(script(call("deaf"), finish()), run -> {
            assertCancelled(cancelledWhenHeld(run));
            int records = world.records(World.RUN).size();
            gate.open();
            assertThat(world.records(World.RUN)).hasSize(records);
        });
        assertThat(world.types(World.RUN)).endsWith("call.settled", "run.ended");
        assertThat(world.run(World.RUN).state()).isEqualTo(RunState.CANCELLED);
    }

    @Test
    void run_cancelledFromAnotherProcess_isFenced() {
        world.more = builder -> builder.tools(held(SideEffect.READ));
        withRun(script(call("held"), call("world.write"), finish()), run -> {
            gate.awaitHeld(1);
            try (HarborRuntime other = world.process(script()).build()) {
                Run cancelled = other.as(World.ADA).cancel(World.RUN, "stop it");
                assertThat(cancelled.state()).isEqualTo(RunState.CANCELLED);
            }
            gate.open();
            RunResult result = run.await(World.BOUND);
            assertThat(result.reason()).isEqualTo("taken_over");
        });
        assertThat(world.count("world.write")).isZero();
        assertThat(world.run(World.RUN).state()).isEqualTo(RunState.CANCELLED);
    }

    @Test
    void run_cancelledFromAnotherProcessInAWrite_waitsForTheOutcome() {
        world.more = builder -> builder.tools(held(SideEffect.WRITE));
        withRun(script(call("held"), finish()), run -> {
            gate.awaitHeld(1);
            try (HarborRuntime other = world.process(script()).build()) {
                Run waiting = other.operator().cancel(World.RUN, "stop it");
                assertThat(waiting.state()).isEqualTo(RunState.WAITING);
                assertThat(waiting.inDoubt()).hasSize(1);
                assertThat(other.operator().cancel(World.RUN, "really").state()).isEqualTo(RunState.CANCELLED);
            }
        });
    }

    @Test
    void run_withADoubtOnRecord_whoseProcessDied_isNotCancelledOverIt() {
        world.more = builder -> builder.tools(held(SideEffect.WRITE));
        gate.open();
        world.startAndDie(MortalJournal.dyingBefore(world.journal, "call.settled"), script(call("held"), finish()));
        world.resumeAndDie(MortalJournal.dyingAfter(world.journal, "call.settled"), script(call("held"), finish()));
        try (HarborRuntime other = world.process(script()).build()) {
            assertThat(other.operator().cancel(World.RUN, "stop it").state()).isEqualTo(RunState.WAITING);
        }
    }

    @Test
    void run_thatHasEnded_staysAsItIs_whenItIsCancelled() {
        world.start(script(finish()));
        int records = world.records(World.RUN).size();
        try (HarborRuntime other = world.process(script()).build()) {
            assertThat(other.as(World.ADA).cancel(World.RUN, "too late").state())
                    .isEqualTo(RunState.SUCCEEDED);
        }
        assertThat(world.records(World.RUN)).hasSize(records);
    }

    @Test
    void run_cancelledAndThenClosed_isCancelled_notLeft() {
        world.more = builder -> builder.tools(held(SideEffect.READ));
        HarborRuntime runtime = world.process(script(call("held"), finish())).build();
        RunHandle run = runtime.as(World.ADA).start(RunRequest.goal("g").id(World.RUN));
        gate.awaitHeld(1);
        run.cancel("changed my mind");
        runtime.close();
        assertCancelled(run.await(World.BOUND));
    }
}

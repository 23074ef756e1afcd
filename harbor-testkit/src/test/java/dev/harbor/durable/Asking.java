package dev.harbor.durable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.access.AccessPolicy;
import dev.harbor.access.AccessRequest;
import dev.harbor.access.ApprovalPolicy;
import dev.harbor.access.Verdict;
import dev.harbor.pause.Pause;
import dev.harbor.plan.Planner;
import dev.harbor.run.Run;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResolvedPause;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;

/** Is a world in which a person is asked about writes. */
final class Asking {

    static final AccessPolicy ABOUT_WRITES =
            ApprovalPolicy.builder().tools("world.write", "world.keyed").build();

    final World world = new World();

    Asking() {
        this(ABOUT_WRITES);
    }

    Asking(AccessPolicy policy) {
        world.more = builder -> builder.access(policy);
    }

    /** Returns a policy that asks about writes at dispatch and lets a function have the last word. */
    static AccessPolicy asking(String ref, java.util.function.UnaryOperator<Verdict> lastWord) {
        return new AccessPolicy() {
            @Override
            public Verdict evaluate(AccessRequest request) {
                return lastWord.apply(ABOUT_WRITES.evaluate(request));
            }

            @Override
            public String ref() {
                return ref;
            }
        };
    }

    HarborRuntime process(Planner planner) {
        return world.process(planner).build();
    }

    static RunResult start(HarborRuntime runtime) {
        return runtime.as(World.ADA).start(RunRequest.goal("g").id(World.RUN)).await(World.BOUND);
    }

    /** Returns the token of the only pause that a drive has opened. */
    static String token(RunResult parked) {
        assertThat(parked.reason()).startsWith("pause:");
        assertThat(parked.tokens()).hasSize(1);
        return parked.tokens().get(0);
    }

    static Pause only(Caller caller) {
        List<Pause> pauses = caller.pauses();
        assertThat(pauses).hasSize(1);
        return pauses.get(0);
    }

    static RunResult await(ResolvedPause resolved) {
        return Objects.requireNonNull(resolved.run(), "the run goes on").await(World.BOUND);
    }

    /** Waits until a run has ended or waits, and nobody drives it. */
    Run settled(HarborRuntime runtime) {
        Awaitility.await()
                .atMost(World.BOUND)
                .until(() -> world.journal
                        .info("run/" + World.RUN)
                        .filter(info ->
                                info.claim() == null && !info.head().state().equals("running"))
                        .isPresent());
        return runtime.as(World.ADA).run(World.RUN).orElseThrow();
    }

    /** Waits until a run that waited does not any more, and then like {@link #settled}. */
    Run settledAfterPause(HarborRuntime runtime) {
        Awaitility.await()
                .atMost(World.BOUND)
                .until(() -> world.types(World.RUN).contains("pause.resolved"));
        return settled(runtime);
    }
}

package dev.harbor.durable;

import static dev.harbor.durable.World.call;
import static dev.harbor.durable.World.finish;
import static dev.harbor.durable.World.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.journal.Claim;
import dev.harbor.pause.Resolution;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResolvedPause;
import dev.harbor.runtime.RunRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Who has to wait for one run does not hold up those who speak to another one, whatever the two are called. */
final class UnrelatedRunsTest {

    private static final String SLOW = "Aa";

    /** Has the hash of {@link #SLOW}. */
    private static final String QUICK = "BB";

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private final Asking asking = new Asking();

    /** Lets the claim of one run wait, as for a journal whose other users are slow. */
    private final class SlowForOne extends JournalView {

        private volatile boolean slow;

        SlowForOne() {
            super(asking.world.journal);
        }

        @Override
        public Optional<Claim> claim(String stream, String owner, Duration lease) {
            if (slow && stream.equals("run/" + SLOW)) {
                asked.countDown();
                awaitGo();
            }
            return super.claim(stream, owner, lease);
        }
    }

    private void awaitGo() {
        try {
            assertThat(go.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A thread for each task, since one of them is held. */
    private static final Executor THREADS = task -> new Thread(task).start();

    private static String park(HarborRuntime runtime, String runId) {
        return Asking.token(
                runtime.as(World.ADA).start(RunRequest.goal("g").id(runId)).await(World.BOUND));
    }

    @Test
    void answerToOneRun_waitsForNoAnswerToAnother() throws Exception {
        assertThat(SLOW.hashCode()).isEqualTo(QUICK.hashCode());
        SlowForOne journal = new SlowForOne();
        try (HarborRuntime runtime = asking.world
                .process(journal, script(call("world.write"), finish()))
                .build()) {
            String slow = park(runtime, SLOW);
            String quick = park(runtime, QUICK);
            journal.slow = true;
            CompletableFuture<ResolvedPause> held = CompletableFuture.supplyAsync(
                    () -> runtime.as(World.ADA).resolvePause(slow, Resolution.approve("eve")), THREADS);
            assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();

            CompletableFuture<ResolvedPause> free = CompletableFuture.supplyAsync(
                    () -> runtime.as(World.ADA).resolvePause(quick, Resolution.approve("eve")), THREADS);

            assertThat(Asking.await(free.get(30, TimeUnit.SECONDS)).state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(held).isNotDone();
            go.countDown();
            assertThat(Asking.await(held.get(60, TimeUnit.SECONDS)).state()).isEqualTo(RunState.SUCCEEDED);
        } finally {
            go.countDown();
        }
    }
}

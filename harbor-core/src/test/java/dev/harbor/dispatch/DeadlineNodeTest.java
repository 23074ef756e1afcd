package dev.harbor.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.policy.Cancellation;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The cancellation of an attempt, which is made when it is asked for. */
final class DeadlineNodeTest {

    private final Cancellation call = Cancellation.create();
    private final AtomicInteger freed = new AtomicInteger();
    private final DeadlineNode node = node();

    @AfterEach
    void takeTheInterruptBack() {
        Thread.interrupted();
    }

    @Test
    void cancellation_askedForTwice_isTheSame() {
        assertThat(node.cancellation()).isSameAs(node.cancellation());
    }

    @Test
    void cancellation_askedForBeforeTheLimit_endsWithIt() {
        Cancellation attempt = node.cancellation();

        node.fire(Ending.TIME_OVER, "over");

        assertThat(attempt.reason()).isEqualTo("over");
        assertThat(call.isCancelled()).isFalse();
    }

    @Test
    void cancellation_askedForAfterTheLimit_hasEndedAndFreesAtOnce() {
        node.fire(Ending.TIME_OVER, "its time is over");

        node.cancellation().onCancel(freed::incrementAndGet);

        assertThat(freed).hasValue(1);
        assertThat(node.cancellation().reason()).isEqualTo("its time is over");
    }

    @Test
    void cancellation_askedForAfterTheCallWasCancelled_hasItsReason() {
        call.cancel("no more");
        node.fireIfDue(0);

        assertThat(node.cancellation().reason()).isEqualTo("no more");
    }

    @Test
    void cancellation_askedForAfterTheEnd_registersNothingWithTheCall() {
        node.retire();
        node.detach();

        node.cancellation().onCancel(freed::incrementAndGet);
        call.cancel("much later");

        assertThat(freed).hasValue(0);
        assertThat(node.cancellation().isCancelled()).isTrue();
    }

    @Test
    void cancellation_askedForWhileTheLimitComes_isNeverMissed() throws InterruptedException {
        for (int i = 0; i < 2_000; i++) {
            AtomicReference<Cancellation> seen = new AtomicReference<>();
            CountDownLatch start = new CountDownLatch(1);
            DeadlineNode raced = new DeadlineNode(new Thread(), Long.MAX_VALUE, call, null);
            Thread tool = new Thread(() -> {
                start.countDown();
                seen.set(raced.cancellation());
            });
            tool.start();
            start.await();
            raced.fire(Ending.TIME_OVER, "over");
            tool.join();

            assertThat(seen.get().isCancelled()).isTrue();
        }
    }

    private DeadlineNode node() {
        return new DeadlineNode(Thread.currentThread(), Long.MAX_VALUE, call, null);
    }
}

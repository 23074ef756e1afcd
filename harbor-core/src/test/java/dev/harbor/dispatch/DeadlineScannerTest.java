package dev.harbor.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.harbor.policy.Cancellation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class DeadlineScannerTest {

    /** Those that other tests of this JVM left, and that end when they have been idle for a while. */
    private final Set<Thread> others = daemonThreads();

    private final ManualTime time = ManualTime.standing();
    private final DeadlineScanner scanner = new DeadlineScanner(time, Duration.ofMillis(1), 20);

    @AfterEach
    void close() {
        scanner.close();
        Thread.interrupted();
    }

    @Test
    void daemon_withoutNodes_endsAndStartsAgainWithTheNextOne() {
        DeadlineNode first = armed(Long.MAX_VALUE);
        assertThat(daemons()).isEqualTo(1);
        scanner.disarm(first, null);
        await().until(() -> daemons() == 0);

        DeadlineNode second = armed(time.in(Duration.ofSeconds(1)));
        time.advance(Duration.ofSeconds(1));

        await().until(() -> second.isFired());
        scanner.disarm(second, null);
    }

    @Test
    void close_twice_leavesNoThread() {
        armed(Long.MAX_VALUE);

        scanner.close();
        scanner.close();

        await().until(() -> daemons() == 0);
    }

    @Test
    void moreNodes_thanTheFirstTableHolds_areAllWatched() {
        List<DeadlineNode> nodes = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            nodes.add(armed(time.in(Duration.ofSeconds(1))));
        }

        time.advance(Duration.ofSeconds(1));

        await().until(() -> nodes.stream().allMatch(DeadlineNode::isFired));
        nodes.forEach(node -> scanner.disarm(node, null));
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void node_afterItWasDisarmed_neverFires() {
        DeadlineNode node = armed(time.in(Duration.ofSeconds(1)));
        scanner.disarm(node, null);

        time.advance(Duration.ofSeconds(2));
        node.fireIfDue(time.getAsLong());

        assertThat(node.isFired()).isFalse();
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void daemon_withABrokenClock_outlivesIt() {
        AtomicBoolean broken = new AtomicBoolean(true);
        DeadlineScanner shaky = new DeadlineScanner(
                () -> {
                    if (broken.get()) {
                        throw new IllegalStateException("no time");
                    }
                    return time.getAsLong();
                },
                Duration.ofMillis(1),
                20);
        DeadlineNode node = node(time.in(Duration.ZERO));
        shaky.arm(node);
        broken.set(false);

        await().until(node::isFired);
        shaky.disarm(node, null);
        shaky.close();
    }

    @Test
    void flagOfSomebodyElse_whenTheToolConsumedOurs_isKept() {
        DeadlineNode node = armed(Long.MAX_VALUE);
        node.fire(Ending.TIME_OVER, "over");
        assertThat(Thread.interrupted()).isTrue();
        Thread.currentThread().interrupt();

        scanner.disarm(node, new InterruptedException());

        assertThat(Thread.interrupted()).isTrue();
    }

    private DeadlineNode armed(long limit) {
        DeadlineNode node = node(limit);
        scanner.arm(node);
        return node;
    }

    private static DeadlineNode node(long limit) {
        Cancellation call = Cancellation.create();
        return new DeadlineNode(Thread.currentThread(), limit, call, call.child());
    }

    private long daemons() {
        return daemonThreads().stream()
                .filter(thread -> !others.contains(thread))
                .count();
    }

    private static Set<Thread> daemonThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("harbor-deadlines"))
                .collect(Collectors.toSet());
    }
}

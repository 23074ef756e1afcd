package dev.harbor.observability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class BoundedTest {

    @Test
    void firstValues_areLetThrough_andTheRestIsOther() {
        Bounded bounded = new Bounded(2);
        assertThat(List.of("a", "b", "c", "a", "b"))
                .extracting(bounded::of)
                .containsExactly("a", "b", Bounded.OTHER, "a", "b");
    }

    /** Whoever loses the race for the last place to a thread with the same value has that value nevertheless. */
    @Test
    void value_thatTwoThreadsBringAtOnce_isOneForBoth() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (int round = 0; round < 2_000; round++) {
                Bounded bounded = new Bounded(1);
                CountDownLatch ready = new CountDownLatch(2);
                List<Future<String>> both = IntStream.range(0, 2)
                        .mapToObj(i -> threads.submit(() -> {
                            ready.countDown();
                            ready.await();
                            return bounded.of("a");
                        }))
                        .toList();
                assertThat(both.get(0).get()).isEqualTo("a");
                assertThat(both.get(1).get()).isEqualTo("a");
            }
        } finally {
            threads.shutdownNow();
        }
    }
}

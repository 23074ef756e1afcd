package dev.harbor.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.policy.RateLimit;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.internal.AtomicRateLimiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The turns of a rate limit, beside those of the limiter that is the model. */
final class RateGateTest {

    private static final int STEPS = 20_000;

    @ParameterizedTest
    @CsvSource({"1, 10", "3, 10", "7, 1", "100, 50", "1000000, 1000"})
    void turns_areThoseOfTheModel(int attempts, long millis) {
        Duration period = Duration.ofMillis(millis);
        Random random = new Random(attempts);
        AtomicLong now = new AtomicLong(-5_000);
        RateGate gate = RateGate.of(new RateLimit(attempts, period), now.get());
        AtomicRateLimiter model = new AtomicRateLimiter("model", config(attempts, period), now::get);

        for (int i = 0; i < STEPS; i++) {
            if (random.nextInt(1 + Math.min(attempts, 10)) == 0) {
                now.addAndGet((long) (random.nextDouble() * 3 * period.toNanos()));
            }
            long longest = (long) (random.nextDouble() * 4 * period.toNanos());
            model.changeTimeoutDuration(Duration.ofNanos(longest));
            long expected = model.reservePermission(1);
            assertThat(gate.reserve(now.get(), longest))
                    .as("step %s at %s", i, now)
                    .isEqualTo(expected);
        }
    }

    private static RateLimiterConfig config(int attempts, Duration period) {
        return RateLimiterConfig.custom()
                .limitForPeriod(attempts)
                .limitRefreshPeriod(period)
                .timeoutDuration(Duration.ZERO)
                .build();
    }

    @Test
    void turns_ofManyThreads_areEachGivenOnce_andNoPeriodHasMore() throws Exception {
        int threads = 32;
        int each = 1_000;
        long period = TimeUnit.MILLISECONDS.toNanos(1);
        RateGate gate = RateGate.of(new RateLimit(10, Duration.ofMillis(1)), 0);
        ExecutorService callers = Executors.newFixedThreadPool(threads);
        CountDownLatch go = new CountDownLatch(1);
        List<Future<List<Long>>> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            all.add(callers.submit(() -> {
                go.await();
                List<Long> waits = new ArrayList<>();
                for (int n = 0; n < each; n++) {
                    waits.add(gate.reserve(0, Long.MAX_VALUE));
                }
                return waits;
            }));
        }
        go.countDown();
        Map<Long, Integer> ofPeriod = new TreeMap<>();
        for (Future<List<Long>> one : all) {
            one.get(60, TimeUnit.SECONDS).forEach(wait -> ofPeriod.merge(wait / period, 1, Integer::sum));
        }
        callers.shutdown();

        assertThat(ofPeriod).hasSize(threads * each / 10);
        assertThat(ofPeriod.values()).containsOnly(10);
    }

    @Test
    void turn_askedForWithAnEarlierTime_comesAtTheSameMoment_andWinsNone() {
        long period = Duration.ofSeconds(1).toNanos();
        RateGate gate = RateGate.of(new RateLimit(1, Duration.ofSeconds(1)), 0);

        assertThat(gate.reserve(3 * period, 0)).as("the turn of its period").isZero();
        assertThat(gate.reserve(0, 4 * period))
                .as("who read the clock first and comes second has the next turn")
                .isEqualTo(4 * period);
        assertThat(gate.reserve(3 * period, 0)).as("and no turn was won by it").isEqualTo(RateGate.REFUSED);
    }
}

package dev.harbor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ManualClockTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ManualClock clock = ManualClock.create();
    private final List<String> done = new ArrayList<>();

    private Runnable noting(String what) {
        return () -> done.add(what + " at " + Duration.between(ManualClock.START, clock.instant()));
    }

    @Test
    void clock_untouched_standsStill() {
        long nanos = clock.nanoTime();

        assertThat(clock.instant()).isEqualTo(ManualClock.START).isEqualTo(clock.instant());
        assertThat(clock.nanoTime()).isEqualTo(nanos).isNegative();
        assertThat(clock.millis()).isEqualTo(ManualClock.START.toEpochMilli());
    }

    @Test
    void advance_byAnyTime_movesInstantAndNanosAlike() {
        long nanos = clock.nanoTime();
        clock.advance(Duration.ofNanos(1));
        clock.advance(Duration.ZERO);
        clock.advance(Duration.ofDays(365));

        Duration moved = Duration.ofDays(365).plusNanos(1);
        assertThat(clock.instant()).isEqualTo(ManualClock.START.plus(moved));
        assertThat(clock.nanoTime() - nanos).isEqualTo(moved.toNanos());
    }

    @Test
    void advance_backwards_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> clock.advance(Duration.ofNanos(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> clock.advanceTo(ManualClock.START.minusNanos(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> clock.schedule(Duration.ofNanos(-1), () -> {}));
        assertThat(clock.instant()).isEqualTo(ManualClock.START);
    }

    @Test
    void advanceTo_aTime_isThere() {
        Instant time = Instant.parse("2042-01-01T00:00:00.5Z");
        clock.advanceTo(time);
        clock.advanceTo(time);

        assertThat(clock.instant()).isEqualTo(time);
    }

    @Test
    void withZone_sharesTheTime() {
        Clock tokyo = clock.withZone(ZoneId.of("Asia/Tokyo"));
        clock.advance(SECOND);

        assertThat(tokyo.instant()).isEqualTo(clock.instant());
        assertThat(tokyo.getZone()).isEqualTo(ZoneId.of("Asia/Tokyo"));
        assertThat(clock.getZone()).isEqualTo(ZoneOffset.UTC);
        assertThat(tokyo.withZone(ZoneOffset.UTC)).isEqualTo(clock).hasSameHashCodeAs(clock);
        assertThat(tokyo).isNotEqualTo(clock);
        assertThat(ManualClock.create()).isNotEqualTo(clock);
    }

    @Test
    void schedule_ofMany_runsInOrderOfTimeAndSeesIt() {
        clock.schedule(SECOND.multipliedBy(3), noting("third"));
        clock.schedule(SECOND, noting("first"));
        clock.schedule(SECOND.multipliedBy(3), noting("fourth"));
        clock.schedule(SECOND.multipliedBy(9), noting("never"));
        clock.schedule(SECOND.multipliedBy(2), noting("second"));
        clock.advance(SECOND.multipliedBy(5));

        assertThat(done).containsExactly("first at PT1S", "second at PT2S", "third at PT3S", "fourth at PT3S");
        assertThat(clock.instant()).isEqualTo(ManualClock.START.plusSeconds(5));
    }

    @Test
    void schedule_insideAnAction_runsWithinTheSameMove() {
        clock.schedule(SECOND, () -> {
            noting("outer").run();
            clock.schedule(SECOND, noting("inner"));
            clock.schedule(SECOND.multipliedBy(9), noting("never"));
        });
        clock.advance(SECOND.multipliedBy(5));

        assertThat(done).containsExactly("outer at PT1S", "inner at PT2S");
    }

    @Test
    void schedule_withoutDelay_runsAtTheNextMove() {
        clock.schedule(Duration.ZERO, noting("now"));
        assertThat(done).isEmpty();
        clock.advance(Duration.ZERO);

        assertThat(done).containsExactly("now at PT0S");
    }

    @Test
    void schedule_takenBack_doesNotRun() {
        Runnable same = noting("kept");
        clock.schedule(SECOND, same);
        dev.harbor.policy.Cancellation.Registration second = clock.schedule(SECOND, same);
        second.close();
        second.close();
        clock.advance(SECOND);

        assertThat(done).containsExactly("kept at PT1S");
    }

    @Test
    void action_thatThrows_comesOutOfTheMove_andTheRestRunsAtTheNext() {
        clock.schedule(SECOND, () -> {
            throw new IllegalStateException("no");
        });
        clock.schedule(SECOND.multipliedBy(2), noting("later"));

        assertThatIllegalStateException().isThrownBy(() -> clock.advance(SECOND.multipliedBy(5)));
        assertThat(clock.instant()).isEqualTo(ManualClock.START.plus(SECOND));
        clock.advance(SECOND);
        assertThat(done).containsExactly("later at PT2S");
    }

    @Test
    void action_thatMovesTheClock_isRefused() {
        clock.schedule(SECOND, () -> clock.advance(SECOND));

        assertThatIllegalStateException().isThrownBy(() -> clock.advance(SECOND));
    }

    @Test
    void await_ofThread_endsWhenTheTimeHasCome() throws Exception {
        Bounded<Instant> waiting = Bounded.start(() -> {
            clock.await(SECOND.multipliedBy(2));
            return clock.instant();
        });
        clock.awaitWaiters(1);
        clock.advance(SECOND);
        assertThat(clock.waiters()).isEqualTo(1);
        assertThat(waiting.isOver()).isFalse();
        clock.advance(SECOND);

        assertThat(clock.waiters()).isZero();
        assertThat(waiting.end()).isEqualTo(ManualClock.START.plusSeconds(2));
    }

    @Test
    void await_ofTimeThatIsOver_doesNotWait() throws Exception {
        clock.await(Duration.ZERO);
        clock.await(Duration.ofSeconds(-5));
        clock.awaitUntil(ManualClock.START);
        clock.awaitUntil(Instant.MIN);

        assertThat(clock.waiters()).isZero();
    }

    @Test
    void await_ofManyThreads_wakesThoseThatAreDue() throws Exception {
        List<Bounded<Integer>> waiting = new ArrayList<>();
        for (int i = 1; i <= 20; i++) {
            int number = i;
            waiting.add(Bounded.start(() -> {
                clock.awaitUntil(ManualClock.START.plusSeconds(number));
                return number;
            }));
        }
        clock.awaitWaiters(20);
        clock.advance(SECOND.multipliedBy(7));

        assertThat(clock.waiters()).isEqualTo(13);
        for (int i = 0; i < 7; i++) {
            assertThat(waiting.get(i).end()).isEqualTo(i + 1);
        }
        assertThat(waiting.subList(7, 20)).noneMatch(Bounded::isOver);
        clock.advance(SECOND.multipliedBy(13));
        assertThat(waiting.get(19).end()).isEqualTo(20);
    }

    @Test
    void await_interrupted_ends() {
        Bounded<Boolean> waiting = Bounded.start(() -> {
            clock.await(SECOND);
            return true;
        });
        clock.awaitWaiters(1);
        waiting.interrupt();

        assertThatExceptionOfType(InterruptedException.class).isThrownBy(waiting::end);
        assertThat(clock.waiters()).isZero();
    }

    @Test
    void advanceToNext_goesFromOneDueTimeToTheNext() throws Exception {
        clock.schedule(SECOND.multipliedBy(2), noting("timer"));
        Bounded<Boolean> waiting = Bounded.start(() -> {
            clock.await(SECOND.multipliedBy(5));
            return true;
        });
        clock.awaitWaiters(1);

        assertThat(clock.advanceToNext()).isEqualTo(SECOND.multipliedBy(2));
        assertThat(done).containsExactly("timer at PT2S");
        assertThat(clock.advanceToNext()).isEqualTo(SECOND.multipliedBy(3));
        assertThat(waiting.end()).isTrue();
        assertThat(clock.advanceToNext()).isEqualTo(Duration.ZERO);
    }

    @Test
    void advance_byManyThreads_addsUp() {
        Together.run(8, number -> {
            for (int i = 0; i < 100; i++) {
                clock.schedule(Duration.ofMillis(1), () -> {});
                clock.advance(Duration.ofMillis(1));
            }
            return number;
        });

        assertThat(clock.instant()).isEqualTo(ManualClock.START.plusMillis(800));
    }
}

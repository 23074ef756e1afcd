package dev.harbor.observability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class LoopQueueTest {

    private final AtomicLong waiting = new AtomicLong();
    private final LoopQueue queue = new LoopQueue(waiting::addAndGet);

    @Test
    void inputs_waitUntilTheirTurnBegins_orTheyAreWithdrawn() {
        queue.came(Trip.ADA, "l", "t1");
        queue.came(Trip.ADA, "l", "t2");
        assertThat(waiting).hasValue(2);
        queue.went(Trip.ADA, "l", "t1");
        queue.went(Trip.ADA, "l", "t2");
        assertThat(waiting).hasValue(0);
    }

    @Test
    void turn_whoseInputCameElsewhere_orThatBeginsAgain_takesNothingAway() {
        queue.went(Trip.ADA, "l", "came-before-the-restart");
        queue.came(Trip.ADA, "l", "t1");
        queue.went(Trip.ADA, "l", "t1");
        queue.went(Trip.ADA, "l", "t1");
        assertThat(waiting).hasValue(0);
    }

    @Test
    void loop_thatIsClosed_leavesNothingBehind() {
        queue.came(Trip.ADA, "l", "t1");
        queue.came(Trip.ADA, "other", "t1");
        queue.left(Trip.ADA, "l");
        queue.left(Trip.ADA, "never-seen");
        assertThat(waiting).hasValue(1);
        queue.went(Trip.ADA, "l", "t1");
        assertThat(waiting).hasValue(1);
    }
}

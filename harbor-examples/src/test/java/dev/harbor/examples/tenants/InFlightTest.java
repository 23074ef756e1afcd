package dev.harbor.examples.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

final class InFlightTest {

    private final InFlight inFlight = new InFlight();

    @Test
    void drain_withNobodyInside_isDone() {
        assertThat(inFlight.drain(Duration.ofSeconds(60))).isTrue();
        assertThat(inFlight.enter()).isFalse();
    }

    @Test
    void drain_waitsForWhoIsInside_andTurnsOthersAway() throws Exception {
        assertThat(inFlight.enter()).isTrue();
        CompletableFuture<Boolean> drained =
                CompletableFuture.supplyAsync(() -> inFlight.drain(Duration.ofSeconds(60)));
        Awaitility.await().until(() -> turnsAway());

        assertThat(drained).isNotDone();
        inFlight.leave();

        assertThat(drained.get(60, TimeUnit.SECONDS)).isTrue();
    }

    private boolean turnsAway() {
        if (inFlight.enter()) {
            inFlight.leave();
            return false;
        }
        return true;
    }

    @Test
    void drain_thatTakesTooLong_givesUp() {
        inFlight.enter();

        assertThat(inFlight.drain(Duration.ofMillis(1))).isFalse();
    }
}

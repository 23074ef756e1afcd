package dev.harbor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

final class GateTest {

    private final Gate gate = Gate.closed();

    @Test
    void gate_closed_holdsUntilItOpens() throws Exception {
        Bounded<Boolean> one = Bounded.start(this::pass);
        Bounded<Boolean> two = Bounded.start(this::pass);
        gate.awaitHeld(2);
        assertThat(gate.held()).isEqualTo(2);
        assertThat(gate.isOpen()).isFalse();
        gate.open();
        gate.open();

        assertThat(one.end()).isTrue();
        assertThat(two.end()).isTrue();
        assertThat(gate.held()).isZero();
    }

    @Test
    void gate_open_letsEverybodyThrough() throws Exception {
        gate.open();
        gate.pass();
        gate.passUninterruptibly();

        assertThat(gate.isOpen()).isTrue();
    }

    @Test
    void pass_interrupted_ends() {
        Bounded<Boolean> passing = Bounded.start(this::pass);
        gate.awaitHeld(1);
        passing.interrupt();

        assertThatExceptionOfType(InterruptedException.class).isThrownBy(passing::end);
        assertThat(gate.held()).isZero();
    }

    @Test
    void passUninterruptibly_interrupted_staysAndKeepsTheFlag() throws Exception {
        Bounded<Boolean> passing = Bounded.start(() -> {
            gate.passUninterruptibly();
            return Thread.currentThread().isInterrupted();
        });
        gate.awaitHeld(1);
        passing.interrupt();
        assertThat(gate.held()).isEqualTo(1);
        gate.open();

        assertThat(passing.end()).isTrue();
    }

    @Test
    void awaitHeld_ofOpenGate_failsAndSaysSo() {
        gate.open();
        Thread.currentThread().interrupt();
        try {
            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> gate.awaitHeld(1))
                    .withMessageContaining("the gate is open");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    private boolean pass() throws InterruptedException {
        gate.pass();
        return true;
    }
}

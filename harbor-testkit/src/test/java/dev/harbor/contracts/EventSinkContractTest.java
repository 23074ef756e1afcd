package dev.harbor.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.event.EventSink;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.ToolInvoked;
import dev.harbor.testkit.EventSinkContract;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of sinks sees each fault by the tests that are about it. */
final class EventSinkContractTest {

    /** A fault, and the tests that see it. */
    enum Fault {
        CHOKES_ON_THE_UNKNOWN(
                () -> new ListSink() {
                    @Override
                    void take(HarborEvent event) {
                        if (!event.getClass().getPackage().equals(ToolInvoked.class.getPackage())) {
                            throw new IllegalArgumentException("unknown: " + event.type());
                        }
                        super.take(event);
                    }
                },
                "accept_ofEveryKind_takesIt",
                "accept_twice_takesBoth",
                "accept_byManyAtOnce_keepsEachOrder",
                "accept_onInterruptedThread_takesIt"),
        DROPS_DOUBLES(
                () -> new ListSink() {
                    @Override
                    synchronized List<String> taken() {
                        return List.copyOf(new LinkedHashSet<>(super.taken()));
                    }
                },
                "accept_twice_takesBoth",
                "accept_ofEveryKind_takesIt"),
        TURNS_THE_ORDER(
                () -> new ListSink() {
                    @Override
                    synchronized void take(HarborEvent event) {
                        types.add(0, event.type());
                    }
                },
                "accept_ofEveryKind_takesIt",
                "accept_byManyAtOnce_keepsEachOrder"),
        LOSES_THE_OTHER_THREADS(
                () -> new ListSink() {

                    private final Thread mine = Thread.currentThread();

                    @Override
                    void take(HarborEvent event) {
                        if (Thread.currentThread() == mine) {
                            super.take(event);
                        }
                    }
                },
                "accept_byManyAtOnce_keepsEachOrder"),
        GIVES_UP_ON_INTERRUPT(
                () -> new ListSink() {
                    @Override
                    void take(HarborEvent event) {
                        if (!Thread.interrupted()) {
                            super.take(event);
                        }
                    }
                },
                "accept_onInterruptedThread_takesIt"),
        TAKES_NULL(
                () -> new ListSink() {
                    @Override
                    public void accept(HarborEvent event) {
                        if (event != null) {
                            take(event);
                        }
                    }
                },
                "accept_ofNull_isRefused");

        private final Supplier<ListSink> making;
        private final Set<String> seenBy;

        Fault(Supplier<ListSink> making, String... seenBy) {
            this.making = making;
            this.seenBy = Set.of(seenBy);
        }
    }

    /** A sink that keeps its contract, for others to break. */
    private static class ListSink implements EventSink {

        final List<String> types = new ArrayList<>();

        @Override
        public void accept(HarborEvent event) {
            take(Objects.requireNonNull(event, "event"));
        }

        synchronized void take(HarborEvent event) {
            types.add(event.type());
        }

        synchronized List<String> taken() {
            return List.copyOf(types);
        }
    }

    private static Supplier<ListSink> making = ListSink::new;

    /** The suite over whatever sink is set. */
    static final class Suite extends EventSinkContract {

        @Override
        protected EventSink create() {
            return making.get();
        }

        @Override
        protected List<String> taken(EventSink sink) {
            return ((ListSink) sink).taken();
        }
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void fault_ofSink_isSeen(Fault fault) {
        assertThat(failuresOf(fault.making)).as(fault.name()).isEqualTo(fault.seenBy);
    }

    @Test
    void sink_thatKeepsTheContract_passes() {
        assertThat(failuresOf(ListSink::new)).isEmpty();
    }

    private static Set<String> failuresOf(Supplier<ListSink> sink) {
        making = sink;
        return Suites.failures(Suite.class);
    }
}

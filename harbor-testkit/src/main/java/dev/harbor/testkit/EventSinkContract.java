package dev.harbor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.harbor.event.EventSink;
import dev.harbor.event.HarborEvent;
import dev.harbor.identity.RunIdentity;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Holds an implementation of {@link EventSink} to what every sink guarantees: it takes every event, known or not, in the order of each thread, loses and
 * doubles none, and never throws.
 *
 * <pre>{@code
 * final class MySinkTest extends EventSinkContract {
 *     private final List<String> lines = new CopyOnWriteArrayList<>();
 *
 *     @Override
 *     protected EventSink create() {
 *         return new MySink(lines::add);
 *     }
 *
 *     @Override
 *     protected List<String> taken(EventSink sink) {
 *         return lines.stream().map(MySinkTest::typeOf).toList();
 *     }
 * }
 * }</pre>
 *
 * <p>No test tells a sink of more than {@value #MOST_EVENTS} events; one that drops what it can't hold is created with room for so many.
 */
public abstract class EventSinkContract {

    /** The most events that one test tells a sink of. */
    public static final int MOST_EVENTS = 1_000;

    private static final int THREADS = 8;

    /** Creates the suite. */
    protected EventSinkContract() {}

    /** Returns a new sink that has heard of nothing. */
    protected abstract EventSink create();

    /** Returns the types of the events that the sink has taken, in order. A sink that works behind its callers finishes what it has been given first. */
    protected abstract List<String> taken(EventSink sink);

    @Test
    @DisplayName("Given events of every kind, bare or full, known or not, each is taken, in order")
    void accept_ofEveryKind_takesIt() {
        EventSink sink = create();
        List<HarborEvent> events = SampleEvents.all(TestIdentities.run());
        events.forEach(sink::accept);

        assertThat(taken(sink)).isEqualTo(events.stream().map(HarborEvent::type).toList());
    }

    @Test
    @DisplayName("Given the same event twice, it is taken twice")
    void accept_twice_takesBoth() {
        EventSink sink = create();
        HarborEvent event = numbered(TestIdentities.run(), "same");
        sink.accept(event);
        sink.accept(event);

        assertThat(taken(sink)).containsExactly("same", "same");
    }

    @Test
    @DisplayName("Given threads that tell of events at once, none is lost or doubled and each thread's order holds")
    void accept_byManyAtOnce_keepsEachOrder() {
        EventSink sink = create();
        int each = MOST_EVENTS / THREADS;
        Together.run(THREADS, thread -> {
            RunIdentity run = TestIdentities.run(TestIdentities.unique());
            IntStream.range(0, each).forEach(i -> sink.accept(numbered(run, type(thread, i))));
            return thread;
        });

        List<String> taken = taken(sink);
        assertThat(taken).hasSize(each * THREADS);
        for (int thread = 0; thread < THREADS; thread++) {
            String prefix = type(thread, 0).substring(0, 9);
            int of = thread;
            assertThat(taken.stream().filter(type -> type.startsWith(prefix)))
                    .containsExactlyElementsOf(
                            IntStream.range(0, each).mapToObj(i -> type(of, i)).toList());
        }
    }

    @Test
    @DisplayName("Given an interrupted thread, the event is taken and the thread stays interrupted")
    void accept_onInterruptedThread_takesIt() {
        EventSink sink = create();
        Thread.currentThread().interrupt();
        try {
            sink.accept(numbered(TestIdentities.run(), "told"));
        } finally {
            assertThat(Thread.interrupted()).as("the flag of the thread").isTrue();
        }

        assertThat(taken(sink)).containsExactly("told");
    }

    @Test
    @DisplayName("Given null, it is refused")
    void accept_ofNull_isRefused() {
        EventSink sink = create();

        assertThatNullPointerException().isThrownBy(() -> sink.accept(Nothing.of()));
        assertThat(taken(sink)).isEmpty();
    }

    private static String type(int thread, int number) {
        return "thread-" + thread + "." + number;
    }

    private static HarborEvent numbered(RunIdentity run, String type) {
        return new SampleEvents.Unheard(run.identity(), Optional.of(run.runId()), type);
    }
}

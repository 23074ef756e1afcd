package dev.harbor.testkit;

import dev.harbor.event.CallEvent;
import dev.harbor.event.EventSink;
import dev.harbor.event.HarborEvent;
import dev.harbor.identity.RunIdentity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Keeps every event it hears of, in order, for a test to look at.
 *
 * <pre>{@code
 * EventRecorder events = EventRecorder.create();
 * // hand it to the runtime, do something
 * events.await("tool.completed", 2);
 * events.assertSequence("tool.invoked", "tool.completed");
 * }</pre>
 *
 * <p>Thread-safe. Lists that are returned are copies of the moment.
 */
public final class EventRecorder implements EventSink {

    private final Signal signal = new Signal();
    private final List<HarborEvent> events = new ArrayList<>();

    private EventRecorder() {}

    /** Returns a recorder that has heard nothing. */
    public static EventRecorder create() {
        return new EventRecorder();
    }

    @Override
    public void accept(HarborEvent event) {
        Objects.requireNonNull(event, "event");
        signal.change(() -> events.add(event));
    }

    /** Returns all events. */
    public List<HarborEvent> events() {
        return signal.get(() -> List.copyOf(events));
    }

    /** Returns the types of all events. */
    public List<String> types() {
        return events().stream().map(HarborEvent::type).toList();
    }

    /** Returns the events of a type. */
    public List<HarborEvent> ofType(String type) {
        Objects.requireNonNull(type, "type");
        return matching(event -> event.type().equals(type));
    }

    /** Returns the events of a class or interface. */
    public <E extends HarborEvent> List<E> ofType(Class<E> type) {
        return events().stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** Returns the events about a call, whichever run it belongs to. */
    public List<CallEvent> ofCall(String callId) {
        Objects.requireNonNull(callId, "callId");
        return ofType(CallEvent.class).stream()
                .filter(event -> event.call().callId().equals(callId))
                .toList();
    }

    /** Returns the events of a run. */
    public List<HarborEvent> ofRun(String runId) {
        Objects.requireNonNull(runId, "runId");
        return matching(event -> event.runId().filter(runId::equals).isPresent());
    }

    /** Returns the events that pass a test. */
    public List<HarborEvent> matching(Predicate<? super HarborEvent> test) {
        return events().stream().filter(test).toList();
    }

    /** Forgets everything. */
    public void clear() {
        signal.change(events::clear);
    }

    /**
     * Waits until there are so many events of a type, or more, and returns them.
     *
     * @throws AssertionError if that takes too long; the message lists what was heard
     */
    public List<HarborEvent> await(String type, int count) {
        return await(type, count, Signal.PATIENCE);
    }

    /**
     * Waits until there are so many events of a type, or more, and returns them.
     *
     * @param limit how long to wait in real time
     * @throws AssertionError if that takes longer; the message lists what was heard
     */
    public List<HarborEvent> await(String type, int count, Duration limit) {
        signal.expect(
                () -> ofType(type).size() >= count,
                limit,
                () -> count + " events of type '" + type + "' expected, heard " + types());
        return ofType(type);
    }

    /**
     * Checks that events of these types occurred in this order; others may lie between them.
     *
     * @throws AssertionError if not; the message says which was missing and lists what was heard
     */
    public void assertSequence(String... expected) {
        List<String> heard = types();
        int next = 0;
        for (String type : heard) {
            if (next < expected.length && expected[next].equals(type)) {
                next++;
            }
        }
        if (next < expected.length) {
            throw new AssertionError("no '" + expected[next] + "' (number " + (next + 1) + " of " + List.of(expected)
                    + ") in its place; heard " + heard);
        }
    }

    /**
     * Checks that every event belongs to one of the runs that took part, and that none mentions another of them: a run id, or a component of an identity
     * that the two don't share. What an event says as text is searched, and what it says about its call. Components shorter than
     * {@value Leaks#MIN_LENGTH} characters are not searched for; {@link TestIdentities} makes longer ones.
     *
     * <p>An event outside a run must belong to the identity of one of the runs.
     *
     * @param first a run that took part
     * @param others the other runs that took part
     * @throws AssertionError if not; the message lists every leak
     */
    public void assertNoLeaks(RunIdentity first, RunIdentity... others) {
        Set<RunIdentity> runs = new LinkedHashSet<>(List.of(others));
        runs.add(Objects.requireNonNull(first, "first"));
        List<String> leaks = events().stream()
                .map(event -> Leaks.of(event, runs))
                .flatMap(Collection::stream)
                .toList();
        if (!leaks.isEmpty()) {
            throw new AssertionError(leaks.size() + " leaks:\n" + String.join("\n", leaks));
        }
    }
}

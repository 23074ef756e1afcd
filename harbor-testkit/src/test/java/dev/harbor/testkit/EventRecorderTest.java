package dev.harbor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.event.CallEvent;
import dev.harbor.event.CallProvenance;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.RunStarted;
import dev.harbor.event.ToolDenied;
import dev.harbor.event.ToolInvoked;
import dev.harbor.event.ToolProgressed;
import dev.harbor.identity.Identity;
import dev.harbor.identity.RunIdentity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class EventRecorderTest {

    private static final Instant AT = ManualClock.START;

    private final EventRecorder events = EventRecorder.create();
    private final RunIdentity one = TestIdentities.run(TestIdentities.unique());
    private final RunIdentity two = TestIdentities.run(TestIdentities.unique());

    private void tell(String... types) {
        for (String type : types) {
            events.accept(new SampleEvents.Unheard(one.identity(), Optional.of(one.runId()), type));
        }
    }

    private static HarborEvent progress(RunIdentity run, String message) {
        return new ToolProgressed(SampleEvents.call(run, "call-1"), AT, message);
    }

    @Test
    void queries_ofEvents_selectByTypeClassCallAndRun() {
        ToolInvoked first = new ToolInvoked(SampleEvents.call(one, "call-1"), AT);
        ToolInvoked second = new ToolInvoked(SampleEvents.call(one, "call-2"), AT);
        ToolDenied denied = new ToolDenied(SampleEvents.call(two, "call-1"), AT, "tool_denied");
        RunStarted started = new RunStarted(two.identity(), two.runId(), AT, 1);
        List.of(started, first, second, denied).forEach(events::accept);

        assertThat(events.events()).containsExactly(started, first, second, denied);
        assertThat(events.ofType("tool.invoked")).containsExactly(first, second);
        assertThat(events.ofType("no.such_type")).isEmpty();
        assertThat(events.ofType(CallEvent.class)).containsExactly(first, second, denied);
        assertThat(events.ofType(ToolDenied.class)).containsExactly(denied);
        assertThat(events.ofCall("call-1")).containsExactly(first, denied);
        assertThat(events.ofRun(one.runId())).containsExactly(first, second);
        assertThat(events.matching(event -> event.identity().equals(two.identity())))
                .containsExactly(started, denied);
        events.clear();
        assertThat(events.types()).isEmpty();
    }

    @Test
    void lists_returned_areCopiesOfTheMoment() {
        tell("a");
        List<HarborEvent> before = events.events();
        tell("b");

        assertThat(before).hasSize(1);
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(before::clear);
    }

    @Test
    void sequence_ofTypes_mayHaveOthersBetween() {
        tell("a", "b", "a", "c");

        for (List<String> good : List.of(
                List.<String>of(), List.of("a"), List.of("a", "c"), List.of("a", "a"), List.of("a", "b", "a", "c"))) {
            assertThatCode(() -> events.assertSequence(good.toArray(String[]::new)))
                    .as(good.toString())
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void sequence_inAnotherOrder_isAFailureThatNamesTheMissing() {
        tell("a", "b", "a", "c");

        for (List<String> bad :
                List.of(List.of("c", "a"), List.of("b", "b"), List.of("d"), List.of("a", "b", "a", "c", "a"))) {
            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> events.assertSequence(bad.toArray(String[]::new)))
                    .withMessageContaining("'" + bad.get(bad.size() - 1) + "' (number " + bad.size())
                    .withMessageContaining("heard [a, b, a, c]");
        }
    }

    @Test
    void await_ofEventThatComes_returnsIt() throws Exception {
        tell("a");
        Bounded<List<HarborEvent>> waiting = Bounded.start(() -> events.await("a", 3));
        tell("b", "a");
        assertThat(waiting.isOver()).isFalse();
        tell("a");

        assertThat(waiting.end()).hasSize(3);
        assertThat(events.await("a", 1)).hasSize(3);
        assertThat(events.await("none", 0)).isEmpty();
    }

    @Test
    void await_ofEventThatDoesNotCome_isAFailureThatListsTheOthers() {
        tell("a", "b");

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> events.await("a", 2, Duration.ofMillis(1)))
                .withMessageContaining("2 events of type 'a'")
                .withMessageContaining("[a, b]");
    }

    @Test
    void leaks_ofCleanRuns_areNone() {
        SampleEvents.all(one).forEach(events::accept);
        SampleEvents.all(two).forEach(events::accept);

        events.assertNoLeaks(one, two);
        events.clear();
        events.assertNoLeaks(one);
    }

    @Test
    void leaks_ofAStranger_areSeen() {
        SampleEvents.all(one).forEach(events::accept);
        events.accept(progress(two, "half-way"));

        assertLeaks("belongs to nobody who took part", () -> events.assertNoLeaks(one));
    }

    @Test
    void leaks_ofAnotherRunOfTheSameIdentity_areSeen() {
        events.accept(progress(TestIdentities.run(one.identity()), "half-way"));

        assertLeaks("belongs to nobody who took part", () -> events.assertNoLeaks(one, two));
    }

    @Test
    void leaks_inThePayload_areSeen() {
        for (String foreign : List.of(
                two.runId(),
                two.identity().tenant(),
                two.identity().user(),
                two.identity().session())) {
            events.clear();
            events.accept(progress(one, "now reading /data/" + foreign + "/mail"));

            assertLeaks("mentions " + foreign, () -> events.assertNoLeaks(one, two));
        }
    }

    @Test
    void leaks_betweenEventAndItsCall_areSeen() {
        events.accept(new Crossed(one.identity(), Optional.of(one.runId()), SampleEvents.call(two, "call-1")));

        assertLeaks("is about a call of", () -> events.assertNoLeaks(one, two));
    }

    @Test
    void leaks_ofSharedOrLongerTexts_areNone() {
        RunIdentity shared = new RunIdentity(one.identity(), one.runId() + "0");
        events.accept(progress(
                shared, "run " + shared.runId() + " of " + one.identity().tenant()));
        events.accept(progress(one, "run " + one.runId()));

        events.assertNoLeaks(one, shared);
    }

    private static void assertLeaks(String what, Runnable check) {
        assertThatExceptionOfType(AssertionError.class).isThrownBy(check::run).withMessageContaining(what);
    }

    /** An event that says one thing and whose call says another. */
    private record Crossed(Identity identity, Optional<String> runId, CallProvenance call) implements CallEvent {

        @Override
        public String type() {
            return "test.crossed";
        }

        @Override
        public Instant at() {
            return AT;
        }
    }
}

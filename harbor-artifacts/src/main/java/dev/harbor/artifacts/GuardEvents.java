package dev.harbor.artifacts;

import dev.harbor.event.EventSink;
import dev.harbor.event.GuardedSinks;
import dev.harbor.event.LlmEvent;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/** Tells of what the guard did, at the time of its clock. A sink that throws changes nothing. Thread-safe. */
record GuardEvents(EventSink sink, Clock clock) {

    static GuardEvents of(EventSink sink, Clock clock) {
        return new GuardEvents(GuardedSinks.of(List.of(sink)), clock);
    }

    void tell(Function<Instant, LlmEvent> event) {
        sink.accept(event.apply(clock.instant()));
    }
}

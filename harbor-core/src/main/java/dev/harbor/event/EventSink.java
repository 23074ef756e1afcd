package dev.harbor.event;

/**
 * Hears of events: in order per run, on the thread that dispatches, after the stage that caused them. A sink should be quick; wrap
 * one that is not in an asynchronous sink. What it throws is reported once and ignored.
 *
 * <p>Implementations must be thread-safe.
 */
@FunctionalInterface
public interface EventSink {

    /** A sink that drops everything. */
    EventSink NONE = event -> {};

    /** Hears of an event. */
    void accept(HarborEvent event);
}

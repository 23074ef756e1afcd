package dev.harbor.observability;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;

/** Is a span that has begun, and is current on the thread that began it until it ends there. */
final class OpenSpan {

    private final Span span;
    private final Scope scope;
    private final Thread owner = Thread.currentThread();

    /** Takes a span and makes it current on this thread. */
    @SuppressWarnings("MustBeClosedChecker") // it ends with another event than the one that it begins with
    OpenSpan(Span span) {
        this.span = span;
        this.scope = span.makeCurrent();
    }

    Span span() {
        return span;
    }

    /** Ends the span. What is current is put back by its own thread only; on another one it would be in the way of what that thread does. */
    void end() {
        if (Thread.currentThread() == owner) {
            scope.close();
        }
        span.end();
    }
}

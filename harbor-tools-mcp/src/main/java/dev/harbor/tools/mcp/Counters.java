package dev.harbor.tools.mcp;

import java.util.concurrent.atomic.LongAdder;

/** Counts what a source meets, over all of its connections. Thread-safe. */
final class Counters {

    final LongAdder starts = new LongAdder();
    final LongAdder calls = new LongAdder();
    final LongAdder noise = new LongAdder();
    final LongAdder strays = new LongAdder();
    final LongAdder cancellations = new LongAdder();

    McpStatistics statistics() {
        return new McpStatistics(starts.sum(), calls.sum(), noise.sum(), strays.sum(), cancellations.sum());
    }
}

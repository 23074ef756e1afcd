package dev.harbor.dispatch;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.LongSupplier;

/** Is a clock over a nano source, for a state machine that wants instants and only compares them. It starts at the epoch. */
final class NanoClock extends Clock {

    private final LongSupplier nanoTime;
    private final long start;

    NanoClock(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH.plusNanos(nanoTime.getAsLong() - start);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}

package dev.harbor.observability;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Writes into a registry, and takes out of it what would keep the runtime alive. Thread-safe. */
final class MeterBook {

    private static final int MOST_CODES = 100;

    private final Bounded codes = new Bounded(MOST_CODES);
    private final Map<String, AtomicLong> levels = new ConcurrentHashMap<>();
    private final Set<Meter> gauges = ConcurrentHashMap.newKeySet();
    private final Set<Shown> shown = ConcurrentHashMap.newKeySet();
    private final MeterRegistry registry;

    /** Names a gauge. */
    private record Shown(String name, Tags tags) {}

    MeterBook(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Codes are few, but access policies and planners may make up their own. */
    String code(String value) {
        return codes.of(value);
    }

    void count(String name, String tag, String code) {
        count(name, Tags.of(tag, code(code)));
    }

    void count(String name, Tags tags) {
        count(name, tags, 1);
    }

    void count(String name, Tags tags, double amount) {
        Counter.builder(name).tags(tags).register(registry).increment(amount);
    }

    void time(String name, Tags tags, Duration took) {
        Timer.builder(name).tags(tags).register(registry).record(took);
    }

    void size(String name, Tags tags, long bytes) {
        DistributionSummary.builder(name)
                .baseUnit("bytes")
                .tags(tags)
                .register(registry)
                .record((double) bytes);
    }

    void tokens(Tags tags, long tokens) {
        DistributionSummary.builder("gen_ai.client.token.usage")
                .baseUnit("token")
                .tags(tags)
                .register(registry)
                .record((double) tokens);
    }

    /** Raises or lowers a level, which is shown as a gauge. */
    void add(String name, long amount) {
        AtomicLong level = levels.get(name);
        if (level == null) {
            level = levels.computeIfAbsent(name, each -> {
                AtomicLong fresh = new AtomicLong();
                gauge(each, Tags.empty(), fresh::get);
                return fresh;
            });
        }
        level.addAndGet(amount);
    }

    /** Shows what a supplier gives whenever it is looked at; the first supplier of a series stays. */
    void gauge(String name, Tags tags, Supplier<Number> value) {
        gauges.add(Gauge.builder(name, value).tags(tags).register(registry));
    }

    /** Shows a value like {@link #gauge}, at little cost when it is shown already. */
    void gaugeOnce(String name, Tags tags, Supplier<Number> value) {
        if (shown.add(new Shown(name, tags))) {
            gauge(name, tags, value);
        }
    }

    void close() {
        gauges.forEach(registry::remove);
        gauges.clear();
    }
}

package dev.harbor.observability;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Writes into a registry, and takes out of it what would keep the runtime alive. Thread-safe. */
final class MeterBook {

    private static final int MOST_CODES = 100;

    /** Registries are shared, so a book must see which gauges there were when it adds one. */
    private static final Object REGISTERING = new Object();

    private final Map<String, Bounded> codes = new ConcurrentHashMap<>();
    private final Map<String, AtomicLong> levels = new ConcurrentHashMap<>();
    /** Only under the lock, as is the flag. */
    private final List<Meter> gauges = new ArrayList<>();

    private boolean closed;
    private final Set<Shown> shown = ConcurrentHashMap.newKeySet();
    private final MeterRegistry registry;

    /** Names a gauge. */
    private record Shown(String name, Tags tags) {}

    MeterBook(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Codes are few, but access policies and planners may make up their own. Those of one tag take no place of another's. */
    String code(String tag, String value) {
        return codes.computeIfAbsent(tag, each -> new Bounded(MOST_CODES)).of(value);
    }

    Tags tag(String tag, String code) {
        return Tags.of(tag, code(tag, code));
    }

    void count(String name, String tag, String code) {
        count(name, tag(tag, code));
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

    /** Shows what a supplier gives whenever it is looked at; the first supplier of a series stays, and when it is somebody else's, so does the gauge. */
    void gauge(String name, Tags tags, Supplier<Number> value) {
        synchronized (REGISTERING) {
            if (closed) {
                return;
            }
            List<Meter> before = registry.getMeters();
            Gauge gauge = Gauge.builder(name, value).tags(tags).register(registry);
            if (before.stream().noneMatch(each -> each == gauge)) {
                gauges.add(gauge);
            }
        }
    }

    /** Shows a value like {@link #gauge}, at little cost when it is shown already. */
    void gaugeOnce(String name, Tags tags, Supplier<Number> value) {
        if (shown.add(new Shown(name, tags))) {
            gauge(name, tags, value);
        }
    }

    /** Takes out the gauges of this book, and adds none any more. */
    void close() {
        synchronized (REGISTERING) {
            closed = true;
            gauges.forEach(registry::remove);
            gauges.clear();
        }
    }
}

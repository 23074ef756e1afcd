package dev.harbor.observability;

import dev.harbor.event.EventSink;
import dev.harbor.event.GuardedSinks;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.Redactor;
import dev.harbor.llm.LlmClient;
import dev.harbor.policy.BreakerState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.ContextPropagator;
import dev.harbor.tool.ToolId;
import dev.harbor.transport.SourceState;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Tracer;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells OpenTelemetry and Micrometer what a runtime does. One serves one runtime:
 *
 * <pre>{@code
 * HarborTelemetry telemetry = HarborTelemetry.builder().tracing(openTelemetry).meters(registry).build();
 * HarborRuntime runtime = telemetry.install(HarborRuntime.builder())
 *         .llm(telemetry.model(client, "openai"))
 *         ...
 *         .build();
 * telemetry.watch(runtime);
 * }</pre>
 *
 * <p>Runs are spans {@code invoke_agent}, calls {@code execute_tool}, requests to models {@code chat}, with parents and children as the work has them, on whichever thread,
 * and the trace goes on to the services behind tools. A drive that goes on with a run has a link to the one before, also in another process. What people, models and
 * tools say is in no span unless {@link Builder#content} asks for it, and never in a meter.
 *
 * <p>Thread-safe. It has no thread of its own and never blocks.
 */
public final class HarborTelemetry implements AutoCloseable {

    /** How many tools have meters of their own when nothing is said: {@value}. */
    public static final int DEFAULT_MAX_TOOLS = 200;

    private static final String SCOPE = "dev.harbor";
    private static final int MOST_MODELS = 50;

    private final Tracer tracer;
    private final Who who;
    private final Spans spans;
    private final @Nullable MeterBook book;
    private final @Nullable Redactor redactor;
    private final @Nullable Messages content;
    private final LongSupplier nanoTime;
    private final Bounded models = new Bounded(MOST_MODELS);
    private final EventSink sink;
    private volatile @Nullable HarborRuntime watched;
    private volatile boolean closed;

    private HarborTelemetry(Builder from) {
        this.tracer = from.openTelemetry.getTracer(SCOPE);
        this.who = new Who(from.identities);
        this.spans = new Spans(tracer, from.agent, who);
        this.book = from.registry == null ? null : new MeterBook(from.registry);
        this.redactor = from.content;
        this.content = redactor == null ? null : new Messages(redactor);
        this.nanoTime = from.nanoTime;
        this.sink = GuardedSinks.of(sinks(from.maxTools));
    }

    private List<EventSink> sinks(int maxTools) {
        return book == null ? List.of(spans) : List.of(spans, new Meters(book, new ToolTags(maxTools, this::seen)));
    }

    /** Returns a builder in which nothing is set. */
    public static Builder builder() {
        return new Builder();
    }

    /** Adds the sink of events, the propagator and, if it was asked for, the listener of content to a runtime that is being built, and returns its builder. */
    public HarborRuntime.Builder install(HarborRuntime.Builder runtime) {
        runtime.events(sink()).propagator(propagator());
        return redactor == null ? runtime : runtime.content(spans::describe, redactor);
    }

    /** Returns what listens to events. It must hear them on the threads that they happen on, so don't put it behind an asynchronous sink. */
    public EventSink sink() {
        return this::accept;
    }

    private void accept(HarborEvent event) {
        Objects.requireNonNull(event, "event");
        if (!closed) {
            sink.accept(event);
        }
    }

    /** Returns what takes the trace along to other threads and to the services behind tools. */
    public ContextPropagator propagator() {
        return TraceContext.INSTANCE;
    }

    /**
     * Returns a client whose requests are spans and are measured. Under a policy each attempt is one. A redactor of {@link Builder#content} that throws takes what was said out of
     * the span, and the request goes on.
     *
     * @param provider who answers, as the conventions spell it: {@code openai}, {@code anthropic}, {@code aws.bedrock}, ...
     */
    public LlmClient model(LlmClient client, String provider) {
        return new ObservedModel(
                Objects.requireNonNull(client, "client"),
                Objects.requireNonNull(provider, "provider"),
                tracer,
                who,
                book,
                models,
                content,
                nanoTime);
    }

    /** Shows the state of a runtime as gauges: its breakers, its sources, and the attempts that were abandoned. The last runtime counts. */
    public void watch(HarborRuntime runtime) {
        watched = Objects.requireNonNull(runtime, "runtime");
        if (book != null) {
            book.gauge("harbor.attempts.abandoned", Tags.empty(), this::abandoned);
            for (SourceState state : SourceState.values()) {
                Tags tags = Tags.of("harbor.source.state", state.name().toLowerCase(Locale.ROOT));
                book.gauge("harbor.sources", tags, () -> sources(state));
            }
        }
    }

    private int abandoned() {
        HarborRuntime runtime = watched;
        return runtime == null ? 0 : runtime.abandonedAttempts();
    }

    private long sources(SourceState state) {
        HarborRuntime runtime = watched;
        return runtime == null
                ? 0
                : runtime.sources().values().stream().filter(state::equals).count();
    }

    private void seen(ToolId tool, Tags tags) {
        if (book != null) {
            book.gaugeOnce("harbor.breaker.state", tags, () -> breaker(tool));
        }
    }

    /** 0 for a closed breaker or none, 1 for one on trial, 2 for an open one. */
    private int breaker(ToolId tool) {
        HarborRuntime runtime = watched;
        BreakerState state = runtime == null ? null : runtime.breakers().get(tool);
        return switch (state == null ? BreakerState.CLOSED : state) {
            case CLOSED -> 0;
            case HALF_OPEN -> 1;
            case OPEN -> 2;
        };
    }

    /** Hears nothing more, ends spans that have not ended, and takes the gauges out of the registry. What was counted stays. May be called more than once. */
    @Override
    public void close() {
        closed = true;
        spans.close();
        watched = null;
        if (book != null) {
            book.close();
        }
    }

    /** Collects what telemetry goes to. Not thread-safe. */
    public static final class Builder {

        private OpenTelemetry openTelemetry = OpenTelemetry.noop();
        private @Nullable MeterRegistry registry;
        private @Nullable String agent;
        private @Nullable Redactor content;
        private boolean identities;
        private int maxTools = DEFAULT_MAX_TOOLS;
        private LongSupplier nanoTime = System::nanoTime;

        private Builder() {}

        /** Sets where spans go; nowhere when never set. */
        public Builder tracing(OpenTelemetry value) {
            openTelemetry = Objects.requireNonNull(value, "tracing");
            return this;
        }

        /** Sets where meters go; nowhere when never set. */
        public Builder meters(MeterRegistry value) {
            registry = Objects.requireNonNull(value, "meters");
            return this;
        }

        /** Sets the name of the agent, {@code gen_ai.agent.name}; runs have none when never set. */
        public Builder agent(String name) {
            agent = Objects.requireNonNull(name, "agent");
            return this;
        }

        /** Lets spans show what was said to models and by them, and arguments and results of tools, after a redactor. They don't when never set. */
        public Builder content(Redactor redactor) {
            content = Objects.requireNonNull(redactor, "content");
            return this;
        }

        /** Lets spans name tenant, user and session. They don't when never set, and meters never do. */
        public Builder identities() {
            identities = true;
            return this;
        }

        /**
         * Sets how many tools have meters of their own, {@link #DEFAULT_MAX_TOOLS} when never set; the others share those of {@code _OTHER}.
         *
         * @throws IllegalArgumentException if it is not 1 to 10,000
         */
        public Builder maxTools(int most) {
            if (most < 1 || most > 10_000) {
                throw new IllegalArgumentException("maxTools must be 1 to 10000, got " + most);
            }
            maxTools = most;
            return this;
        }

        /** Sets the source of nanoseconds that requests to models are measured with; {@link System#nanoTime()} when never set. */
        public Builder ticker(LongSupplier nanoseconds) {
            nanoTime = Objects.requireNonNull(nanoseconds, "nanoseconds");
            return this;
        }

        /** Returns the telemetry; the builder may be used again. */
        public HarborTelemetry build() {
            return new HarborTelemetry(this);
        }
    }
}

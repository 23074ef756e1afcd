package dev.harbor.runtime;

import dev.harbor.access.AccessPolicy;
import dev.harbor.access.AllowAllPolicy;
import dev.harbor.access.ConsentProvider;
import dev.harbor.access.ScopeGrants;
import dev.harbor.catalog.RegistrationProfile;
import dev.harbor.catalog.ToolCatalog;
import dev.harbor.catalog.ToolFinder;
import dev.harbor.dispatch.Confided;
import dev.harbor.dispatch.ShellServices;
import dev.harbor.error.ConfigurationException;
import dev.harbor.event.ContentSink;
import dev.harbor.event.EventSink;
import dev.harbor.event.Redactor;
import dev.harbor.history.LoopStore;
import dev.harbor.history.RunStore;
import dev.harbor.identity.Identity;
import dev.harbor.identity.IdentityException;
import dev.harbor.journal.Journal;
import dev.harbor.llm.LlmClient;
import dev.harbor.plan.Planner;
import dev.harbor.policy.BreakerState;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.run.CompletionEvaluators;
import dev.harbor.run.Profile;
import dev.harbor.run.ProfileRegistry;
import dev.harbor.safety.ContextSafety;
import dev.harbor.tool.ContextPropagator;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolId;
import dev.harbor.transport.SourceState;
import dev.harbor.transport.ToolSource;
import dev.harbor.transport.ToolTransportProvider;
import dev.harbor.transport.TransportConfig;
import dev.harbor.turn.LoopServices;
import dev.harbor.turn.Loops;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Is the runtime that a service embeds: it has the tools, and it alone makes calls. One is enough for a process; it serves any number of identities at
 * once.
 *
 * <p>Thread-safe. {@link #close()} also closes what it was built with: artifacts, journal, sources and tools.
 */
public final class HarborRuntime implements AutoCloseable {

    private final RuntimeParts parts;
    private final RuntimeResources resources;
    private final Runs runs;
    private final PauseCoordinator pauses;
    private final Steering steering;
    private final @Nullable Loops loops;

    HarborRuntime(RuntimeParts parts, RuntimeResources resources) {
        this.parts = parts;
        this.resources = resources;
        this.runs = new Runs(parts, resources);
        this.pauses = new PauseCoordinator(parts, runs, runs.outside());
        this.steering = new Steering(parts, runs, pauses);
        this.loops = parts.durable() == null ? null : loops(parts.runs());
        if (loops != null) {
            parts.loops().tools().loops(loops::tools);
            resources.loops(loops);
        }
    }

    private Loops loops(RunStore store) {
        return new Loops(new LoopServices(
                new LoopStore(store.journal(), parts.clock()),
                parts.safety(),
                parts.events(),
                parts.clock(),
                parts.drivers(),
                parts.ids(),
                parts.owner(),
                parts.leases()::hold,
                parts.leases()::letGo,
                parts.loops().profile(),
                new LoopEngine(parts, runs, steering),
                parts.loops().tools()::trim));
    }

    /** Returns a builder in which nothing is set. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns this runtime as one identity sees it.
     *
     * @throws IdentityException if the identity is null
     */
    public Caller as(Identity identity) {
        return new Caller(this, parts, Identity.require(identity));
    }

    /** Returns how every source is doing, by its name. */
    public Map<String, SourceState> sources() {
        return resources.sourceStates();
    }

    /** Returns the catalog, for operators and for whoever brings tools from outside. */
    public ToolCatalog catalog() {
        return parts.catalog();
    }

    /** Returns the names of the stages that every call takes, in order. */
    public List<String> stages() {
        return parts.dispatcher().stages();
    }

    /** Returns how many attempts are still running after their callers gave them up. */
    public int abandonedAttempts() {
        return resources.abandonedAttempts();
    }

    /** Returns the state of the circuit breaker of each tool that was called and has one, by id, for operators. Immutable, as of now. */
    public Map<ToolId, BreakerState> breakers() {
        return parts.dispatcher().prepared().breakers();
    }

    void requireOpen() {
        resources.requireOpen();
    }

    Runs runs() {
        return runs;
    }

    PauseCoordinator pauses() {
        return pauses;
    }

    Steering steering() {
        return steering;
    }

    Loops loops() {
        if (loops == null) {
            throw new ConfigurationException("a loop needs a journal; for one that lasts as long as the process say"
                    + " HarborRuntime.builder().journal(InMemoryJournal.create())");
        }
        return loops;
    }

    void expirePauses() {
        if (!resources.isClosed()) {
            pauses.expireDue(Integer.MAX_VALUE);
            runs.abandonment().tellDue(Integer.MAX_VALUE);
        }
    }

    /** Returns what an operator may do with the runs of every tenant. It is power over all of them: hand it to nobody who acts for one. */
    public RunOperator operator() {
        return new RunOperator(this, parts);
    }

    /**
     * Ends the runtime: nothing new starts, runs are left before their next decision so that another process or a later one can resume them, calls that do not
     * end within {@link Builder#closeGrace} are interrupted, and everything it was built with is closed. May be called more than once. What had to be abandoned
     * is logged.
     */
    @Override
    public void close() {
        resources.close();
    }

    /** Collects the parts of a runtime. Only artifacts are mandatory. Not thread-safe. */
    public static final class Builder {

        /** The most calls of one batch that run at once when nothing is said: {@value}. */
        public static final int DEFAULT_MAX_PARALLEL_CALLS = 8;

        /** How long something waits for a person when nothing is said: 7 days. */
        public static final Duration DEFAULT_PAUSE_EXPIRY = Duration.ofDays(7);

        /** The longest that something can wait. */
        public static final Duration MAX_PAUSE_EXPIRY = Duration.ofDays(366);

        /** How long the calls of runs may go on after closing when nothing is said: 5 seconds. */
        public static final Duration DEFAULT_CLOSE_GRACE = Duration.ofSeconds(5);

        final List<Tool<?, ?>> tools = new ArrayList<>();
        final List<ToolSource> sources = new ArrayList<>();
        final List<TransportConfig> configs = new ArrayList<>();
        final List<ToolTransportProvider> transports = new ArrayList<>();
        final List<EventSink> sinks = new ArrayList<>();
        final List<Confided.Listener> contents = new ArrayList<>();
        final List<ContextPropagator> propagators = new ArrayList<>();

        @Nullable
        ClassLoader discovery;

        @Nullable
        ContextSafety safety;

        @Nullable
        Journal journal;

        @Nullable
        LlmClient llm;

        @Nullable
        ToolPolicy llmPolicy;

        @Nullable
        ToolFinder finder;

        @Nullable
        Planner planner;

        @Nullable
        Executor executor;

        ProfileRegistry profiles = ProfileRegistry.of();
        CompletionEvaluators evaluators = CompletionEvaluators.standard();
        AccessPolicy access = AllowAllPolicy.instance();
        ScopeGrants scopes = ScopeGrants.NONE;
        ConsentProvider consents = ConsentProvider.NONE;
        ToolPolicy defaults = ToolPolicy.unset();
        RegistrationProfile profile = RegistrationProfile.OPEN;
        Duration closeGrace = DEFAULT_CLOSE_GRACE;
        Duration pauseExpiry = DEFAULT_PAUSE_EXPIRY;
        int maxParallelCalls = DEFAULT_MAX_PARALLEL_CALLS;
        Clock clock = Clock.systemUTC();
        LongSupplier nanoTime = ShellServices.SYSTEM_NANOS;

        private Builder() {}

        /** Registers tools. */
        public Builder tools(Tool<?, ?>... more) {
            return tools(List.of(more));
        }

        /** Registers tools. */
        public Builder tools(Collection<? extends Tool<?, ?>> more) {
            tools.addAll(List.copyOf(more));
            return this;
        }

        /** Adds a source of tools; it is started when the runtime is built, and one that fails breaks nothing else. */
        public Builder source(ToolSource source) {
            sources.add(Objects.requireNonNull(source, "source"));
            return this;
        }

        /** Adds a source by configuration; a registered or discovered provider opens it. */
        public Builder source(TransportConfig config) {
            configs.add(Objects.requireNonNull(config, "config"));
            return this;
        }

        /** Registers a provider of a kind of source. */
        public Builder transport(ToolTransportProvider provider) {
            transports.add(Objects.requireNonNull(provider, "provider"));
            return this;
        }

        /** Also looks for providers with {@link java.util.ServiceLoader}; nothing is looked for unless this is said. */
        public Builder discoverTransports(ClassLoader loader) {
            discovery = Objects.requireNonNull(loader, "loader");
            return this;
        }

        /** Sets what keeps heavy content away from models. Mandatory; {@code harbor-artifacts} makes it. */
        public Builder artifacts(ContextSafety value) {
            safety = Objects.requireNonNull(value, "artifacts");
            return this;
        }

        /** Sets the journal; needed for runs, not for calls. */
        public Builder journal(Journal value) {
            journal = Objects.requireNonNull(value, "journal");
            return this;
        }

        /** Sets the profiles that a run may name, for runs that go on in another process than the one that began them. */
        public Builder profiles(Profile... values) {
            profiles = ProfileRegistry.of(values);
            return this;
        }

        /** Sets what decides whether a run is complete; the {@linkplain CompletionEvaluators#standard() standard} ones when never set. */
        public Builder evaluators(CompletionEvaluators value) {
            evaluators = Objects.requireNonNull(value, "evaluators");
            return this;
        }

        /** Sets what decides whether a tool may be shown or called; everything may when never set. */
        public Builder access(AccessPolicy value) {
            access = Objects.requireNonNull(value, "access");
            return this;
        }

        /** Sets what knows the scopes of identities; nobody holds any when never set. */
        public Builder scopes(ScopeGrants value) {
            scopes = Objects.requireNonNull(value, "scopes");
            return this;
        }

        /** Sets what knows how missing scopes can be obtained. */
        public Builder consents(ConsentProvider value) {
            consents = Objects.requireNonNull(value, "consents");
            return this;
        }

        /** Sets the model; planners only ever see it guarded. */
        public Builder llm(LlmClient value) {
            llm = Objects.requireNonNull(value, "llm");
            return this;
        }

        /**
         * Sets the model that planners ask, and how: time limit, attempts, rate, breaker and how many requests at once, as for tools. The attempts of one request
         * count as one call of the model, and the pieces of an attempt that failed count no more.
         *
         * @param policy what is not set in it is as for tools; give it a time limit that a model can keep
         */
        public Builder llm(LlmClient value, ToolPolicy policy) {
            llmPolicy = Objects.requireNonNull(policy, "policy");
            return llm(value);
        }

        /**
         * Lets planners look for tools: adds the tool {@code tool.search} over all tools of the runtime. Tools that are {@link dev.harbor.tool.Loading#DEFERRED} are shown to a
         * run from the turn after it has found them. The finder is closed with the runtime.
         */
        public Builder toolSearch(ToolFinder value) {
            finder = Objects.requireNonNull(value, "finder");
            return this;
        }

        /** Sets the planner of runs that bring none. */
        public Builder planner(Planner value) {
            planner = Objects.requireNonNull(value, "planner");
            return this;
        }

        /** Adds a listener of events. */
        public Builder events(EventSink sink) {
            sinks.add(Objects.requireNonNull(sink, "sink"));
            return this;
        }

        /**
         * Adds a listener of arguments and results, which events don't have.
         *
         * @param redactor takes secrets out of what this listener hears
         */
        public Builder content(ContentSink sink, Redactor redactor) {
            contents.add(new Confided.Listener(
                    Objects.requireNonNull(sink, "sink"), Objects.requireNonNull(redactor, "redactor")));
            return this;
        }

        /** Adds what carries logging, tracing and security context to the threads of tools. */
        public Builder propagator(ContextPropagator propagator) {
            propagators.add(Objects.requireNonNull(propagator, "propagator"));
            return this;
        }

        /** Sets what the policies of tools leave open; what is still open falls to {@link ToolPolicy#STANDARD}. */
        public Builder policy(ToolPolicy value) {
            defaults = Objects.requireNonNull(value, "policy");
            return this;
        }

        /** Sets how strictly declared tools are checked; {@link RegistrationProfile#OPEN} when never set. */
        public Builder profile(RegistrationProfile value) {
            profile = Objects.requireNonNull(value, "profile");
            return this;
        }

        /** Sets what runs tools, in place of virtual threads or a bounded pool. It is not closed with the runtime. */
        public Builder executor(Executor value) {
            executor = Objects.requireNonNull(value, "executor");
            return this;
        }

        /**
         * Sets how many calls of one batch run at once at most.
         *
         * @throws IllegalArgumentException if it is not 1 to 50
         */
        public Builder maxParallelCalls(int calls) {
            if (calls < 1 || calls > 50) {
                throw new IllegalArgumentException("maxParallelCalls must be 1 to 50, got " + calls);
            }
            maxParallelCalls = calls;
            return this;
        }

        /**
         * Sets how long calls of runs may go on when the runtime is closed, before they are interrupted.
         *
         * @throws IllegalArgumentException if it is negative
         */
        public Builder closeGrace(Duration most) {
            if (most.isNegative()) {
                throw new IllegalArgumentException("closeGrace must not be negative, got " + most);
            }
            closeGrace = most;
            return this;
        }

        /**
         * Sets how long something waits for a person or an outside event before time resolves it: a call is refused then, and a run that waits itself fails.
         *
         * @throws IllegalArgumentException if it is not more than zero and at most {@link #MAX_PAUSE_EXPIRY}
         */
        public Builder pauseExpiry(Duration after) {
            if (after.isZero() || after.isNegative() || after.compareTo(MAX_PAUSE_EXPIRY) > 0) {
                throw new IllegalArgumentException(
                        "pauseExpiry must be more than zero and at most " + MAX_PAUSE_EXPIRY + ", got " + after);
            }
            pauseExpiry = after;
            return this;
        }

        /** Sets the clock that dates events and records. */
        public Builder clock(Clock value) {
            clock = Objects.requireNonNull(value, "clock");
            return this;
        }

        /** Sets the source of nanoseconds that limits and durations are measured with; {@link System#nanoTime()} when never set. */
        public Builder ticker(LongSupplier nanoseconds) {
            nanoTime = Objects.requireNonNull(nanoseconds, "nanoseconds");
            return this;
        }

        /**
         * Builds the runtime and starts its sources. Blocks while sources start; each has a limit of its own.
         *
         * @throws ConfigurationException if something is missing or contradicts something else; nothing was started then
         */
        public HarborRuntime build() {
            return new RuntimeAssembly(this).assemble();
        }
    }
}

package dev.harbor.runtime;

import dev.harbor.catalog.ExternalToolset;
import dev.harbor.catalog.ToolCatalog;
import dev.harbor.dispatch.Batch;
import dev.harbor.dispatch.Confided;
import dev.harbor.dispatch.Dispatcher;
import dev.harbor.dispatch.PolicedLlm;
import dev.harbor.dispatch.Services;
import dev.harbor.dispatch.ShellServices;
import dev.harbor.dispatch.Workers;
import dev.harbor.error.ConfigurationException;
import dev.harbor.event.EventSink;
import dev.harbor.event.GuardedSinks;
import dev.harbor.event.Redactor;
import dev.harbor.history.RunPins;
import dev.harbor.history.RunStore;
import dev.harbor.journal.Journal;
import dev.harbor.llm.LlmClient;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.safety.ContextSafety;
import dev.harbor.tool.Tool;
import dev.harbor.transport.SourceState;
import dev.harbor.transport.ToolSource;
import dev.harbor.transport.ToolTransportProvider;
import dev.harbor.transport.TransportProviders;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts a runtime together: checks first, starts last. */
final class RuntimeAssembly {

    private static final Logger LOG = LoggerFactory.getLogger(HarborRuntime.class);

    private final HarborRuntime.Builder from;
    private final RuntimeIds ids = new RuntimeIds();

    RuntimeAssembly(HarborRuntime.Builder from) {
        this.from = from;
    }

    HarborRuntime assemble() {
        ContextSafety safety = requireArtifacts();
        RunEvents runEvents = new RunEvents();
        EventSink events = events(runEvents);
        GuardProof.require(safety, from.clock);
        ToolCatalog catalog = catalog(safety);
        List<ToolSource> sources = sources();
        Workers workers = from.executor == null ? Workers.create("harbor-tool") : Workers.over(from.executor);
        Workers drivers = Workers.create("harbor-run");
        Leases leases = new Leases();
        ShellServices shell = ShellServices.of(from.nanoTime, workers, from.propagators);
        Services services = new Services(
                from.access,
                from.scopes,
                from.consents,
                safety,
                events,
                new Confided(from.contents),
                Redactor.standard(),
                from.clock,
                ids::call,
                from.defaults.orElse(ToolPolicy.STANDARD),
                shell);
        Dispatcher dispatcher = new Dispatcher(services);
        KnownTools known = new KnownTools(catalog, dispatcher.prepared());
        LoopParts loops = new LoopParts(new LiveTurns(), known, from.profile);
        RunStore runs = from.journal == null ? null : runs(from.journal, safety);
        LlmClient llm = llm(shell, events);
        RuntimeParts parts = new RuntimeParts(
                catalog,
                dispatcher,
                new Batch(shell.contexts().over(drivers), from.maxParallelCalls),
                drivers,
                shell.contexts(),
                from.access,
                from.scopes,
                from.consents,
                safety,
                llm == null ? null : safety.guard(llm, events, from.clock),
                from.planner,
                runs,
                from.profiles,
                from.evaluators,
                runEvents,
                leases,
                events,
                from.clock,
                from.nanoTime,
                ids::secret,
                new Pauses(ids::secret, from.clock, Redactor.standard(), from.pauseExpiry),
                ids.owner(),
                loops);
        PauseTimer timer = runs == null ? null : new PauseTimer();
        RuntimeResources resources = new RuntimeResources(
                sources, catalog, workers, drivers, others(leases, timer, shell, safety), from.closeGrace);
        sources.forEach(source -> start(source, catalog, known));
        HarborRuntime runtime = new HarborRuntime(parts, resources);
        if (timer != null) {
            timer.start(runtime::expirePauses);
        }
        return runtime;
    }

    /** The policy is below the guard: what is heavy is refused before an attempt. */
    private @Nullable LlmClient llm(ShellServices shell, EventSink events) {
        return from.llm == null || from.llmPolicy == null
                ? from.llm
                : PolicedLlm.of(from.llm, from.llmPolicy, shell, events, from.clock);
    }

    /** Runs keep the artifacts that they name: each becomes their own first, and what is theirs is pinned. */
    private RunStore runs(Journal journal, ContextSafety safety) {
        safety.heed(new RunPins(journal));
        return new RunStore(journal, from.clock, safety);
    }

    private ContextSafety requireArtifacts() {
        if (from.safety == null) {
            throw new ConfigurationException("a runtime needs artifacts, so that nothing heavy reaches a model: say"
                    + " HarborRuntime.builder().artifacts(Artifacts.files(directory)) or Artifacts.memory(), from"
                    + " dev.harbor:harbor-artifacts");
        }
        return from.safety;
    }

    private EventSink events(RunEvents runEvents) {
        List<EventSink> sinks = new ArrayList<>(from.sinks);
        sinks.add(runEvents);
        return GuardedSinks.of(sinks);
    }

    private List<ToolSource> sources() {
        TransportProviders transports = transports();
        List<ToolSource> opened = new ArrayList<>();
        try {
            from.configs.forEach(config -> opened.add(transports.open(config)));
            List<ToolSource> all = new ArrayList<>(from.sources);
            all.addAll(opened);
            requireDistinctNames(all);
            return all;
        } catch (RuntimeException e) {
            opened.forEach(source -> closeAfter(e, source));
            throw e;
        }
    }

    /** Nobody else knows of a source that was made here. */
    private static void closeAfter(RuntimeException refusal, ToolSource source) {
        try {
            source.close();
        } catch (RuntimeException e) {
            refusal.addSuppressed(e);
        }
    }

    private TransportProviders transports() {
        TransportProviders explicit = TransportProviders.of(from.transports.toArray(ToolTransportProvider[]::new));
        return from.discovery == null ? explicit : explicit.discover(from.discovery);
    }

    private static void requireDistinctNames(List<ToolSource> sources) {
        long distinct = sources.stream().map(ToolSource::name).distinct().count();
        if (distinct != sources.size()) {
            throw new ConfigurationException("two sources have one name: "
                    + sources.stream().map(ToolSource::name).toList());
        }
    }

    private ToolCatalog catalog(ContextSafety safety) {
        List<Tool<?, ?>> declared = new ArrayList<>(from.tools);
        declared.addAll(safety.tools());
        if (from.finder != null) {
            declared.add(SearchTool.over(from.finder));
        }
        return ToolCatalog.builder().profile(from.profile).declare(declared).build();
    }

    private List<AutoCloseable> others(
            Leases leases, @Nullable PauseTimer timer, ShellServices shell, ContextSafety safety) {
        List<AutoCloseable> others = new ArrayList<>();
        if (timer != null) {
            others.add(timer);
        }
        others.addAll(List.of(leases, shell, safety));
        if (from.finder != null) {
            others.add(from.finder);
        }
        if (from.journal != null) {
            others.add(from.journal);
        }
        return others;
    }

    private static void start(ToolSource source, ToolCatalog catalog, KnownTools known) {
        try {
            source.onState(state -> mark(catalog, source.name(), state));
            source.start(toolset -> install(catalog, known, toolset));
        } catch (RuntimeException e) {
            LOG.warn("source '{}' did not start; its tools are missing until it does", source.name(), e);
        }
    }

    private static void mark(ToolCatalog catalog, String source, SourceState state) {
        switch (state) {
            case READY, DEGRADED -> catalog.markAvailable(source);
            case DOWN -> catalog.markUnavailable(source);
            case STARTING -> LOG.debug("source '{}' is starting", source);
        }
    }

    private static void install(ToolCatalog catalog, KnownTools known, ExternalToolset toolset) {
        catalog.replace(toolset);
        known.trim();
    }
}

package dev.harbor.runtime;

import dev.harbor.access.AccessPolicy;
import dev.harbor.access.AccessRequest;
import dev.harbor.access.ConsentProvider;
import dev.harbor.access.ScopeGrants;
import dev.harbor.access.Verdict;
import dev.harbor.catalog.CatalogSnapshot;
import dev.harbor.catalog.SnapshotHold;
import dev.harbor.catalog.ToolCatalog;
import dev.harbor.catalog.ToolLookup;
import dev.harbor.dispatch.Batch;
import dev.harbor.dispatch.ContextCarrier;
import dev.harbor.dispatch.Dispatcher;
import dev.harbor.error.ConfigurationException;
import dev.harbor.event.EventSink;
import dev.harbor.history.RunStore;
import dev.harbor.history.StartedRun;
import dev.harbor.identity.Identity;
import dev.harbor.llm.LlmClient;
import dev.harbor.plan.Planner;
import dev.harbor.run.CompletionEvaluators;
import dev.harbor.run.ProfileRegistry;
import dev.harbor.safety.ContextSafety;
import dev.harbor.tool.Loading;
import dev.harbor.tool.Tool;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Is what a runtime is made of, as its callers and runs need it. */
record RuntimeParts(
        ToolCatalog catalog,
        Dispatcher dispatcher,
        Batch batch,
        Executor drivers,
        ContextCarrier contexts,
        AccessPolicy access,
        ScopeGrants scopes,
        ConsentProvider consents,
        ContextSafety safety,
        @Nullable LlmClient guardedModel,
        @Nullable Planner planner,
        @Nullable RunStore durable,
        ProfileRegistry profiles,
        CompletionEvaluators evaluators,
        RunEvents runEvents,
        Leases leases,
        EventSink events,
        Clock clock,
        LongSupplier nanoTime,
        Supplier<String> ids,
        Pauses pauses,
        String owner,
        LoopParts loops) {

    private static final Pattern TRACE_PARENT = Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");

    LlmClient model() {
        if (guardedModel == null) {
            throw new IllegalStateException(
                    "the runtime has no model; give it one with HarborRuntime.builder().llm(...)");
        }
        return guardedModel;
    }

    Planner plannerOr(@Nullable Planner own) {
        Planner chosen = own != null ? own : planner;
        if (chosen == null) {
            throw new ConfigurationException(
                    "the run has no planner; give it one with RunRequest.planner(...) or the runtime one with HarborRuntime.builder().planner(...)");
        }
        return chosen;
    }

    RunStore runs() {
        if (durable == null) {
            throw new ConfigurationException(
                    "a run needs a journal; for one that lasts as long as the process say HarborRuntime.builder().journal(InMemoryJournal.create())");
        }
        return durable;
    }

    /** Returns the tools of a run as they are now, or of a turn those that it began with; null when it is a turn of a loop that is not open here. */
    @Nullable
    SnapshotHold hold(StartedRun run) {
        return run.plannedBy() == StartedRun.PlannedBy.LOOP
                ? loops.turns().hold(RunStore.rootOf(run.runId()))
                : catalog.hold();
    }

    /** Returns the tools of a run, like {@link #hold}, to look at; of a turn whose loop is not open here there is none. */
    CatalogSnapshot snapshot(StartedRun run) {
        return run.plannedBy() == StartedRun.PlannedBy.LOOP
                ? loops.turns().require(RunStore.rootOf(run.runId())).tools().snapshot()
                : catalog.snapshot();
    }

    Verdict evaluate(AccessRequest question) {
        return access.evaluate(question);
    }

    /** Returns what drives runs and makes calls beside their caller, in the caller's context. */
    Executor carryingDrivers() {
        return contexts.over(drivers);
    }

    /** Returns the {@code traceparent} of this thread for the record, or null if there is none that is well-formed. */
    @Nullable
    String traceParent() {
        String parent = contexts.traceHeaders().get("traceparent");
        return parent != null && TRACE_PARENT.matcher(parent).matches() ? parent : null;
    }

    String accessRef() {
        return access.ref();
    }

    /** Returns what an identity may be shown: tools whose scopes it holds or can obtain, and that are shown always or were found. */
    List<Tool<?, ?>> visibleTools(CatalogSnapshot snapshot, Identity identity, Set<String> found) {
        Set<String> held = scopes.scopes(identity);
        return snapshot.tools().stream()
                .filter(tool ->
                        isLoaded(tool, found) && tool.isVisibleTo(identity) && isReachable(identity, held, tool))
                .toList();
    }

    private static boolean isLoaded(Tool<?, ?> tool, Set<String> found) {
        return tool.definition().loading() == Loading.ALWAYS
                || (!found.isEmpty() && found.contains(tool.id().toString()));
    }

    /** Tells whether a call may run beside others; one that will be refused may. */
    boolean isRepeatable(CatalogSnapshot snapshot, Identity identity, String name) {
        ToolLookup lookup = snapshot.resolve(name, identity, scopes);
        return !(lookup instanceof ToolLookup.Found found)
                || found.tool().definition().effect().isReplayable();
    }

    private boolean isReachable(Identity identity, Set<String> held, Tool<?, ?> tool) {
        Set<String> missing = new HashSet<>(tool.definition().authScopes());
        missing.removeAll(held);
        return missing.isEmpty() || consents.obtain(identity, missing).isPresent();
    }
}

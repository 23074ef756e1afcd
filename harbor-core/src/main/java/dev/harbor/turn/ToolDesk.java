package dev.harbor.turn;

import dev.harbor.catalog.BuiltToolset;
import dev.harbor.catalog.ExternalToolset;
import dev.harbor.catalog.LoopCatalog;
import dev.harbor.catalog.ToolBindings;
import dev.harbor.catalog.ToolsetChangeException;
import dev.harbor.catalog.ToolsetChangeException.Kind;
import dev.harbor.event.LoopExternalToolsetChanged;
import dev.harbor.history.LoopHistory;
import dev.harbor.history.LoopRecords;
import dev.harbor.loop.ExternalToolInstaller;
import dev.harbor.loop.InstalledTools;
import dev.harbor.loop.LoopDefinition;
import dev.harbor.loop.LoopException;
import dev.harbor.loop.LoopToolsResult;
import dev.harbor.policy.Cancellation;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Replaces the external tools of a loop: makes and checks them on the thread of whoever asks, and has the loop record and install them. Thread-safe. */
final class ToolDesk implements ExternalToolInstaller {

    private final LoopServices services;
    private final LoopKey key;
    private final LoopDefinition definition;
    private final LoopCatalog catalog;
    private final LoopLog log;
    private final LoopStanding standing;
    private final Mailbox mailbox;

    ToolDesk(LoopCore core) {
        this.services = core.services();
        this.key = core.key();
        this.definition = core.definition();
        this.catalog = core.catalog();
        this.log = core.log();
        this.standing = core.standing();
        this.mailbox = core.mailbox();
    }

    @Override
    public LoopToolsResult replaceExternalTools(ExternalToolset toolset, Cancellation cancellation) {
        Objects.requireNonNull(toolset, "toolset");
        Objects.requireNonNull(cancellation, "cancellation");
        mailbox.requireOther();
        log.requireHealthy();
        String source = toolset.source();
        if (definition.agent().isPresent()) {
            throw refused(Kind.EXTERNAL_TOOLS_UNSUPPORTED, source, "its turns are carried out by an agent elsewhere");
        }
        requireWanted(source, cancellation);
        requireTaking(source);
        BuiltToolset built = catalog.build(toolset, bindings());
        if (isGivenUp(cancellation)) {
            built.close();
        }
        requireWanted(source, cancellation);
        CompletableFuture<LoopToolsResult> answer = new CompletableFuture<>();
        mailbox.post(() -> Mailbox.answer(answer, () -> commit(built)));
        return await(source, answer, cancellation);
    }

    private ToolBindings bindings() {
        ToolBindings bindings = ToolBindings.of(key.identity(), key.id());
        for (Class<?> type : definition.capabilities().keySet()) {
            bindings = bound(bindings, type);
        }
        return bindings;
    }

    private <T> ToolBindings bound(ToolBindings bindings, Class<T> type) {
        Object capability = Objects.requireNonNull(definition.capabilities().get(type));
        return bindings.bind(type, type.cast(capability));
    }

    private static boolean isGivenUp(Cancellation cancellation) {
        return cancellation.isCancelled() || Thread.currentThread().isInterrupted();
    }

    private void requireWanted(String source, Cancellation cancellation) {
        if (isGivenUp(cancellation)) {
            throw refused(Kind.CONTEXT_DONE, source, "who asked gave up before it was asked for");
        }
    }

    /** Whoever waits leaves no trace: the loop answers a future that nobody may read. */
    private LoopToolsResult await(String source, CompletableFuture<LoopToolsResult> answer, Cancellation cancellation) {
        CompletableFuture<LoopToolsResult> waiting = answer.copy();
        String gone = "who asked gave up; what is installed tells whether it took place";
        try (Cancellation.Registration registration =
                cancellation.onCancel(() -> waiting.completeExceptionally(refused(Kind.CONTEXT_DONE, source, gone)))) {
            Objects.requireNonNull(registration);
            return waiting.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw refused(Kind.CONTEXT_DONE, source, gone);
        } catch (ExecutionException e) {
            throw Mailbox.thrown(e);
        }
    }

    private void requireTaking(String source) {
        if (standing.isExited()) {
            throw refused(Kind.LOOP_EXITED, source, "the loop is not open any more");
        }
        if (standing.isDraining()) {
            throw refused(Kind.LOOP_SHUTTING_DOWN, source, "the loop takes nothing new");
        }
    }

    /** Is the command: nothing else of the loop runs between the record and the installation, which can't fail. */
    LoopToolsResult commit(BuiltToolset built) {
        try {
            requireCommittable(built);
            LoopExternalToolsetChanged change = catalog.isLikeInstalled(built) ? null : record(built);
            catalog.install(built);
            services.toolsChanged().run();
            if (change != null) {
                log.emit(change);
            }
        } finally {
            built.close();
        }
        return new LoopToolsResult(
                built.source(), built.generation(), built.identities().size());
    }

    private void requireCommittable(BuiltToolset built) {
        requireTaking(built.source());
        log.requireHealthy();
        String mode = log.read(LoopHistory::mode);
        if (!definition.hasMode(mode)) {
            throw refused(Kind.INVALID_MODE, built.source(), "the loop is in mode '" + mode + "', which is not there");
        }
        catalog.check(built);
    }

    private LoopExternalToolsetChanged record(BuiltToolset built) {
        Instant now = log.now();
        LoopExternalToolsetChanged change = new LoopExternalToolsetChanged(
                key.identity(),
                key.id(),
                services.ids().get(),
                now,
                built.source(),
                built.generation(),
                built.identities());
        try {
            log.append(now, List.of(LoopRecords.toolsetChanged(change)));
        } catch (LoopException e) {
            throw new ToolsetChangeException(
                    Kind.DURABLE_APPEND_FAILED, built.source(), null, String.valueOf(e.getMessage()), e.getCause());
        }
        return change;
    }

    private static ToolsetChangeException refused(Kind kind, String source, String reason) {
        return new ToolsetChangeException(kind, source, (@Nullable String) null, reason, null);
    }

    @Override
    public SortedMap<String, InstalledTools> installed() {
        SortedMap<String, BuiltToolset> there = catalog.installed();
        SortedMap<String, InstalledTools> installed = new TreeMap<>(there.comparator());
        there.forEach((source, content) ->
                installed.put(source, new InstalledTools(content.generation(), content.identities())));
        return Collections.unmodifiableSortedMap(installed);
    }
}

package dev.harbor.catalog;

import dev.harbor.catalog.ToolsetChangeException.Kind;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Holds the tools that there are: those declared when it is built, which never change, and a slot for each external source, whose whole content is replaced
 * at once. Reading takes no lock: a reader gets an immutable snapshot.
 *
 * <p>A name belongs to one owner. Neither the name nor the wire name of an external tool may be one by which a declared tool or a tool of another source is
 * reached, in whatever version; nothing is ever shadowed.
 *
 * <p>Thread-safe.
 */
public final class ToolCatalog implements AutoCloseable {

    private final RegistrationProfile profile;
    private final Set<String> strictSources;
    private final Invokers invokers = new Invokers();
    private final Object lock = new Object();
    private volatile CatalogSnapshot current;
    private boolean closed;

    private ToolCatalog(Builder from) {
        this.profile = from.profile;
        this.strictSources = Set.copyOf(from.strictSources);
        OwnedTools declared = OwnedTools.of(from.checked());
        invokers.retain(declared.tools());
        this.current = new CatalogSnapshot(1, List.of(Slot.declared(declared)));
    }

    /** Returns a builder of a catalog that has no tools and the profile {@link RegistrationProfile#OPEN}. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns what the catalog holds now. Whoever is about to call tools takes {@link #hold()} instead. */
    public CatalogSnapshot snapshot() {
        return current;
    }

    /** Returns what the catalog holds now, with its tools kept open until the hold is closed. */
    public SnapshotHold hold() {
        SnapshotHold hold = current.tryHold();
        while (hold == null) {
            hold = current.tryHold();
        }
        return hold;
    }

    /**
     * Replaces the whole content of a source's slot, or clears it if the set is empty. Everything is built and checked first; then the new snapshot is in
     * place at once, or nothing has changed. A source that delivers is available. The catalog owns what the factories make: it is closed when it was replaced
     * and its last holder gave it up, and at once when the replacement is refused, unless the code is in use under another tool.
     *
     * <p>Blocks for as long as the factories do. Of two replacements of one source at the same time, the later one to be put in place stays.
     *
     * @return the new snapshot
     * @throws ToolsetChangeException if the replacement is refused
     */
    public CatalogSnapshot replace(ExternalToolset toolset) {
        Objects.requireNonNull(toolset, "toolset");
        ToolsetBuild build = new ToolsetBuild(toolset, profileOf(toolset.source()), invokers, ToolBindings.NONE);
        boolean installed = false;
        try {
            CatalogSnapshot snapshot = install(toolset, build.run());
            installed = true;
            return snapshot;
        } finally {
            if (!installed) {
                build.abandon();
            }
        }
    }

    private CatalogSnapshot install(ExternalToolset toolset, OwnedTools content) {
        CatalogSnapshot replaced;
        CatalogSnapshot next;
        synchronized (lock) {
            refuseIfClosed(toolset.source());
            replaced = current;
            next = new CatalogSnapshot(replaced.generation() + 1, slots(toolset, content));
            current = next;
        }
        replaced.release();
        return next;
    }

    private void refuseIfClosed(String source) {
        if (closed) {
            throw new ToolsetChangeException(Kind.CATALOG_CLOSED, source, null, "the catalog is closed", null);
        }
    }

    /** Returns the current slots with one replaced. */
    private List<Slot> slots(ExternalToolset toolset, OwnedTools content) {
        String source = toolset.source();
        List<Slot> slots = new ArrayList<>(current.slots());
        slots.removeIf(slot -> slot.owner().equals(source));
        slots.forEach(other -> refuseClash(source, content, other));
        Availability availability = availability(source);
        availability.mark(true);
        if (!content.tools().isEmpty()) {
            slots.add(new Slot(
                    source, toolset.generation(), content, availability, () -> invokers.release(content.tools())));
        }
        return slots;
    }

    private Availability availability(String source) {
        Slot slot = slot(source);
        return slot == null ? new Availability() : slot.availability();
    }

    private @Nullable Slot slot(String source) {
        for (Slot slot : current.slots()) {
            if (!slot.isDeclared() && slot.owner().equals(source)) {
                return slot;
            }
        }
        return null;
    }

    private static void refuseClash(String source, OwnedTools content, Slot other) {
        Tool<?, ?> claimant = content.claimantAgainst(other.content());
        if (claimant != null) {
            String owner = other.isDeclared() ? "a declared tool" : "a tool of source '" + other.owner() + "'";
            throw new ToolsetChangeException(
                    Kind.EXTERNAL_TOOL_COLLISION,
                    source,
                    claimant.id().name(),
                    "its name or wire name is taken by " + owner + "; give it a prefix of its source",
                    null);
        }
    }

    /** Notes that a source does not serve: its tools stay, in held snapshots too, and are not available. No effect if it has none. */
    public void markUnavailable(String source) {
        mark(source, false);
    }

    /** Notes that a source serves again. No effect if it has no tools. */
    public void markAvailable(String source) {
        mark(source, true);
    }

    private void mark(String source, boolean serves) {
        Objects.requireNonNull(source, "source");
        synchronized (lock) {
            Slot slot = slot(source);
            if (slot != null) {
                slot.availability().mark(serves);
            }
        }
    }

    private RegistrationProfile profileOf(String source) {
        return strictSources.contains(source) ? RegistrationProfile.STRICT : profile;
    }

    /**
     * Clears every slot; their tools are closed when their last holder gave them up. Declared tools stay and are not closed: they belong to whoever declared
     * them. Replacements are refused from now on. May be called more than once.
     */
    @Override
    public void close() {
        CatalogSnapshot replaced;
        synchronized (lock) {
            if (closed) {
                return;
            }
            closed = true;
            replaced = current;
            current = new CatalogSnapshot(
                    replaced.generation() + 1,
                    replaced.slots().stream().filter(Slot::isDeclared).toList());
        }
        replaced.release();
    }

    @Override
    public String toString() {
        return "ToolCatalog[" + current + "]";
    }

    /** Collects what a catalog is built from. Not thread-safe. */
    public static final class Builder {

        private RegistrationProfile profile = RegistrationProfile.OPEN;
        private final List<String> strictSources = new ArrayList<>();
        private final List<Tool<?, ?>> tools = new ArrayList<>();

        private Builder() {}

        /** Sets how strict the catalog is; {@link RegistrationProfile#OPEN} when never set. */
        public Builder profile(RegistrationProfile value) {
            profile = Objects.requireNonNull(value, "profile");
            return this;
        }

        /** Holds some sources to {@link RegistrationProfile#STRICT}, whatever the profile of the catalog. */
        public Builder strictSources(String... sources) {
            strictSources.addAll(List.of(sources));
            return this;
        }

        /** Declares tools. */
        public Builder declare(Tool<?, ?>... more) {
            return declare(Arrays.asList(more));
        }

        /** Declares tools. */
        public Builder declare(Collection<? extends Tool<?, ?>> more) {
            tools.addAll(List.copyOf(more));
            return this;
        }

        /**
         * Returns the catalog; the builder may be used again.
         *
         * @throws DuplicateTool if two tools have one id
         * @throws dev.harbor.error.ConfigurationException if a tool can't be registered; the message names the tool
         */
        public ToolCatalog build() {
            return new ToolCatalog(this);
        }

        private List<Tool<?, ?>> checked() {
            Set<ToolId> ids = new HashSet<>();
            List<Tool<?, ?>> checked = new ArrayList<>();
            for (Tool<?, ?> tool : tools) {
                checked.add(ToolChecks.passed(tool, profile));
                if (!ids.add(tool.id())) {
                    throw new DuplicateTool(tool.id());
                }
            }
            return checked;
        }
    }
}

package dev.harbor.catalog;

import dev.harbor.access.ScopeGrants;
import dev.harbor.identity.Identity;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Is what a catalog holds between two changes. What a turn advertises and what it can call come from the same snapshot, whatever changes meanwhile; only
 * whether a source serves at the moment shows through.
 *
 * <p>Immutable, thread-safe.
 */
public final class CatalogSnapshot {

    private final long generation;
    private final Collection<Slot> slots;
    private final List<Tool<?, ?>> tools;
    private final WireNames wireNames;
    private final NameIndex index;
    private final AtomicInteger holds = new AtomicInteger(1);
    private final @Nullable SnapshotHold uncounted;

    /** Makes the snapshot that is current from now on, which counts as its first hold. Its tools are sorted by id. */
    CatalogSnapshot(long generation, Collection<Slot> slots) {
        this(
                generation,
                slots,
                toolsOf(slots).sorted(Comparator.comparing(Tool::id)).toList());
    }

    private CatalogSnapshot(long generation, Collection<Slot> slots, List<Tool<?, ?>> tools) {
        this.generation = generation;
        this.slots = List.copyOf(slots);
        this.tools = tools;
        this.wireNames = WireNames.union(
                slots.stream().map(slot -> slot.content().wireNames()).toList());
        this.index = new NameIndex(slots);
        // Where nothing can be closed, nothing needs to be counted.
        this.uncounted = slots.stream().allMatch(Slot::isDeclared) ? new SnapshotHold(this, false) : null;
        slots.forEach(Slot::retain);
    }

    /** Makes a snapshot whose tools are in the order of the slots and, inside a slot, in that of its content. */
    static CatalogSnapshot inOrder(long generation, List<Slot> slots) {
        return new CatalogSnapshot(generation, slots, toolsOf(slots).toList());
    }

    private static Stream<Tool<?, ?>> toolsOf(Collection<Slot> slots) {
        return slots.stream().flatMap(slot -> slot.content().tools().stream());
    }

    /** Returns the hold that the snapshot was made with, to be given once. */
    SnapshotHold firstHold() {
        return uncounted != null ? uncounted : new SnapshotHold(this, true);
    }

    /** Returns a number that rises with every change of the catalog. */
    public long generation() {
        return generation;
    }

    /** Returns the sources that have tools here, each with the label of its content. */
    public SortedMap<String, String> sources() {
        SortedMap<String, String> sources = new TreeMap<>();
        slots.stream().filter(slot -> !slot.isDeclared()).forEach(slot -> sources.put(slot.owner(), slot.generation()));
        return Collections.unmodifiableSortedMap(sources);
    }

    /** Returns every tool, whoever may see it: sorted by id, or of a loop those that it declares first, and then those of its sources by name. */
    public List<Tool<?, ?>> tools() {
        return tools;
    }

    /** Returns the names by which models are told of the tools. */
    public WireNames wireNames() {
        return wireNames;
    }

    /**
     * Finds a tool by its name, its id ({@code name@v2}) or its wire name, exactly. A name without version leads to a tool if only one version exists for
     * the identity. What a tool's audience test throws is thrown.
     *
     * @param grants is asked for tools that need scopes, and where a name leads nowhere
     * @throws dev.harbor.identity.IdentityException if the identity is missing
     */
    public ToolLookup resolve(String name, Identity identity, ScopeGrants grants) {
        Identity.require(identity);
        ToolLookup.Found found = index.unique(Objects.requireNonNull(name, "name"));
        if (found == null) {
            return resolveVersions(name, identity, grants);
        }
        return found.existsFor(identity) ? found.heldTo(identity, grants) : notFound(name, identity, grants);
    }

    /** Finds a tool like {@link #resolve(String, Identity, ScopeGrants)} for somebody who holds those scopes. */
    public ToolLookup resolve(String name, Identity identity, Set<String> scopes) {
        Objects.requireNonNull(scopes, "scopes");
        return resolve(name, identity, who -> scopes);
    }

    /** Finds a tool by its id, like {@link #resolve(String, Identity, ScopeGrants)}. */
    public ToolLookup resolve(ToolId id, Identity identity, ScopeGrants grants) {
        Identity.require(identity);
        ToolLookup.Found found = index.exact(id);
        return found != null && found.existsFor(identity)
                ? found.heldTo(identity, grants)
                : notFound(id.toString(), identity, grants);
    }

    private ToolLookup resolveVersions(String name, Identity identity, ScopeGrants grants) {
        List<ToolLookup.Found> visible = index.versions(name).stream()
                .filter(found -> found.existsFor(identity))
                .toList();
        return switch (visible.size()) {
            case 0 -> notFound(name, identity, grants);
            case 1 -> visible.get(0).heldTo(identity, grants);
            default ->
                new ToolLookup.Ambiguous(
                        name, visible.stream().map(found -> found.tool().id()).toList());
        };
    }

    private ToolLookup notFound(String name, Identity identity, ScopeGrants grants) {
        Set<String> scopes = grants.scopes(identity);
        return new ToolLookup.NotFound(
                name,
                NearNames.of(
                        name,
                        tools.stream()
                                .filter(tool -> tool.isVisibleTo(identity)
                                        && scopes.containsAll(tool.definition().authScopes()))
                                .map(tool -> spellings(tool.id()))));
    }

    private List<String> spellings(ToolId id) {
        String wireName = wireNames.wireName(id);
        return wireName == null ? List.of(id.name()) : List.of(wireName, id.name());
    }

    /** Returns the definitions that a query selects, in the order of {@link #tools()}. What a tool's audience test throws is thrown. */
    public List<ToolDefinition> list(CatalogQuery query) {
        return tools.stream()
                .filter(query::selects)
                .<ToolDefinition>map(Tool::definition)
                .toList();
    }

    /** Tells whether the source of a tool serves at the moment; true for declared tools, false for tools that are not in this snapshot. */
    public boolean isAvailable(ToolId id) {
        ToolLookup.Found found = index.exact(Objects.requireNonNull(id, "id"));
        return found != null && found.isAvailable();
    }

    /**
     * Keeps the tools of this snapshot open until the hold is closed.
     *
     * @throws IllegalStateException if the snapshot is neither held nor current any more; {@link ToolCatalog#hold()} always succeeds
     */
    public SnapshotHold hold() {
        SnapshotHold hold = tryHold();
        if (hold == null) {
            throw new IllegalStateException("snapshot " + generation + " of the catalog is held by nobody any more");
        }
        return hold;
    }

    @Nullable
    SnapshotHold tryHold() {
        if (uncounted != null) {
            return uncounted;
        }
        for (int count = holds.get(); count > 0; count = holds.get()) {
            if (holds.compareAndSet(count, count + 1)) {
                return new SnapshotHold(this, true);
            }
        }
        return null;
    }

    void release() {
        if (holds.decrementAndGet() == 0) {
            slots.forEach(Slot::release);
        }
    }

    Collection<Slot> slots() {
        return slots;
    }

    @Override
    public String toString() {
        return "CatalogSnapshot[" + generation + ", " + tools.size() + " tools]";
    }
}

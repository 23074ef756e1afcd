package dev.harbor.catalog;

import dev.harbor.catalog.ToolsetChangeException.Kind;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.ToolIdentity;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the tools of one loop: those that it declares, for each of its modes, which never change, and a slot for each external source. A replacement is built by
 * {@link #build} on the thread of whoever asks for it, and put in place by {@link #install} in an instant.
 *
 * <p>A name has one owner, in all modes: nothing that is declared is ever shadowed, whatever mode comes next.
 *
 * <p>Thread-safe.
 */
public final class LoopCatalog implements AutoCloseable {

    /** The name that no external tool may have: models hand structured answers over under it. */
    public static final String RESERVED_NAME = "_looprig_final_output";

    /** The most external tools that a loop may have, all sources together, when nothing is said: {@value}. */
    public static final int DEFAULT_MAX_EXTERNAL_TOOLS = 1024;

    /** Sorts sources by their bytes, which is the order in which their tools are shown. */
    private static final Comparator<String> BYTES = (left, right) ->
            Arrays.compareUnsigned(left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));

    private static final Logger LOG = LoggerFactory.getLogger(LoopCatalog.class);

    private final Map<String, OwnedTools> modes;
    private final RegistrationProfile profile;
    private final int maxExternal;
    private final Executor closer;
    private final Invokers invokers = new Invokers();
    private final Object lock = new Object();
    private final TreeMap<String, Installed> installed = new TreeMap<>(BYTES);
    private long generation;
    private boolean closed;

    /** Is a content in its slot. */
    private record Installed(BuiltToolset toolset, Slot slot) {}

    private LoopCatalog(Map<String, OwnedTools> modes, RegistrationProfile profile, int maxExternal, Executor closer) {
        this.modes = modes;
        this.profile = profile;
        this.closer = closer;
        this.maxExternal = maxExternal;
        modes.values().forEach(tools -> invokers.retain(tools.tools()));
    }

    /**
     * Returns the catalog of a loop that has no external tools yet.
     *
     * @param modes the tools of each mode, in the order in which they are shown; the same tool may be in several
     * @param profile how strictly they are checked
     * @param maxExternal the most external tools of all sources together, 1 or more
     * @param closer closes tools, so that whoever lets go of them last need not wait
     * @throws DuplicateTool if two tools of one mode have one id
     * @throws dev.harbor.error.ConfigurationException if a tool can't be registered; the message names it
     * @throws IllegalArgumentException if the bound is less than 1
     */
    public static LoopCatalog of(
            Map<String, ? extends List<? extends Tool<?, ?>>> modes,
            RegistrationProfile profile,
            int maxExternal,
            Executor closer) {
        Objects.requireNonNull(closer, "closer");
        Objects.requireNonNull(profile, "profile");
        if (maxExternal < 1) {
            throw new IllegalArgumentException("maxExternal must be 1 or more, got " + maxExternal);
        }
        Map<Tool<?, ?>, Tool<?, ?>> known = new LinkedHashMap<>();
        Map<String, OwnedTools> owned = new LinkedHashMap<>();
        modes.forEach((mode, tools) -> owned.put(mode, checked(tools, profile, known)));
        return new LoopCatalog(owned, profile, maxExternal, closer);
    }

    /** A tool that several modes have is registered once. */
    private static OwnedTools checked(
            List<? extends Tool<?, ?>> tools, RegistrationProfile profile, Map<Tool<?, ?>, Tool<?, ?>> known) {
        Set<ToolId> ids = new HashSet<>();
        List<Tool<?, ?>> checked = new ArrayList<>();
        for (Tool<?, ?> tool : tools) {
            checked.add(known.computeIfAbsent(tool, each -> ToolChecks.passed(each, profile)));
            if (!ids.add(tool.id())) {
                throw new DuplicateTool(tool.id());
            }
        }
        return OwnedTools.inOrder(checked);
    }

    /**
     * Makes and checks the tools of a toolset. Names that factories declare are checked before any of them makes something, and what they made after. Blocks for
     * as long as the factories do; changes nothing.
     *
     * @param bindings what factories may use
     * @throws ToolsetChangeException if it is refused; what was made is closed then
     */
    public BuiltToolset build(ExternalToolset toolset, ToolBindings bindings) {
        Objects.requireNonNull(bindings, "bindings");
        DeclaredNames names = new DeclaredNames(toolset, taken(toolset.source()), room(toolset.source()));
        names.check();
        ToolsetBuild build = new ToolsetBuild(toolset, profile, invokers, bindings);
        boolean kept = false;
        try {
            OwnedTools content = build.runInOrder();
            names.requireRoom(content.tools().size());
            BuiltToolset built = new BuiltToolset(
                    this, toolset.source(), toolset.generation(), content, identities(toolset.source(), content));
            modes.values().forEach(declared -> refuseClash(toolset.source(), content, declared, "a declared tool"));
            kept = true;
            return built;
        } finally {
            if (!kept) {
                build.abandon();
            }
        }
    }

    private Collection<OwnedTools> taken(String source) {
        List<OwnedTools> taken = new ArrayList<>(modes.values());
        synchronized (lock) {
            others(source).forEach(other -> taken.add(other.toolset().content()));
        }
        return taken;
    }

    private int room(String source) {
        synchronized (lock) {
            int used = others(source).stream()
                    .mapToInt(other -> other.toolset().identities().size())
                    .sum();
            return maxExternal - used;
        }
    }

    private List<Installed> others(String source) {
        return installed.values().stream()
                .filter(each -> !each.toolset().source().equals(source))
                .toList();
    }

    private static List<ToolIdentity> identities(String source, OwnedTools content) {
        List<ToolIdentity> identities = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Tool<?, ?> tool : content.tools()) {
            String name = tool.id().name();
            if (name.equals(RESERVED_NAME) || !names.add(name)) {
                String reason = name.equals(RESERVED_NAME) ? "the name is reserved" : "it is in the set twice";
                throw new ToolsetChangeException(Kind.EXTERNAL_TOOL_COLLISION, source, name, reason, null);
            }
            identities.add(identity(source, tool));
        }
        return identities;
    }

    private static ToolIdentity identity(String source, Tool<?, ?> tool) {
        try {
            return ToolIdentity.of(tool.definition());
        } catch (RuntimeException e) {
            throw new ToolsetChangeException(
                    Kind.EXTERNAL_BUILD_FAILED, source, tool.id().name(), "it can't be recorded: " + e.getMessage(), e);
        }
    }

    private static void refuseClash(String source, OwnedTools content, OwnedTools other, String owner) {
        Tool<?, ?> claimant = content.claimantAgainst(other);
        if (claimant != null) {
            throw new ToolsetChangeException(
                    Kind.EXTERNAL_TOOL_COLLISION,
                    source,
                    claimant.id().name(),
                    "its name or wire name is taken by " + owner + "; give it a prefix of its source",
                    null);
        }
    }

    /**
     * Refuses a toolset that can't be installed now, because of what other sources have installed since it was built.
     *
     * @throws ToolsetChangeException if it can't
     */
    public void check(BuiltToolset toolset) {
        requireOwn(toolset);
        synchronized (lock) {
            String source = toolset.source();
            if (closed) {
                throw new ToolsetChangeException(Kind.CATALOG_CLOSED, source, null, "the catalog is closed", null);
            }
            others(source)
                    .forEach(other -> refuseClash(
                            source,
                            toolset.content(),
                            other.toolset().content(),
                            "a tool of source '" + other.toolset().source() + "'"));
            if (toolset.identities().size() > room(source)) {
                String reason = "the loop has room for " + room(source) + " tools of this source";
                throw new ToolsetChangeException(Kind.EXTERNAL_BUILD_FAILED, source, null, reason, null);
            }
        }
    }

    private void requireOwn(BuiltToolset toolset) {
        if (!toolset.isOf(this)) {
            throw new IllegalArgumentException("the toolset was built for another loop");
        }
    }

    /** Tells whether the slot of the source holds the same: the same generation, and the same definitions in the same order. */
    public boolean isLikeInstalled(BuiltToolset toolset) {
        requireOwn(toolset);
        synchronized (lock) {
            Installed there = installed.get(toolset.source());
            return there != null && there.toolset().isLike(toolset);
        }
    }

    /**
     * Puts a toolset in place of what the slot of its source holds, or clears the slot if it is empty. What was there is closed when its last holder gives it up.
     *
     * @throws ToolsetChangeException as {@link #check} does
     * @throws IllegalStateException if it was installed or closed before
     */
    public void install(BuiltToolset toolset) {
        Installed replaced;
        synchronized (lock) {
            check(toolset);
            if (!toolset.decide()) {
                throw new IllegalStateException(toolset + " was installed or closed before");
            }
            replaced = toolset.identities().isEmpty()
                    ? installed.remove(toolset.source())
                    : installed.put(toolset.source(), placed(toolset));
        }
        if (replaced != null) {
            replaced.slot().release();
        }
    }

    private Installed placed(BuiltToolset toolset) {
        Slot slot = new Slot(
                toolset.source(),
                toolset.generation(),
                toolset.content(),
                new Availability(),
                () -> abandon(toolset.content()));
        slot.retain();
        return new Installed(toolset, slot);
    }

    void abandon(OwnedTools content) {
        try {
            closer.execute(() -> invokers.release(content.tools()));
        } catch (RejectedExecutionException e) {
            LOG.debug("no thread is free to close tools", e);
            invokers.release(content.tools());
        }
    }

    /**
     * Returns the tools of a mode as they are now, kept open until the hold is closed: first those that are declared, in their order, then those of each source,
     * sources by their bytes and tools in the order of their definitions.
     *
     * @throws IllegalArgumentException if there is no such mode
     */
    public SnapshotHold hold(String mode) {
        OwnedTools declared = modes.get(Objects.requireNonNull(mode, "mode"));
        if (declared == null) {
            throw new IllegalArgumentException("there is no mode '" + mode + "', there are " + modes.keySet());
        }
        List<Slot> slots = new ArrayList<>();
        slots.add(Slot.declared(declared));
        synchronized (lock) {
            installed.values().forEach(each -> slots.add(each.slot()));
            generation++;
            return CatalogSnapshot.inOrder(generation, slots).firstHold();
        }
    }

    /** Returns what each source has installed, by its name, for whoever lost the answer to a replacement. */
    public SortedMap<String, BuiltToolset> installed() {
        SortedMap<String, BuiltToolset> copy = new TreeMap<>(BYTES);
        synchronized (lock) {
            installed.forEach((source, each) -> copy.put(source, each.toolset()));
        }
        return Collections.unmodifiableSortedMap(copy);
    }

    /** Returns every tool that a turn may have from now on, in whatever mode. */
    public Collection<Tool<?, ?>> tools() {
        Set<Tool<?, ?>> tools = new HashSet<>();
        modes.values().forEach(each -> tools.addAll(each.tools()));
        installed().values().forEach(each -> tools.addAll(each.content().tools()));
        return Collections.unmodifiableSet(tools);
    }

    /** Clears every slot; external tools are closed when their last holder gave them up, declared ones stay open. May be called more than once. */
    @Override
    public void close() {
        List<Installed> cleared;
        synchronized (lock) {
            closed = true;
            cleared = List.copyOf(installed.values());
            installed.clear();
        }
        cleared.forEach(each -> each.slot().release());
    }

    @Override
    public String toString() {
        return "LoopCatalog[" + modes.keySet() + ", " + installed().keySet() + "]";
    }
}

package dev.harbor.catalog;

import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolIdentity;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Is a toolset whose tools were made and checked for one {@link LoopCatalog}. It is installed there or closed; what was made for nothing is closed with it.
 *
 * <p>Thread-safe.
 */
public final class BuiltToolset implements AutoCloseable {

    private final LoopCatalog owner;
    private final String source;
    private final String generation;
    private final OwnedTools content;
    private final List<ToolIdentity> identities;
    private final AtomicBoolean undecided = new AtomicBoolean(true);

    BuiltToolset(
            LoopCatalog owner, String source, String generation, OwnedTools content, List<ToolIdentity> identities) {
        this.owner = owner;
        this.source = source;
        this.generation = generation;
        this.content = content;
        this.identities = List.copyOf(identities);
    }

    /** Returns who owns the slot. */
    public String source() {
        return source;
    }

    /** Returns the label of the content. */
    public String generation() {
        return generation;
    }

    /** Returns what of the tools is durable, in their order. */
    public List<ToolIdentity> identities() {
        return identities;
    }

    OwnedTools content() {
        return content;
    }

    boolean isOf(LoopCatalog catalog) {
        return owner == catalog;
    }

    /** Tells whether another content has the same label and the same definitions in the same order: nothing durable sets the two apart. */
    boolean isLike(BuiltToolset other) {
        return generation.equals(other.generation)
                && content.tools().stream()
                        .map(Tool::definition)
                        .toList()
                        .equals(other.content.tools().stream()
                                .map(Tool::definition)
                                .toList());
    }

    /** Tells once that the toolset is installed, or given up, from now on. */
    boolean decide() {
        return undecided.compareAndSet(true, false);
    }

    /** Closes what was made, unless it is installed. May be called more than once. */
    @Override
    public void close() {
        if (decide()) {
            owner.abandon(content);
        }
    }

    @Override
    public String toString() {
        return "BuiltToolset[" + source + ", " + generation + ", " + identities.size() + " tools]";
    }
}

package dev.harbor.dispatch;

import dev.harbor.tool.Tool;
import java.util.Collection;

/**
 * Is an invoker that makes calls of its own under names, its nodes, through {@link Nodes}. A run that was interrupted goes on with such a call: what its nodes
 * came to is on record, and they are not made again.
 */
public interface Composed {

    /** Returns a digest of what is called in which order; what is on record of another plan is of no use to this one. */
    String planDigest();

    /** Returns the tools that are in no catalog, because only this invoker calls them. */
    Collection<Tool<?, ?>> steps();
}

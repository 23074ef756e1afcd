package dev.harbor.loop;

import dev.harbor.catalog.ExternalToolset;
import dev.harbor.catalog.ToolsetChangeException;
import dev.harbor.policy.Cancellation;
import java.util.SortedMap;

/**
 * Replaces the external tools of a loop; a capability of a {@link LoopController}. A loop that is carried out elsewhere has it as well and refuses every replacement,
 * so having it proves nothing.
 *
 * <p>Thread-safe.
 */
public interface ExternalToolInstaller {

    /** Replaces the tools of a source; see {@link #replaceExternalTools(ExternalToolset, Cancellation)}. */
    default LoopToolsResult replaceExternalTools(ExternalToolset toolset) {
        return replaceExternalTools(toolset, Cancellation.create());
    }

    /**
     * Replaces the whole content of a source's slot, or clears it if the set is empty: all or nothing, durable by identity when this returns, and seen from the
     * next turn on. A running turn keeps the tools that it has. The factories run on this thread and may block it; the loop goes on meanwhile. Of two
     * replacements of one source the one that reaches the loop last stays.
     *
     * <p>The loop owns what the factories make: it is closed after the last turn that has it, or at once when the replacement is refused.
     *
     * @param cancellation gives up waiting; an interrupt of this thread does as well, and its flag is kept. Whether the replacement took place is then told by
     *     {@link #installed}
     * @return what is installed
     * @throws ToolsetChangeException if it is refused; nothing changed, unless the kind is {@link ToolsetChangeException.Kind#CONTEXT_DONE}
     * @throws LoopException if the loop is faulted; nothing was made
     * @throws IllegalStateException if it is called by a listener of events on the thread of the loop itself
     */
    LoopToolsResult replaceExternalTools(ExternalToolset toolset, Cancellation cancellation);

    /** Returns what each source has installed now, by its name, whether or not a turn has seen it. */
    SortedMap<String, InstalledTools> installed();
}

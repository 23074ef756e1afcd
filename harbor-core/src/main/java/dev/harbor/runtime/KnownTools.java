package dev.harbor.runtime;

import dev.harbor.catalog.ToolCatalog;
import dev.harbor.dispatch.PreparedTools;
import dev.harbor.tool.Tool;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Lets the dispatcher forget the tools that neither the runtime nor a loop has any more. Thread-safe. */
final class KnownTools {

    private final ToolCatalog catalog;
    private final PreparedTools prepared;
    private volatile Supplier<? extends Collection<Tool<?, ?>>> loops = List::of;

    KnownTools(ToolCatalog catalog, PreparedTools prepared) {
        this.catalog = catalog;
        this.prepared = prepared;
    }

    /** Takes what knows the tools of loops. */
    void loops(Supplier<? extends Collection<Tool<?, ?>>> supplier) {
        loops = supplier;
    }

    /** Forgets what is gone, after tools have changed. */
    void trim() {
        Set<Tool<?, ?>> known = new HashSet<>(catalog.snapshot().tools());
        known.addAll(loops.get());
        prepared.retain(known);
    }
}

package dev.harbor.dispatch;

import dev.harbor.catalog.CatalogSnapshot;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;

/** Is what a tool of Harbor's own may know of the tools that its caller could be shown. */
public interface Sight {

    /**
     * Returns what a context has of this.
     *
     * @throws IllegalStateException if the context is not one of a runtime
     */
    static Sight of(ToolContext context) {
        if (context instanceof Sight sight) {
            return sight;
        }
        throw new IllegalStateException("tools are looked for inside a runtime only");
    }

    /** Returns the tools of the turn. */
    CatalogSnapshot snapshot();

    /** Tells whether the caller could be shown a tool: it exists for the caller, its scopes are held or can be had, and neither the policy nor the run forbids it. */
    boolean mayShow(Tool<?, ?> tool);
}

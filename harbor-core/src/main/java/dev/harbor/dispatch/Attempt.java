package dev.harbor.dispatch;

import dev.harbor.tool.ToolOutput;
import org.jspecify.annotations.Nullable;

/** Is one try, on the thread of the caller or on a worker. Confined to the caller. */
interface Attempt<O> {

    /** Returns what the tool returned, or null when the caller has no answer. */
    @Nullable
    ToolOutput<O> output();

    /** Returns what the tool threw, or null when it threw nothing that the caller knows of. */
    @Nullable
    Throwable thrown();
}

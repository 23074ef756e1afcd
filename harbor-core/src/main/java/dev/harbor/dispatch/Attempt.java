package dev.harbor.dispatch;

import dev.harbor.tool.ToolOutput;
import org.jspecify.annotations.Nullable;

/** Is one try that has ended for its caller. Confined to the caller. */
interface Attempt<O> {

    /** Returns how it ended. */
    Ending ending();

    /** Returns what the tool returned, or null when the caller has no answer. */
    @Nullable
    ToolOutput<O> output();

    /** Returns what the tool threw, or null when it threw nothing that the caller knows of. */
    @Nullable
    Throwable thrown();

    /** Returns why it was cut off, if it was. */
    String reason();
}

package dev.harbor.dispatch;

import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutput;
import dev.harbor.tool.ToolSuspended;

/** Is how the attempts of a call ended. */
sealed interface ShellResult<O> {

    /** Returns how often the tool was invoked. */
    int attempts();

    /** The tool answered. */
    record Done<O>(ToolOutput<O> output, int attempts) implements ShellResult<O> {}

    /** The tool said that it waits. */
    record Suspended<O>(ToolSuspended by, int attempts) implements ShellResult<O> {}

    /** No attempt succeeded, and no effect is in doubt; {@code exhausted} when more than one attempt was allowed and all were used. */
    record Failed<O>(ToolError error, int attempts, boolean exhausted) implements ShellResult<O> {}

    /** No attempt succeeded, and at least one may have had its effect. */
    record Unknown<O>(ToolError error, int attempts) implements ShellResult<O> {}

    /** The call was cancelled or its thread interrupted, and no effect is in doubt. */
    record Cancelled<O>(String reason, int attempts) implements ShellResult<O> {}
}

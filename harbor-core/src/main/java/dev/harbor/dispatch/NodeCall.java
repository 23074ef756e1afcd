package dev.harbor.dispatch;

import dev.harbor.json.Json;
import dev.harbor.policy.Cancellation;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import org.jspecify.annotations.Nullable;

/**
 * Is a call that a composed tool makes under a name.
 *
 * @param name names it among the calls of its parent, whenever that runs; letters, digits, {@code _}, {@code -} and {@code #}
 * @param step the tool when it belongs to the parent and is in no catalog, or null
 * @param tool the name of the tool
 * @param arguments the arguments
 * @param atMost the strongest effect that the tool may have; one with a stronger effect is not called
 * @param deadlineNanos when it must have ended, on the runtime's nano clock, or {@link Long#MAX_VALUE}; that of the parent may be sooner
 * @param cancellation ends it
 */
public record NodeCall(
        String name,
        @Nullable Tool<?, ?> step,
        String tool,
        Json arguments,
        SideEffect atMost,
        long deadlineNanos,
        Cancellation cancellation) {}

package dev.harbor.loop;

import dev.harbor.run.BudgetLimits;
import dev.harbor.tool.Tool;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is one way in which a loop can work: its tools, and what a turn may use.
 *
 * <p>Immutable.
 *
 * @param name not blank, at most {@value #MAX_NAME_LENGTH} characters
 * @param tools the tools that it declares, in the order in which they are shown; null for those of the base mode
 * @param limits what a turn may use; null for what the definition says
 */
public record LoopMode(
        String name,
        @Nullable List<Tool<?, ?>> tools,
        @Nullable BudgetLimits limits) {

    /** The most characters that a name may have. */
    public static final int MAX_NAME_LENGTH = 64;

    /**
     * Copies the list and checks the name.
     *
     * @throws IllegalArgumentException if the name is blank or too long
     */
    public LoopMode {
        Objects.requireNonNull(name, "name");
        if (name.isBlank() || name.length() > MAX_NAME_LENGTH) {
            throw new IllegalArgumentException(
                    "the name of a mode has 1 to " + MAX_NAME_LENGTH + " characters, not all white space");
        }
        tools = tools == null ? null : List.copyOf(tools);
    }

    /** Returns a mode with tools of its own, which may be none. */
    public static LoopMode of(String name, Tool<?, ?>... tools) {
        return new LoopMode(name, List.of(tools), null);
    }

    /** Returns a mode with the tools of the base mode. */
    public static LoopMode inheriting(String name) {
        return new LoopMode(name, null, null);
    }

    /** Returns this mode with limits. */
    public LoopMode limits(BudgetLimits newLimits) {
        return new LoopMode(name, tools, Objects.requireNonNull(newLimits, "limits"));
    }
}

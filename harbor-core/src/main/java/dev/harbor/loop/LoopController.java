package dev.harbor.loop;

import java.util.Optional;

/**
 * Steers a loop. What not every loop can do is a capability.
 *
 * <p>Thread-safe.
 */
public interface LoopController {

    /** Returns the id of the loop. */
    String id();

    /** Returns the mode that the next turn will have; empty for the base mode. */
    String mode();

    /**
     * Changes the mode from the next turn on. External tools stay. Durable when this returns.
     *
     * @param mode a mode of the definition, or the empty text for the base mode
     * @throws LoopException if there is no such mode, or the loop takes nothing now
     */
    void setMode(String mode);

    /**
     * Asks the running turn to stop, or ends the turn that waits. Queued inputs and external tools are not affected. Returns when that was asked for.
     *
     * @return whether there was a turn
     * @throws LoopException if the loop is not open any more
     */
    boolean interrupt(String reason);

    /** Returns what this loop can do besides, such as {@link ExternalToolInstaller} and {@link ModeCatalog}; empty if it can't. Has no effect. */
    <T> Optional<T> capability(Class<T> type);
}

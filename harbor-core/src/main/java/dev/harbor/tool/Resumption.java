package dev.harbor.tool;

import dev.harbor.json.Json;
import dev.harbor.pause.Resolution;
import java.util.Objects;

/**
 * Is what a tool hears when its call goes on after it has thrown {@link ToolSuspended}.
 *
 * <p>Immutable.
 *
 * @param number how often the call has gone on by now, 1 being the first time; it is the same over attempts, restarts and processes
 * @param state what the tool has left for itself; JSON null when nothing
 * @param resolution what came: {@link Resolution.Kind#RESUME} with a payload or {@link Resolution.Kind#APPROVE}, and a refusal only when the tool wants to hear of it
 */
public record Resumption(int number, Json state, Resolution resolution) {

    /**
     * Checks that nothing is missing.
     *
     * @throws IllegalArgumentException if the number is less than 1
     */
    public Resumption {
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(resolution, "resolution");
        if (number < 1) {
            throw new IllegalArgumentException("resumptions start at 1, got " + number);
        }
    }

    /** Leaves the state out, which is shown to nobody. */
    @Override
    public String toString() {
        return "Resumption[" + number + ", " + resolution + "]";
    }
}

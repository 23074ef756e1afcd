package dev.harbor.event;

import dev.harbor.artifact.ArtifactRef;
import dev.harbor.json.Repair;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * A call has succeeded. Terminal.
 *
 * <p>Immutable.
 *
 * @param call which call
 * @param at when
 * @param attempts how often the tool was invoked
 * @param elapsed from the start of the call to its outcome
 * @param resultBytes the size of the result
 * @param artifacts what was stored: the result if it was heavy, and blocks of binary content
 * @param repairs what was repaired in the arguments without loss
 */
public record ToolCompleted(
        CallProvenance call,
        Instant at,
        int attempts,
        Duration elapsed,
        long resultBytes,
        List<ArtifactRef> artifacts,
        List<Repair> repairs)
        implements CallEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "tool.completed";

    /** Checks that nothing is missing, and copies the lists. */
    public ToolCompleted {
        Objects.requireNonNull(call, "call");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(elapsed, "elapsed");
        Objects.requireNonNull(artifacts, "artifacts");
        Objects.requireNonNull(repairs, "repairs");
        artifacts = List.copyOf(artifacts);
        repairs = List.copyOf(repairs);
    }

    @Override
    public String type() {
        return TYPE;
    }
}

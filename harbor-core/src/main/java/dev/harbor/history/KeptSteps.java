package dev.harbor.history;

import dev.harbor.plan.Observation;
import dev.harbor.plan.Trajectory;
import dev.harbor.plan.Trajectory.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Is the trajectory of a run while it grows, within the bounds of {@link Trajectory}: one step more costs that step, however many are kept, and the whole is made
 * when somebody asks for it. Confined to its fold.
 */
final class KeptSteps {

    private final Deque<Step> kept = new ArrayDeque<>();
    private long bytes;
    private long dropped;
    private @Nullable Trajectory made = Trajectory.EMPTY;

    void add(Step step) {
        kept.addLast(step);
        bytes += bytesOf(step);
        while (kept.size() > 1 && (kept.size() > Trajectory.MAX_STEPS || bytes > Trajectory.MAX_BYTES)) {
            bytes -= bytesOf(kept.removeFirst());
            dropped++;
        }
        made = null;
    }

    /** Replaces the last step, because more came of it. */
    void replaceLast(Step step) {
        bytes -= bytesOf(kept.removeLast());
        add(step);
    }

    Optional<Step> last() {
        return Optional.ofNullable(kept.peekLast());
    }

    Trajectory trajectory() {
        Trajectory known = made;
        if (known == null) {
            known = new Trajectory(new ArrayList<>(kept), dropped);
            made = known;
        }
        return known;
    }

    private static long bytesOf(Step step) {
        long bytes = 0;
        for (Observation seen : step.observations()) {
            bytes += seen.content().sizeBytes();
        }
        return bytes;
    }
}

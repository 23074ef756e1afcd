package dev.harbor.history;

import dev.harbor.json.Json;
import dev.harbor.pause.Control;
import dev.harbor.pause.ControlKind;
import dev.harbor.plan.Observation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps what was wanted of one run from outside. Guarded by whoever owns the {@link RunHistory}. */
public final class RunControls {

    private final List<Control> undecided = new ArrayList<>();
    private @Nullable String goal;
    private @Nullable Control pause;
    private long priority;
    private int count;
    private int decidedWith;

    RunControls() {}

    void add(Control control) {
        undecided.add(control);
        count++;
        switch (control.kind()) {
            case REDIRECT ->
                goal = control.payload().get("goal").map(Json::asString).orElse(goal);
            case PAUSE -> pause = control;
            case RESUME -> pause = null;
            case PRIORITIZE ->
                priority = control.payload().get("priority").map(Json::asLong).orElse(priority);
            default -> {
                // the others are for the planner alone
            }
        }
    }

    /** The planner has decided, and had seen so many of them. */
    void decided(long seen) {
        while (decidedWith < seen && !undecided.isEmpty()) {
            undecided.remove(0);
            decidedWith++;
        }
    }

    void goOn() {
        pause = null;
    }

    /** Returns how many there were. */
    public int count() {
        return count;
    }

    /** Returns what came and was not before a planner that has decided since, in order. */
    public List<Control> sinceDecision() {
        return List.copyOf(undecided);
    }

    /** Returns the goal that the run was given in place of its own; empty when it was not. */
    public Optional<String> goal() {
        return Optional.ofNullable(goal);
    }

    /** Returns who lets the run wait; empty when nobody does. */
    public Optional<Control> pause() {
        return Optional.ofNullable(pause);
    }

    /** Returns how much the run matters; 0 when nobody said. */
    public long priority() {
        return priority;
    }

    /** Returns what the planner finds in its trajectory for ever; empty for what only steers. */
    static Optional<Observation> heard(Control control) {
        ControlKind kind = control.kind();
        return switch (kind) {
            case INJECT_CONTEXT, USER_MESSAGE, REDIRECT ->
                Optional.of(new Observation("", "", kind.wireName(), control.payload()));
            default -> Optional.empty();
        };
    }
}

package dev.harbor.planner;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Is what an action can be; each has the name that the model gives it. */
enum Arm {
    CALL,
    SPAWN,
    AWAIT,
    PAUSE,
    FINISH;

    /** What models say for these although they were told otherwise. */
    private static final Map<String, Arm> OTHER_NAMES = Map.ofEntries(
            Map.entry("call_tool", CALL),
            Map.entry("call_tools", CALL),
            Map.entry("call_parallel", CALL),
            Map.entry("tool", CALL),
            Map.entry("tool_call", CALL),
            Map.entry("tool_calls", CALL),
            Map.entry("calls", CALL),
            Map.entry("spawn_task", SPAWN),
            Map.entry("await_task", AWAIT),
            Map.entry("request_pause", PAUSE),
            Map.entry("final", FINISH),
            Map.entry("final_answer", FINISH),
            Map.entry("answer", FINISH),
            Map.entry("done", FINISH));

    String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Arm> of(String name) {
        String lower = name.strip().toLowerCase(Locale.ROOT).replace(' ', '_').replace('-', '_');
        for (Arm arm : values()) {
            if (arm.wireName().equals(lower)) {
                return Optional.of(arm);
            }
        }
        return Optional.ofNullable(OTHER_NAMES.get(lower));
    }
}

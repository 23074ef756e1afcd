package dev.harbor.tools.a2a;

import org.jspecify.annotations.Nullable;

/** Wakes a call up when the peer tells of a change by a push. Confined to one call, but for the waking. */
final class PushHook {

    /** The call is not told of. */
    static final PushHook NONE = new PushHook(null, null);

    private final @Nullable PushTarget target;
    private final @Nullable Runnable ending;

    PushHook(@Nullable PushTarget target, @Nullable Runnable ending) {
        this.target = target;
        this.ending = ending;
    }

    @Nullable
    PushTarget target() {
        return target;
    }

    void end() {
        if (ending != null) {
            ending.run();
        }
    }
}

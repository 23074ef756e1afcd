package dev.harbor.pause;

import java.util.Locale;

/** Is what somebody may want of a run from outside, and how much say that takes. Immutable. */
public enum ControlKind {
    /** Gives the run something to know; the next decision sees it. */
    INJECT_CONTEXT(ControlScope.SESSION_USER),
    /** Says something to the run; the next decision sees it. */
    USER_MESSAGE(ControlScope.SESSION_USER),
    /** Gives the run another goal ({@code goal}). */
    REDIRECT(ControlScope.OWNER_USER),
    /** Ends the run. */
    CANCEL(ControlScope.OWNER_USER),
    /** Lets the run wait before its next decision. */
    PAUSE(ControlScope.OWNER_USER),
    /** Lets a run go on that was told to wait. */
    RESUME(ControlScope.OWNER_USER),
    /** Approves what waits ({@code token}, and a {@code reason} if there is one). */
    APPROVE(ControlScope.OWNER_USER),
    /** Rejects what waits ({@code token}, and a {@code reason} if there is one). */
    REJECT(ControlScope.OWNER_USER),
    /** Says how much the run matters ({@code priority}); who plans or schedules may heed it. */
    PRIORITIZE(ControlScope.ADMIN);

    private final ControlScope least;

    ControlKind(ControlScope least) {
        this.least = least;
    }

    /** Returns the least scope that it takes. */
    public ControlScope least() {
        return least;
    }

    /** Returns the spelling in events and journals: the lower-case name. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}

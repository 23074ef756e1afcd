package dev.harbor.tools.a2a;

/** Says what becomes of a remote task that still goes on when the time of its call is up. Immutable. */
public enum A2aDeadline {
    /** The task is cancelled and the call fails with a timeout. The default. */
    CANCEL,
    /** The task goes on; the call waits for an outside event, over a restart too, and looks the task up when it is resumed. */
    DETACH
}

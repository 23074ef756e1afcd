package dev.harbor.policy;

/** Says on whose thread a tool runs, and so how hard its time limit is. Immutable. */
public enum Isolation {
    /** {@link #CALLER} for pure in-process tools, {@link #WORKER} for everything else; the default. */
    AUTO,
    /** The caller's thread. The limit interrupts; a tool that ignores interrupts holds its caller. */
    CALLER,
    /** A worker thread. The caller gets its answer on time whatever the tool does. */
    WORKER
}

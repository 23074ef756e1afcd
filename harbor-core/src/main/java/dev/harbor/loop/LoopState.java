package dev.harbor.loop;

/** Says how an open loop is. */
public enum LoopState {
    /** No turn runs, and none is queued. */
    IDLE,
    /** A turn runs. */
    BUSY,
    /** A turn waits for somebody; what is queued waits with it. */
    WAITING,
    /** The running turn is the last one here. */
    SHUTTING_DOWN,
    /** It could not record something and takes nothing more. */
    FAULTED,
    /** It is not open any more. */
    EXITED
}

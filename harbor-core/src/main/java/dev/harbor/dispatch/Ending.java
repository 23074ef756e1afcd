package dev.harbor.dispatch;

/** Says how an attempt ended for its caller. */
enum Ending {
    /** The tool returned or threw by itself. */
    ANSWERED,
    /** The attempt's time was over. */
    TIME_OVER,
    /** The call was cancelled. */
    CANCELLED,
    /** The thread of the caller was interrupted by somebody else. */
    INTERRUPTED,
    /** The tool was never invoked: no worker was free in time. */
    NOT_STARTED
}

package dev.harbor.dispatch;

/** Is what a worker runs, and what can be interrupted when the workers close. */
interface Work extends Runnable {

    /** Interrupts the thread that runs this, if one does; never one that has gone on to something else. */
    void interrupt(String reason);
}

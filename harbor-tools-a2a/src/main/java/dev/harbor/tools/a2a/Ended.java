package dev.harbor.tools.a2a;

/** Is how asking a peer ended: it said something, its task is over or waits, or the time was up before. */
sealed interface Ended {

    record Said(RemoteMessage message) implements Ended {}

    /** The task is over, or waits for somebody. */
    record Settled(RemoteTask task) implements Ended {}

    /** The task goes on, and there is no time left. */
    record StillGoing(RemoteTask task) implements Ended {}
}

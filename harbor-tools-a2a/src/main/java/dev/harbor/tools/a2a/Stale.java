package dev.harbor.tools.a2a;

/**
 * Knows the question that was answered, which some peers show once more before they go on: it is not a new one.
 *
 * @param stamp what the status was known by; empty when there was nothing
 */
record Stale(String stamp) {

    /** Nothing was answered. */
    static final Stale NOTHING = new Stale("");

    boolean is(RemoteStatus status) {
        return !stamp.isEmpty() && status.stamp().equals(stamp);
    }
}

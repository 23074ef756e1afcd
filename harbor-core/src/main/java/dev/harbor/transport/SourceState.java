package dev.harbor.transport;

/** Says how a source is doing. Immutable. */
public enum SourceState {
    /** It has not answered yet. */
    STARTING,
    /** It serves. */
    READY,
    /** It serves, with trouble; its last good tools stay. */
    DEGRADED,
    /** It does not serve; its last good tools stay and are marked unavailable. */
    DOWN
}

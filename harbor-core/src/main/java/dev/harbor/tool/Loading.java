package dev.harbor.tool;

/** Says when a tool is advertised. Immutable. */
public enum Loading {
    /** In every turn; the default. */
    ALWAYS,
    /** Only after a search or an explicit request found it. */
    DEFERRED
}

package dev.harbor.tools.mcp;

/** Says what is known about the era of a server. Immutable. */
enum Verdict {
    /** Nothing. */
    UNKNOWN,
    /** It begins with a handshake. */
    LEGACY,
    /** Each request stands alone. */
    MODERN
}

package dev.harbor.tools.mcp.peers;

/** Says how a host has to come through a fault. In each case it says so in time, leaks nothing, and serves whatever the server still serves. */
enum Expected {
    /** The server can be used as if nothing were wrong with it. */
    SERVES,
    /** The call to {@code odd} fails, and it is known that nothing is in doubt; {@code echo} serves afterwards. */
    FAILS,
    /** Nobody can know what became of the call to {@code odd}; {@code echo} serves afterwards. */
    UNKNOWN,
    /** Nobody can know what became of the call to {@code odd}, and the server serves nothing more; whoever calls it hears that in time. */
    DEAF,
    /** The call to {@code odd} ends in any way; {@code echo} serves afterwards. */
    ENDS,
    /** The server can't be used, which is said at the start. */
    REFUSED
}

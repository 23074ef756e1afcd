package dev.harbor.tool;

import java.util.regex.Pattern;

/**
 * Names what a tool runs on, for people, events and configuration. Nothing in the runtime decides by it, and modules may add their own.
 *
 * <p>Immutable.
 *
 * @param name 1 to 32 characters of {@code [a-z0-9-]}
 */
public record TransportKind(String name) {

    private static final Pattern SPELLING = Pattern.compile("[a-z0-9-]{1,32}");

    /** Code in this process. */
    public static final TransportKind IN_PROCESS = new TransportKind("inprocess");

    /** An HTTP endpoint. */
    public static final TransportKind HTTP = new TransportKind("http");

    /** A server that speaks the Model Context Protocol. */
    public static final TransportKind MCP = new TransportKind("mcp");

    /** A remote agent. */
    public static final TransportKind A2A = new TransportKind("a2a");

    /** A flow of steps. */
    public static final TransportKind FLOW = new TransportKind("flow");

    /**
     * Checks the spelling.
     *
     * @throws IllegalArgumentException if it is not allowed
     */
    public TransportKind {
        if (!SPELLING.matcher(name).matches()) {
            throw new IllegalArgumentException("a transport kind must match " + SPELLING.pattern());
        }
    }

    @Override
    public String toString() {
        return name;
    }
}

package dev.harbor.tools.mcp.peers;

import java.net.URI;
import java.time.Duration;
import java.util.List;

/** Is a client of MCP that is run over the peers: ours, and others to compare with. All are given the same times. */
interface PeerClient {

    /** How long a server has to be up. */
    Duration CONNECT = Duration.ofSeconds(8);

    /** How long a call may take. */
    Duration CALL = Duration.ofSeconds(3);

    String name();

    /** Starts a server and connects to it; throws if that fails. */
    Session stdio(List<String> command) throws Exception;

    /** Connects to a server; throws if that fails. */
    Session http(URI endpoint) throws Exception;

    /** Is a connection to a server. */
    interface Session extends AutoCloseable {

        /** Calls a tool with one argument, {@code text}, and returns what it said; throws if it failed. */
        String call(String tool, String text) throws Exception;
    }

    /** Is thrown by a client that knows that nobody can know what a call did. */
    final class OutcomeUnknown extends Exception {

        private static final long serialVersionUID = 1L;

        OutcomeUnknown(String message) {
            super(message);
        }
    }
}

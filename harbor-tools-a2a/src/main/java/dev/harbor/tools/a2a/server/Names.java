package dev.harbor.tools.a2a.server;

import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import java.util.List;

/**
 * Names what an agent makes: the names follow from who says what where, so that the same message can't begin two tasks, and a conversation is one loop at whatever process.
 *
 * @param agent the address of the agent
 */
record Names(String agent) {

    /** Begins the names of tasks whose runs the server starts itself. */
    static final String RUN = "a2a-";

    private static final int BYTES = 16;

    /** Names a message among those of its sender. */
    String message(Identity identity, String messageId) {
        return hex(List.of(agent, identity.tenant(), identity.user(), identity.session(), messageId));
    }

    /** Names the loop that a conversation is, among those of its session. */
    String loop(String skill, String contextId) {
        return RUN + hex(List.of(agent, skill, contextId));
    }

    /** Names a conversation for which a message brought no name. */
    static String context(String message) {
        return "ctx-" + Hashes.hex(RUN + message, BYTES);
    }

    private static String hex(List<String> parts) {
        return Hashes.hex(Json.of(parts).toString(), BYTES);
    }
}

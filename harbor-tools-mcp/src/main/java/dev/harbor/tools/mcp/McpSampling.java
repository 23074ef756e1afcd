package dev.harbor.tools.mcp;

import dev.harbor.json.Json;

/**
 * Answers a server that asks for the help of a model. Off unless a host sets one: it lets a server spend the host's tokens, and the protocol itself has given
 * it up.
 *
 * <p>Implementations must be thread-safe. They may block, for as long as the call that the server serves may take; a thread whose
 * request the server takes back is interrupted, and what it returns goes nowhere.
 */
@FunctionalInterface
public interface McpSampling {

    /**
     * Answers a request.
     *
     * @param request the parameters of {@code sampling/createMessage} as the server sent them; foreign text
     * @return the result: {@code role}, {@code content}, {@code model} and {@code stopReason}
     * @throws RuntimeException if there is no answer; the server is told that the host declines
     */
    Json sample(Json request);
}

package dev.harbor.llm;

/**
 * Asks a model. A planner never sees one that is not guarded.
 *
 * <p>Implementations must be thread-safe.
 */
@FunctionalInterface
public interface LlmClient {

    /**
     * Asks and waits for the whole answer.
     *
     * @throws LlmException if there is none: the provider failed, refused, was cancelled or took too long
     */
    LlmReply complete(LlmRequest request, LlmCall call);
}

package dev.harbor.artifacts;

import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.TokenEstimate;

/** Says how much a model can read at once. Immutable. */
record ContextWindow(long tokens, double reserve, TokenEstimate estimate) {

    static final ContextWindow UNLIMITED = new ContextWindow(Long.MAX_VALUE, 0, request -> 0);

    /** Tells whether so many tokens are too many. */
    boolean isExceededBy(long estimated) {
        return estimated >= limit();
    }

    private long limit() {
        return reserve == 0 ? tokens : (long) Math.floor(tokens * (1 - reserve));
    }

    long estimate(LlmRequest request) {
        return estimate.tokens(request);
    }
}

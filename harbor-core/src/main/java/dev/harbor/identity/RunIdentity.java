package dev.harbor.identity;

import org.jspecify.annotations.Nullable;

/**
 * Names one execution inside a session. The run id never widens or narrows isolation; it only tells executions apart.
 *
 * <p>Immutable.
 *
 * @param identity on whose behalf the run acts
 * @param runId the run, 1 to {@value Identity#MAX_LENGTH} characters
 */
public record RunIdentity(Identity identity, String runId) {

    /**
     * Checks both parts.
     *
     * @throws IdentityException if the identity is null or the run id is null, empty or too long
     */
    public RunIdentity {
        Identity.require(identity);
        check(runId);
    }

    private static void check(@Nullable String runId) {
        if (runId == null || runId.isEmpty() || runId.length() > Identity.MAX_LENGTH) {
            throw new IdentityException("run id must have 1 to " + Identity.MAX_LENGTH + " characters");
        }
    }
}

package dev.harbor.identity;

import org.jspecify.annotations.Nullable;

/**
 * Names one execution inside a session. The run id never widens or narrows isolation; it only tells executions apart.
 *
 * <p>Immutable.
 *
 * @param identity on whose behalf the run acts
 * @param runId the run, 1 to {@value Identity#MAX_LENGTH} characters of well-formed Unicode without NUL
 */
public record RunIdentity(Identity identity, String runId) {

    /**
     * Checks both parts.
     *
     * @throws IdentityException if the identity is null, or the run id is null, empty, too long, or has NUL or an unpaired surrogate
     */
    public RunIdentity {
        Identity.require(identity);
        check(runId);
    }

    private static void check(@Nullable String runId) {
        if (runId == null || runId.isEmpty()) {
            throw new IdentityException("the run id is missing");
        }
        Component.check("the run id", runId);
    }
}

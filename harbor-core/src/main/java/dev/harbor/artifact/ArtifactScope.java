package dev.harbor.artifact;

import dev.harbor.identity.Identity;
import dev.harbor.identity.IdentityException;
import org.jspecify.annotations.Nullable;

/**
 * Says whose artifact something is and which task made it. Reading needs the session; listing shows one task.
 *
 * <p>Immutable.
 *
 * @param identity the session that owns the bytes
 * @param task the run id, or the call id of a call outside a run; 1 to {@value Identity#MAX_LENGTH} characters of well-formed
 *     Unicode without NUL
 */
public record ArtifactScope(Identity identity, String task) {

    /**
     * Checks both parts.
     *
     * @throws IdentityException if the identity is null, or the task is null, empty, too long, or has NUL or an unpaired surrogate
     */
    public ArtifactScope {
        Identity.require(identity);
        check(task);
    }

    private static void check(@Nullable String task) {
        if (task == null || task.isEmpty() || task.length() > Identity.MAX_LENGTH) {
            throw new IdentityException(
                    "the task of an artifact scope must have 1 to " + Identity.MAX_LENGTH + " characters");
        }
        if (task.codePoints().anyMatch(ArtifactScope::isUnkept)) {
            throw new IdentityException("the task of an artifact scope must be well-formed Unicode without NUL");
        }
    }

    private static boolean isUnkept(int point) {
        return point == 0 || (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
    }
}

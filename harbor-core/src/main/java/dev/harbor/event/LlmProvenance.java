package dev.harbor.event;

import dev.harbor.identity.Identity;
import org.jspecify.annotations.Nullable;

/**
 * Says on whose behalf a model was to be asked.
 *
 * <p>Immutable.
 *
 * @param identity on whose behalf
 * @param run the run, or null outside one
 * @param model the model that the request named, or null when it named none
 */
public record LlmProvenance(
        Identity identity, @Nullable String run, @Nullable String model) {

    /**
     * Checks the identity.
     *
     * @throws dev.harbor.identity.IdentityException if it is null
     */
    public LlmProvenance {
        Identity.require(identity);
    }
}

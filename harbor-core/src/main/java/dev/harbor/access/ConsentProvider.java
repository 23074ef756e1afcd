package dev.harbor.access;

import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Knows how a person can grant scopes that are missing. A tool whose missing scopes can be obtained is advertised, and a call of it waits for the consent.
 *
 * <p>Implementations must be thread-safe.
 */
@FunctionalInterface
public interface ConsentProvider {

    /** Knows of no consent; the default. */
    ConsentProvider NONE = (identity, scopes) -> Optional.empty();

    /**
     * Says how an identity can obtain scopes; empty when it can't. Has no effect: it is asked while advertising as well.
     *
     * @param identity on whose behalf
     * @param scopes what is missing, one scope or more
     */
    Optional<Consent> obtain(Identity identity, Set<String> scopes);

    /**
     * Begins a consent, because a call is about to wait for it. Here a provider may keep what it needs when the person comes back, and ask other systems for it;
     * it may block. Unless overridden it is {@link #obtain}.
     *
     * @param identity on whose behalf
     * @param scopes what is missing, one scope or more
     * @throws dev.harbor.error.HarborException if it can't be begun at the moment; the call fails with that code and can be made again
     */
    default Optional<Consent> begin(Identity identity, Set<String> scopes) {
        return obtain(identity, scopes);
    }

    /**
     * Removes what is kept of an owner, because everything of it is erased, and returns how much that was. Unless overridden there is nothing. May block.
     *
     * @param user the user, or null for the whole tenant
     * @param session only what belongs to this session of the user, or null for everything
     * @throws dev.harbor.error.HarborException if something can't be removed at the moment; the rest goes when it is asked again
     */
    default long erase(String tenant, @Nullable String user, @Nullable String session) {
        return 0;
    }

    /**
     * Is what a person is told.
     *
     * @param message what they are asked to grant
     * @param payload what a page needs for it, such as an authorization URL; no credentials
     */
    record Consent(String message, Json payload) {

        /** Checks that nothing is missing. */
        public Consent {
            Objects.requireNonNull(message, "message");
            Objects.requireNonNull(payload, "payload");
        }
    }
}

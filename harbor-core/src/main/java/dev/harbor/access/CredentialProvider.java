package dev.harbor.access;

import dev.harbor.identity.Identity;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the credentials by which tools reach outside systems. Configuration holds their names only; a value is fetched when a request is about to be sent, for
 * the identity on whose behalf that happens, and kept nowhere.
 *
 * <p>Implementations must be thread-safe. They may block, and are called on the threads of tools, inside the time limit of an attempt.
 */
@FunctionalInterface
public interface CredentialProvider {

    /**
     * Finds a credential; empty when this identity has none of that name. A token that is about to expire should be renewed here.
     *
     * @param name as configuration names it
     * @param identity on whose behalf
     * @throws ConsentRequired if a person has to consent before there is one; the call waits for that where it can
     * @throws RuntimeException if it can't be fetched at the moment; the request is not sent
     */
    Optional<Secret> find(String name, Identity identity);

    /** Tells whether any identity could have a credential of that name; asked when tools are registered. Unless overridden it is true. Must not block. */
    default boolean isKnown(String name) {
        return true;
    }

    /**
     * Hears that the outside system has refused a credential, and tells whether {@link #find} would give another one now, such as a token that was refreshed.
     * Unless overridden it is false.
     *
     * @param name as configuration names it
     * @param identity on whose behalf
     * @param refused what was sent
     */
    default boolean renew(String name, Identity identity, Secret refused) {
        return false;
    }

    /**
     * Returns a provider of credentials that are the same for every identity.
     *
     * @throws IllegalArgumentException if one is empty
     */
    static CredentialProvider of(Map<String, String> secrets) {
        return new FixedCredentials(secrets);
    }

    /** Returns a provider that knows no credential; the default. */
    static CredentialProvider none() {
        return of(Map.of());
    }

    /** Returns a provider of the environment variables of this process, the same for every identity; an empty one is none. */
    static CredentialProvider environment() {
        return new EnvironmentCredentials(System::getenv);
    }
}

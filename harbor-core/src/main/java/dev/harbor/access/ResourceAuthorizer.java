package dev.harbor.access;

import dev.harbor.identity.Identity;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Has the access tokens for protected resources that say themselves, when they refuse a request, who hands out tokens for them. A transport asks for a token
 * before it sends, and reports a refusal.
 *
 * <p>Implementations must be thread-safe. They may block and send requests of their own.
 */
public interface ResourceAuthorizer {

    /**
     * Returns the access token to send to a resource as a bearer token, in a header and nowhere else; empty when there is none yet. A token that is about to
     * expire is renewed first.
     *
     * @param resource the address that requests go to
     * @param identity on whose behalf
     * @throws dev.harbor.error.HarborException if a token can't be fetched at the moment; the request is not sent
     */
    Optional<Secret> token(URI resource, Identity identity);

    /**
     * Hears that the resource has refused a request, and gets another token if that takes nobody. True: ask {@link #token} again and send the request once
     * more, once. False: nothing can be done.
     *
     * @param resource the address that the request went to
     * @param identity on whose behalf
     * @param sent the token that was refused, or null when none was sent
     * @param status 401, or 403 of a token whose scope is too narrow; for any other nothing can be done
     * @param wwwAuthenticate the values of that header, as they came; may be empty
     * @throws ConsentRequired if a person has to consent first
     * @throws dev.harbor.error.HarborException if the resource or its authorization server can't be trusted, or fails
     */
    boolean challenged(
            URI resource, Identity identity, @Nullable Secret sent, int status, List<String> wwwAuthenticate);

    /** Returns an authorizer that has no tokens and gets none. */
    static ResourceAuthorizer none() {
        return NoTokens.INSTANCE;
    }
}

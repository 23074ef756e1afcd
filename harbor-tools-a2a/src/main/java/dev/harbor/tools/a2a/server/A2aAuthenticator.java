package dev.harbor.tools.a2a.server;

import dev.harbor.identity.Identity;
import java.util.Optional;

/**
 * Says who calls. Every task belongs to the identity that made it, session included, and exists for nobody else; so return the same session for callers that are to
 * see each other's tasks.
 *
 * <p>Implementations must be thread-safe, and may block.
 */
@FunctionalInterface
public interface A2aAuthenticator {

    /**
     * Returns on whose behalf a request is made, by its headers; empty when nobody can tell, and it is answered with 401 then. What is thrown is logged and answered
     * with 500. The body must not be read.
     */
    Optional<Identity> identify(A2aRequest request);
}

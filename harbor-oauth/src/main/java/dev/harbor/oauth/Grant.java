package dev.harbor.oauth;

import dev.harbor.access.Secret;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Is what a token endpoint gave. Immutable.
 *
 * @param scopes what the token carries, or null when the server did not say: what was asked for then
 */
record Grant(
        Secret access,
        @Nullable Secret refresh,
        @Nullable Instant expiresAt,
        @Nullable Set<String> scopes) {}

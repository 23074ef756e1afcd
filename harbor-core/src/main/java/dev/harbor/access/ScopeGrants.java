package dev.harbor.access;

import dev.harbor.identity.Identity;
import java.util.Map;
import java.util.Set;

/**
 * Knows which scopes an identity holds. A tool whose scopes are not held is hidden, and a call of it is denied with {@code scope_missing}.
 *
 * <p>Implementations must be thread-safe and quick; they are asked for every call of a tool that needs scopes.
 */
@FunctionalInterface
public interface ScopeGrants {

    /** Nobody holds any scope; the default. */
    ScopeGrants NONE = identity -> Set.of();

    /** Returns the scopes that an identity holds. */
    Set<String> scopes(Identity identity);

    /** Returns grants that are the same for every identity. */
    static ScopeGrants everyone(String... scopes) {
        Set<String> held = Set.of(scopes);
        return identity -> held;
    }

    /** Returns grants by tenant; a tenant that is not named holds none. */
    static ScopeGrants tenants(Map<String, Set<String>> byTenant) {
        Map<String, Set<String>> copy = Map.copyOf(byTenant);
        return identity -> copy.getOrDefault(identity.tenant(), Set.of());
    }
}

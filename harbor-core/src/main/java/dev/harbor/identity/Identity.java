package dev.harbor.identity;

import org.jspecify.annotations.Nullable;

/**
 * Names on whose behalf something happens. All three components are mandatory, opaque and compared exactly; together they are the isolation key of
 * artifacts, runs and pauses. There is no default identity and no switch that makes one optional. White space counts like any other character and is kept;
 * what no database or wire can keep, NUL and unpaired surrogates, is refused.
 *
 * <p>Immutable.
 *
 * @param tenant the organisation, 1 to {@value #MAX_LENGTH} characters of well-formed Unicode without NUL
 * @param user the person or service inside the tenant, same bounds
 * @param session the conversation or request series of that user, same bounds
 */
public record Identity(String tenant, String user, String session) {

    /** The most characters that one component may have. */
    public static final int MAX_LENGTH = 256;

    /**
     * Checks that no component is missing.
     *
     * @throws IdentityException if a component is null, empty, too long, or has NUL or an unpaired surrogate; the message names it
     */
    public Identity {
        if (isMissing(tenant) && isMissing(user) && isMissing(session)) {
            throw new IdentityException("identity is empty: tenant, user and session are all missing");
        }
        check("tenant", tenant);
        check("user", user);
        check("session", session);
    }

    /**
     * Returns an identity.
     *
     * @throws IdentityException if a component is null, empty, too long, or has NUL or an unpaired surrogate; the message names it
     */
    public static Identity of(String tenant, String user, String session) {
        return new Identity(tenant, user, session);
    }

    /**
     * Returns the given identity if it is there.
     *
     * @throws IdentityException if it is null
     */
    public static Identity require(@Nullable Identity identity) {
        if (identity == null) {
            throw new IdentityException("identity is missing: tenant, user and session are mandatory");
        }
        return identity;
    }

    private static void check(String component, @Nullable String value) {
        String what = "identity component '" + component + "'";
        if (value == null || value.isEmpty()) {
            throw new IdentityException(what + " is missing; tenant, user and session are mandatory");
        }
        Component.check(what, value);
    }

    private static boolean isMissing(@Nullable String value) {
        return value == null || value.isEmpty();
    }
}

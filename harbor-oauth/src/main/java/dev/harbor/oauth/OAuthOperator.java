package dev.harbor.oauth;

import dev.harbor.access.ConsentProvider.Consent;
import dev.harbor.identity.Identity;
import dev.harbor.runtime.HarborRuntime;
import java.util.Objects;

/**
 * Is what an administrator may do with the tokens that {@linkplain OAuthProvider.Builder#sharedByTenant() a whole tenant} shares. Who has it decides for everybody in
 * the tenant of the identity that is handed in, so hand it out by the same rules as {@link HarborRuntime#operator()}.
 *
 * <p>Thread-safe.
 */
public final class OAuthOperator {

    private final OAuthClient client;

    OAuthOperator(OAuthClient client) {
        this.client = client;
    }

    /**
     * Begins a consent to everything that a shared provider is configured for, on behalf of the administrator's tenant. Blocks on the store, and on the server if it
     * is not known yet.
     *
     * @param administrator who will come back, session included
     * @return what the administrator is told; the payload has the address
     * @throws IllegalArgumentException if there is no such provider, or no tenant shares its tokens
     * @throws OAuthException if the server can't be used
     */
    public Consent begin(String provider, Identity administrator) {
        return client.beginShared(provider, Identity.require(administrator));
    }

    /**
     * Completes a consent that was begun here, or one of the administrator's own; see {@link OAuthClient#complete}.
     *
     * @param administrator who came back; the identity that the consent was begun for, session included
     */
    public ConsentOutcome complete(Identity administrator, ConsentAnswer answer) {
        return client.completeShared(Identity.require(administrator), Objects.requireNonNull(answer, "answer"));
    }

    /** Returns who completes consents of administrators and lets the runs of everybody in their tenant go on that wait for them. */
    public ConsentCallback callback(HarborRuntime runtime) {
        return ConsentCallback.ofTenant(this, runtime);
    }

    /**
     * Takes the shared token of the administrator's tenant away, here and at the server; see {@link OAuthClient#revoke}.
     *
     * @throws IllegalArgumentException if there is no such provider, or no tenant shares its tokens
     */
    public Revocation revoke(String provider, Identity administrator) {
        return client.revokeShared(provider, Identity.require(administrator));
    }
}

package dev.harbor.oauth;

import dev.harbor.access.TokenStore;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what is kept of a session, a user or a tenant: tokens, which are revoked at their servers as well, and consents that are under way. What can't be opened
 * any more, for want of its key, is removed all the same. Thread-safe.
 */
final class Erasing {

    private static final Logger LOG = LoggerFactory.getLogger(OAuthClient.class);
    private static final String ERASURE = "erasure";
    private static final int PAGE = 500;

    private final Vault vault;
    private final Revoking revoking;

    Erasing(Vault vault, Revoking revoking) {
        this.vault = vault;
        this.revoking = revoking;
    }

    /**
     * Removes what there is and returns how much that was.
     *
     * @param user the user, or null for the whole tenant
     * @param session only what was begun in this session, or null for everything; tokens belong to no session
     */
    long erase(String tenant, @Nullable String user, @Nullable String session) {
        long erased = 0;
        List<TokenStore.Key> page = vault.keys(tenant, user, null, PAGE);
        while (!page.isEmpty()) {
            for (TokenStore.Key key : page) {
                erased += erase(key, session) ? 1 : 0;
            }
            page = vault.keys(tenant, user, page.get(page.size() - 1), PAGE);
        }
        return session == null ? erased + vault.erase(tenant, user) : erased;
    }

    private boolean erase(TokenStore.Key key, @Nullable String session) {
        try {
            boolean isFlow = key.name().startsWith(Flows.PREFIX);
            if (session != null) {
                return isFlow && removeFlow(key, session);
            }
            return !isFlow && revoking.revoke(key, owner(key)) != Revocation.NONE_THERE;
        } catch (StoreException | IllegalArgumentException e) {
            // What can't be read can't be revoked; it goes with the rest.
            LOG.warn("what is kept as '{}' can't be read", key.name(), e);
            return false;
        }
    }

    private boolean removeFlow(TokenStore.Key key, String session) {
        for (Optional<Vault.Opened> opened = vault.find(key); opened.isPresent(); opened = vault.find(key)) {
            boolean isOther = !StoredFlow.of(opened.get().content()).session().equals(session);
            if (isOther || vault.remove(key, opened.get())) {
                return !isOther;
            }
        }
        return false;
    }

    /** Clients may have other secrets for other tenants; which user and session it is matters to nobody here. */
    private static Identity owner(TokenStore.Key key) {
        return Identity.of(key.tenant(), key.user().isEmpty() ? ERASURE : key.user(), ERASURE);
    }
}

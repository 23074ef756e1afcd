package dev.harbor.oauth;

import dev.harbor.access.TokenStore;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import java.time.DateTimeException;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what is kept of a session, a user or a tenant: tokens, which are revoked at their servers as well, and consents that are under way. What can't be opened
 * any more, for want of its key, is removed with its user or tenant all the same; of which session a consent is that can't be opened nobody knows, so that stays
 * until it expires. Thread-safe.
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
     * @throws StoreException if the store fails; what is left goes when it is asked again
     */
    long erase(String tenant, @Nullable String user, @Nullable String session) {
        long consents = each(tenant, user, key -> isFlow(key) && removeFlow(key, session));
        if (session != null) {
            return consents;
        }
        // In this order: whose consent is exchanged meanwhile finds it gone and takes the token back, so none comes
        // after those that are listed now.
        long tokens =
                each(tenant, user, key -> !isFlow(key) && revoking.revoke(key, owner(key)) != Revocation.NONE_THERE);
        return consents + tokens + vault.erase(tenant, user);
    }

    private long each(String tenant, @Nullable String user, Predicate<TokenStore.Key> erasing) {
        long erased = 0;
        List<TokenStore.Key> page = vault.keys(tenant, user, null, PAGE);
        while (!page.isEmpty()) {
            erased += page.stream().filter(key -> isErased(key, erasing)).count();
            page = vault.keys(tenant, user, page.get(page.size() - 1), PAGE);
        }
        return erased;
    }

    private static boolean isErased(TokenStore.Key key, Predicate<TokenStore.Key> erasing) {
        try {
            return erasing.test(key);
        } catch (StoreException e) {
            if (!e.code().equals(ErrorCode.SEAL_BROKEN)) {
                throw e;
            }
            return passedOver(key, e);
        } catch (IllegalArgumentException | NoSuchElementException | DateTimeException e) {
            return passedOver(key, e);
        }
    }

    /** What can't be read can't be revoked. */
    private static boolean passedOver(TokenStore.Key key, RuntimeException why) {
        LOG.warn("what is kept as '{}' can't be read", key.name(), why);
        return false;
    }

    private static boolean isFlow(TokenStore.Key key) {
        return key.name().startsWith(Flows.PREFIX);
    }

    private boolean removeFlow(TokenStore.Key key, @Nullable String session) {
        for (Optional<Vault.Opened> opened = vault.find(key); opened.isPresent(); opened = vault.find(key)) {
            boolean isOther = session != null
                    && !StoredFlow.of(opened.get().content()).session().equals(session);
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

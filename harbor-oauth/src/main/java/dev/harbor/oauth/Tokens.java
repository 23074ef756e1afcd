package dev.harbor.oauth;

import dev.harbor.access.Secret;
import dev.harbor.access.TokenStore;
import dev.harbor.identity.Identity;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Has the tokens, and renews each once however many ask for it: in this process they wait for the one who does it, and others see in the store that it is being
 * done. Thread-safe.
 */
final class Tokens {

    private static final long LOOK_AGAIN_MILLIS = 50;

    private final Vault vault;
    private final TokenEndpoint endpoint;
    private final Revoker revoker;
    private final Clock clock;
    private final Duration lease;
    private final Flights<TokenStore.Key, Optional<StoredToken>> flights = new Flights<>();

    /**
     * Creates the tokens.
     *
     * @param lease how long others believe that a renewal goes on; longer than a request may take
     */
    Tokens(Vault vault, TokenEndpoint endpoint, Revoker revoker, Clock clock, Duration lease) {
        this.vault = vault;
        this.endpoint = endpoint;
        this.revoker = revoker;
        this.clock = clock;
        this.lease = lease;
    }

    Optional<StoredToken> held(TokenStore.Key key) {
        return vault.find(key).map(opened -> StoredToken.of(opened.content()));
    }

    /** Returns a token as {@link #held} does, if a request can be sent with it now or after it was renewed. */
    Optional<StoredToken> ofUse(TokenStore.Key key) {
        return held(key).filter(token -> token.isOfUse(clock.instant()));
    }

    /**
     * Returns an access token that can be sent; empty when there is none, or the server takes the refresh token no more.
     *
     * @throws OAuthException if it has to be renewed and can't be at the moment
     */
    Optional<Secret> usable(TokenStore.Key key, Identity identity) {
        Optional<StoredToken> token = held(key);
        if (token.isEmpty() || token.get().isFresh(clock.instant())) {
            return token.map(StoredToken::access);
        }
        try {
            return renewed(key, identity, stored -> !stored.isFresh(clock.instant()))
                    .map(StoredToken::access);
        } catch (OAuthException e) {
            if (e.mayPass() && token.get().isAlive(clock.instant())) {
                return token.map(StoredToken::access);
            }
            throw e;
        }
    }

    /**
     * Renews a token that was refused, unless there is another one by now; tells whether there is one to be sent.
     *
     * @throws OAuthException if it can't be renewed at the moment
     */
    boolean renew(TokenStore.Key key, Identity identity, Secret refused) {
        return renewed(key, identity, stored -> stored.access().equals(refused)).isPresent();
    }

    private Optional<StoredToken> renewed(TokenStore.Key key, Identity identity, Predicate<StoredToken> isStale) {
        return flights.run(key, () -> renewHere(key, identity, isStale));
    }

    private Optional<StoredToken> renewHere(TokenStore.Key key, Identity identity, Predicate<StoredToken> isStale) {
        while (true) {
            Optional<Vault.Opened> opened = vault.find(key);
            Optional<StoredToken> token = opened.map(each -> StoredToken.of(each.content()));
            if (token.isEmpty() || !isStale.test(token.get())) {
                return token;
            }
            Secret refresh = token.get().refresh();
            if (refresh == null) {
                return Optional.empty();
            }
            Instant now = clock.instant();
            if (token.get().isBeingRenewed(now)) {
                lookAgainLater();
                continue;
            }
            StoredToken taken = token.get().renewedUntil(now.plus(lease));
            Optional<Vault.Opened> mine = vault.replace(key, opened.get(), taken.toJson(), null);
            if (mine.isPresent()) {
                return ask(key, identity, mine.get(), taken, refresh);
            }
        }
    }

    private Optional<StoredToken> ask(
            TokenStore.Key key, Identity identity, Vault.Opened mine, StoredToken taken, Secret refresh) {
        Grant grant;
        try {
            grant = endpoint.refresh(taken.terms(), refresh, identity);
        } catch (OAuthException e) {
            if (e.error().equals("invalid_grant")) {
                vault.remove(key, mine);
                return Optional.empty();
            }
            vault.replace(key, mine, taken.renewedUntil(null).toJson(), null);
            throw e;
        } catch (RuntimeException | Error e) {
            vault.replace(key, mine, taken.renewedUntil(null).toJson(), null);
            throw e;
        }
        StoredToken renewed = taken.renewed(grant);
        if (vault.replace(key, mine, renewed.toJson(), null).isPresent()) {
            return Optional.of(renewed);
        }
        // Whoever took the token away, or consented anew, while it was renewed has the last word.
        Optional<StoredToken> now = held(key);
        if (now.isEmpty()) {
            // It must not live on at its server under a new name.
            revoker.revoke(renewed, identity);
        }
        return now;
    }

    private static void lookAgainLater() {
        try {
            new CountDownLatch(1).await(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OAuthException(OAuthException.UNAVAILABLE, "interrupted while waiting for a token", "", e);
        }
    }

    /**
     * Returns a token of the client itself, which is asked for when there is none.
     *
     * @param isStale whether one that is there is of no use
     * @throws OAuthException if there is none
     */
    Secret ofClient(
            TokenStore.Key key, Terms terms, Set<String> scopes, Identity identity, Predicate<StoredToken> isStale) {
        return flights.run(key, () -> Optional.of(ofClientHere(key, terms, scopes, identity, isStale)))
                .orElseThrow()
                .access();
    }

    private StoredToken ofClientHere(
            TokenStore.Key key, Terms terms, Set<String> scopes, Identity identity, Predicate<StoredToken> isStale) {
        Optional<StoredToken> before = held(key);
        if (before.isPresent() && before.get().isFresh(clock.instant()) && !isStale.test(before.get())) {
            return before.get();
        }
        StoredToken token = StoredToken.of(terms, endpoint.ofClient(terms, scopes, identity), scopes);
        keep(key, token);
        return token;
    }

    /** Keeps a token in place of whatever there was. */
    void keep(TokenStore.Key key, StoredToken token) {
        while (vault.replace(key, vault.find(key).orElse(null), token.toJson(), null)
                .isEmpty()) {
            Thread.onSpinWait();
        }
    }

    /** Takes back what {@link #keep} has kept, unless there is another token by now, and revokes it at its server in each case. */
    void takeBack(TokenStore.Key key, StoredToken token, Identity identity) {
        try {
            Optional<Vault.Opened> opened = vault.find(key);
            while (opened.filter(there -> token.isSameGrant(StoredToken.of(there.content())))
                            .isPresent()
                    && !vault.remove(key, opened.get())) {
                opened = vault.find(key);
            }
        } finally {
            revoker.revoke(token, identity);
        }
    }

    /** Removes a token and returns it; empty when there is none. */
    Optional<StoredToken> take(TokenStore.Key key) {
        for (Optional<Vault.Opened> opened = vault.find(key); opened.isPresent(); opened = vault.find(key)) {
            if (vault.remove(key, opened.get())) {
                return opened.map(taken -> StoredToken.of(taken.content()));
            }
        }
        return Optional.empty();
    }
}

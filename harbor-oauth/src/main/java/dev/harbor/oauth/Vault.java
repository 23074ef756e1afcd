package dev.harbor.oauth;

import dev.harbor.access.TokenStore;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.json.Json;
import dev.harbor.seal.SealingKeys;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Seals what goes into a store of tokens, each for its own key, and opens it. Thread-safe. */
final class Vault {

    private final TokenStore store;
    private final SealingKeys keys;

    Vault(TokenStore store, SealingKeys keys) {
        this.store = store;
        this.keys = keys;
    }

    /** Is an entry as it lies there, and what it says. */
    record Opened(TokenStore.Entry entry, Json content) {}

    /**
     * Returns what is kept under a key.
     *
     * @throws StoreException if the store fails, or what lies there was not sealed for this key
     */
    Optional<Opened> find(TokenStore.Key key) {
        return store.find(key).map(entry -> new Opened(entry, open(key, entry)));
    }

    private Json open(TokenStore.Key key, TokenStore.Entry entry) {
        byte[] sealed;
        try {
            sealed = Base64.getDecoder().decode(entry.content());
        } catch (IllegalArgumentException e) {
            throw new StoreException(ErrorCode.SEAL_BROKEN, "what is kept as '" + key.name() + "' is not sealed", e);
        }
        return Json.parse(keys.open(sealed, context(key)));
    }

    /** Replaces what was seen by something else, and returns how that lies there; empty when something else lies there by now. */
    Optional<Opened> replace(TokenStore.Key key, @Nullable Opened expected, Json next, @Nullable Instant expiresAt) {
        byte[] sealed = keys.seal(next.toBytes(), context(key));
        TokenStore.Entry entry = new TokenStore.Entry(Base64.getEncoder().encodeToString(sealed), expiresAt);
        return store.replace(key, entry(expected), entry) ? Optional.of(new Opened(entry, next)) : Optional.empty();
    }

    boolean remove(TokenStore.Key key, Opened expected) {
        return store.replace(key, expected.entry(), null);
    }

    List<TokenStore.Key> keys(String tenant, @Nullable String user, TokenStore.@Nullable Key after, int most) {
        return store.keys(tenant, user, after, most);
    }

    long erase(String tenant, @Nullable String user) {
        return store.erase(tenant, user);
    }

    long removeExpired(Instant moment) {
        return store.removeExpired(moment);
    }

    void close() {
        store.close();
    }

    private static TokenStore.@Nullable Entry entry(@Nullable Opened opened) {
        return opened == null ? null : opened.entry();
    }

    /** No tenant, user or name can be spelled so that two keys have one context. */
    private static String context(TokenStore.Key key) {
        return Json.of(List.of("harbor-oauth", key.tenant(), key.user(), key.name()))
                .toString();
    }
}

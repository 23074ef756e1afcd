package dev.harbor.oauth;

import dev.harbor.access.TokenStore;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Is a store in memory whose reads fail while a test says so, and in which a test does something before everything of an owner is removed. */
final class UnsteadyTokens implements TokenStore {

    private final TokenStore store = TokenStore.inMemory();
    volatile boolean fails;
    volatile Runnable beforeErasure = () -> {};

    @Override
    public Optional<Entry> find(Key key) {
        if (fails) {
            throw new StoreException(ErrorCode.STORE_FAILED, "on purpose");
        }
        return store.find(key);
    }

    @Override
    public boolean replace(Key key, @Nullable Entry expected, @Nullable Entry next) {
        return store.replace(key, expected, next);
    }

    @Override
    public List<Key> keys(String tenant, @Nullable String user, @Nullable Key after, int most) {
        return store.keys(tenant, user, after, most);
    }

    @Override
    public long erase(String tenant, @Nullable String user) {
        beforeErasure.run();
        return store.erase(tenant, user);
    }

    @Override
    public long removeExpired(Instant moment) {
        return store.removeExpired(moment);
    }

    @Override
    public void close() {
        store.close();
    }
}

package dev.harbor.contracts;

import dev.harbor.access.TokenStore;
import dev.harbor.testkit.TokenStoreContract;

final class InMemoryTokenStoreContractTest extends TokenStoreContract {

    @Override
    protected TokenStore create() {
        return TokenStore.inMemory();
    }

    @Override
    protected TokenStore reopen(TokenStore store) {
        return store;
    }
}

package dev.harbor.store.jdbc;

import dev.harbor.access.TokenStore;
import dev.harbor.testkit.TokenStoreContract;
import java.util.HashMap;
import java.util.Map;

final class PostgresTokenStoreContractTest extends TokenStoreContract {

    private final Map<TokenStore, String> schemas = new HashMap<>();

    @Override
    protected TokenStore create() {
        return open(PostgresServer.newSchema());
    }

    @Override
    protected TokenStore reopen(TokenStore store) {
        return open(schemas.get(store));
    }

    private TokenStore open(String schema) {
        TokenStore store = JdbcTokenStore.builder().schema(schema).postgres(PostgresServer.source());
        schemas.put(store, schema);
        return store;
    }
}

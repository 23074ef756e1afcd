package dev.harbor.store.jdbc;

import dev.harbor.access.TokenStore;
import dev.harbor.testkit.TokenStoreContract;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

final class SqliteTokenStoreContractTest extends TokenStoreContract {

    private final Map<TokenStore, Path> files = new HashMap<>();

    @TempDir
    Path folder;

    @Override
    protected TokenStore create() {
        return open(folder.resolve(files.size() + ".db"));
    }

    @Override
    protected TokenStore reopen(TokenStore store) {
        return open(files.get(store));
    }

    private TokenStore open(Path file) {
        TokenStore store = JdbcTokenStore.sqlite(file);
        files.put(store, file);
        return store;
    }
}

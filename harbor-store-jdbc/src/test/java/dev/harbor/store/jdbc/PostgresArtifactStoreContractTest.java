package dev.harbor.store.jdbc;

import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.testkit.ArtifactStoreContract;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;

final class PostgresArtifactStoreContractTest extends ArtifactStoreContract {

    private final Map<ArtifactStore, String> schemas = new HashMap<>();

    @Override
    protected ArtifactStore create(ArtifactLimits limits, Clock clock) {
        return open(PostgresServer.newSchema(), limits, clock);
    }

    @Override
    protected ArtifactStore reopen(ArtifactStore store, ArtifactLimits limits, Clock clock) {
        return open(schemas.get(store), limits, clock);
    }

    private ArtifactStore open(String schema, ArtifactLimits limits, Clock clock) {
        ArtifactStore store = JdbcArtifactStore.builder()
                .limits(limits)
                .clock(clock)
                .schema(schema)
                .postgres(PostgresServer.source());
        schemas.put(store, schema);
        return store;
    }
}

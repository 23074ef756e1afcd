package dev.harbor.store.jdbc;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.identity.Identity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Is the condition of a query over entries and the bytes that they have. Not thread-safe. */
final class ArtifactSql {

    private final StringBuilder text =
            new StringBuilder(" FROM @artifact a JOIN @blob b ON b.id = a.blob WHERE b.state = " + Blobs.STORED);
    private final List<Object> parameters = new ArrayList<>();

    private ArtifactSql() {}

    static ArtifactSql where(ArtifactFilter filter) {
        ArtifactSql sql = new ArtifactSql();
        String tenant = filter.tenant();
        String user = filter.user();
        String session = filter.session();
        String task = filter.task();
        if (task != null) {
            Identity owner = Identity.of(
                    Objects.requireNonNull(tenant), Objects.requireNonNull(user), Objects.requireNonNull(session));
            return sql.and(" AND a.task_key = ?", ScopeKey.task(new ArtifactScope(owner, task)));
        }
        if (tenant == null) {
            return sql;
        }
        if (user == null) {
            return sql.and(" AND a.tenant_key = ?", ScopeKey.tenant(tenant));
        }
        return session == null
                ? sql.and(" AND a.user_key = ?", ScopeKey.user(tenant, user))
                : sql.and(" AND a.session_key = ?", ScopeKey.session(tenant, user, session));
    }

    static ArtifactSql session(Identity session) {
        return where(ArtifactFilter.session(session));
    }

    ArtifactSql ref(ArtifactRef ref) {
        return and(" AND b.sha256 = ?", ref.sha256());
    }

    /** Leaves out what was stored last at a moment or before; nothing when it is null. */
    ArtifactSql storedAfter(@Nullable Instant moment) {
        return moment == null ? this : and(" AND (b.touched_second, b.touched_nano) > (?, ?)", moment);
    }

    /** Leaves out what was stored last after a moment. */
    ArtifactSql storedUntil(Instant moment) {
        return and(" AND (b.touched_second, b.touched_nano) <= (?, ?)", moment);
    }

    ArtifactSql and(String condition, Object... values) {
        text.append(condition);
        parameters.addAll(Arrays.asList(values));
        return this;
    }

    String text() {
        return text.toString();
    }

    Object[] parameters(Object... more) {
        List<Object> all = new ArrayList<>(parameters);
        all.addAll(Arrays.asList(more));
        return all.toArray();
    }
}

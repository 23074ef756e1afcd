package dev.harbor.store.jdbc;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.error.HarborException;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds and adds entries. Thread-safe. */
final class Entries {

    private static final String COLUMNS = "SELECT a.id, a.blob, a.tenant, a.user_name, a.session, a.task, a.namespace,"
            + " a.media_type, a.filename, a.source, a.created_second, a.created_nano, b.sha256, b.size";
    private static final String OLDEST = " ORDER BY a.created_second, a.created_nano, a.id LIMIT 1";
    private static final String NEWEST = " ORDER BY a.created_second DESC, a.created_nano DESC, b.sha256, a.id LIMIT ?";
    private static final String INSERT = "INSERT INTO @artifact (blob, tenant, user_name, session, task, tenant_key,"
            + " user_key, session_key, task_key, namespace, media_type, filename, source, created_second, created_nano)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private final Database database;
    private final ArtifactLimits limits;
    private final Clock clock;

    Entries(Database database, ArtifactLimits limits, Clock clock) {
        this.database = database;
        this.limits = limits;
        this.clock = clock;
    }

    /** Returns the moment of which is too old what was stored then last or before; null when nothing ever is. */
    @Nullable
    Instant expiry() {
        return limits.maxAge().map(age -> Moments.before(clock.instant(), age)).orElse(null);
    }

    Optional<Stored> find(Identity session, ArtifactRef ref) {
        ArtifactSql sql = ArtifactSql.session(session).ref(ref).storedAfter(expiry());
        return database.read("find an artifact", work -> first(work, sql));
    }

    List<ArtifactInfo> list(ArtifactFilter filter, int limit) {
        ArtifactSql sql = ArtifactSql.where(filter).storedAfter(expiry());
        return database.read("list artifacts", session -> {
            List<ArtifactInfo> found = new ArrayList<>();
            try (ResultSet row = session.query(COLUMNS + sql.text() + NEWEST, sql.parameters(limit))) {
                while (row.next()) {
                    found.add(read(row).info());
                }
            }
            return List.copyOf(found);
        });
    }

    private static Optional<Stored> first(Session session, ArtifactSql sql) throws SQLException {
        try (ResultSet row = session.query(COLUMNS + sql.text() + OLDEST, sql.parameters())) {
            return row.next() ? Optional.of(read(row)) : Optional.empty();
        }
    }

    /** Adds an entry to bytes unless its task and namespace have one, and returns the one that is there then. */
    static ArtifactInfo add(Session session, long blob, ArtifactInfo info) throws SQLException {
        ArtifactSql same = ArtifactSql.where(ArtifactFilter.task(info.scope()))
                .and(" AND a.blob = ? AND a.namespace = ?", blob, info.options().namespace());
        Optional<Stored> there = first(session, same);
        if (there.isPresent()) {
            return there.get().info();
        }
        insert(session, blob, info);
        return info;
    }

    private static void insert(Session session, long blob, ArtifactInfo info) throws SQLException {
        Identity owner = info.scope().identity();
        ArtifactOptions options = info.options();
        String filename = options.filename();
        session.update(
                INSERT,
                blob,
                Escaped.of(owner.tenant()),
                Escaped.of(owner.user()),
                Escaped.of(owner.session()),
                Escaped.of(info.scope().task()),
                ScopeKey.tenant(owner.tenant()),
                ScopeKey.user(owner.tenant(), owner.user()),
                ScopeKey.session(owner),
                ScopeKey.task(info.scope()),
                options.namespace(),
                options.mediaType(),
                filename == null ? Parameters.NO_TEXT : Escaped.of(filename),
                source(options.source()),
                info.createdAt());
    }

    private static String source(Map<String, String> source) {
        Map<String, String> escaped = new TreeMap<>();
        source.forEach((key, value) -> escaped.put(Escaped.of(key), Escaped.of(value)));
        return Json.of(escaped).toString();
    }

    private static Map<String, String> source(String text) {
        Map<String, String> source = new HashMap<>();
        Json.parse(text)
                .members()
                .forEach((key, value) -> source.put(Escaped.read(key), Escaped.read(value.asString())));
        return source;
    }

    private static Stored read(ResultSet row) throws SQLException {
        try {
            Identity owner = Identity.of(
                    Escaped.read(row.getString("tenant")),
                    Escaped.read(row.getString("user_name")),
                    Escaped.read(row.getString("session")));
            String filename = row.getString("filename");
            ArtifactOptions options = new ArtifactOptions(
                    row.getString("media_type"),
                    filename == null ? null : Escaped.read(filename),
                    row.getString("namespace"),
                    source(row.getString("source")));
            ArtifactInfo info = new ArtifactInfo(
                    new ArtifactRef(ArtifactRef.PREFIX + row.getString("sha256")),
                    row.getLong("size"),
                    new ArtifactScope(owner, Escaped.read(row.getString("task"))),
                    options,
                    Moments.read(row, "created"));
            return new Stored(info, row.getLong("blob"));
        } catch (IllegalArgumentException | DateTimeException | HarborException e) {
            throw Failures.damaged("entry " + row.getLong("id") + " of the artifact store", e);
        }
    }
}

package dev.harbor.store.jdbc;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.Retention;
import dev.harbor.error.HarborException;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** Finds and adds entries. Thread-safe. */
final class Entries {

    private static final String COLUMNS = "SELECT a.id, a.blob, a.tenant, a.user_name, a.session, a.task, a.namespace,"
            + " a.media_type, a.filename, a.source, a.created_second, a.created_nano, b.sha256, b.size";
    private static final String TASKS = "SELECT DISTINCT a.task_key, a.tenant, a.user_name, a.session, a.task";
    private static final Comparator<ArtifactInfo> NEWEST_FIRST = Comparator.comparing(ArtifactInfo::createdAt)
            .reversed()
            .thenComparing(info -> info.ref().sha256());
    private static final String OLDEST = " ORDER BY a.created_second, a.created_nano, a.id LIMIT 1";
    private static final String NEWEST = " ORDER BY a.created_second DESC, a.created_nano DESC, b.sha256, a.id LIMIT ?";
    private static final String INSERT = "INSERT INTO @artifact (blob, tenant, user_name, session, task, tenant_key,"
            + " user_key, session_key, task_key, namespace, media_type, filename, source, created_second, created_nano)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private final Database database;
    private final Retention retention;

    Entries(Database database, Retention retention) {
        this.database = database;
        this.retention = retention;
    }

    Optional<Stored> find(Identity session, ArtifactRef ref) {
        Retention.Pass pass = retention.pass();
        Optional<Stored> young = first(ArtifactSql.session(session).ref(ref).storedAfter(pass.expiry()));
        return young.isPresent() || pass.expiry() == null ? young : findPinned(session, ref, pass);
    }

    /** Returns the entry of a task that has it pinned however old it is. */
    private Optional<Stored> findPinned(Identity session, ArtifactRef ref, Retention.Pass pass) {
        for (ArtifactScope scope : old(ArtifactSql.session(session).ref(ref), pass)) {
            if (pass.isPinned(scope)) {
                return first(ArtifactSql.where(ArtifactFilter.task(scope)).ref(ref));
            }
        }
        return Optional.empty();
    }

    private Optional<Stored> first(ArtifactSql sql) {
        return database.read("find an artifact", work -> first(work, sql));
    }

    List<ArtifactInfo> list(ArtifactFilter filter, int limit) {
        Retention.Pass pass = retention.pass();
        List<ArtifactInfo> found =
                new ArrayList<>(list(ArtifactSql.where(filter).storedAfter(pass.expiry()), limit));
        for (ArtifactScope scope : old(ArtifactSql.where(filter), pass)) {
            if (pass.isPinned(scope)) {
                found.addAll(list(
                        ArtifactSql.where(ArtifactFilter.task(scope))
                                .storedUntil(Objects.requireNonNull(pass.expiry())),
                        limit));
            }
        }
        found.sort(NEWEST_FIRST);
        return List.copyOf(found.subList(0, Math.min(limit, found.size())));
    }

    private List<ArtifactInfo> list(ArtifactSql sql, int limit) {
        return database.read("list artifacts", session -> {
            List<ArtifactInfo> found = new ArrayList<>();
            try (ResultSet row = session.query(COLUMNS + sql.text() + NEWEST, sql.parameters(limit))) {
                while (row.next()) {
                    found.add(read(row).info());
                }
            }
            return found;
        });
    }

    /** Returns the tasks that have something old among what is selected, so that one can ask about them when no connection is held; none if nothing ages. */
    List<ArtifactScope> old(ArtifactSql selected, Retention.Pass pass) {
        Instant expiry = pass.expiry();
        if (expiry == null) {
            return List.of();
        }
        ArtifactSql sql = selected.storedUntil(expiry);
        return database.read("look for old artifacts", session -> {
            List<ArtifactScope> tasks = new ArrayList<>();
            try (ResultSet row = session.query(TASKS + sql.text() + " ORDER BY a.task_key", sql.parameters())) {
                while (row.next()) {
                    tasks.add(new ArtifactScope(owner(row), Escaped.read(row.getString("task"))));
                }
            }
            return tasks;
        });
    }

    private static Identity owner(ResultSet row) throws SQLException {
        return Identity.of(
                Escaped.read(row.getString("tenant")),
                Escaped.read(row.getString("user_name")),
                Escaped.read(row.getString("session")));
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
            Identity owner = owner(row);
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

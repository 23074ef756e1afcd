package dev.harbor.store.jdbc;

import java.util.List;

/**
 * The tables in PostgreSQL.
 *
 * <ul>
 *   <li>{@code stream}: a row for each name that was ever claimed. {@code born} tells the records of a stream from those of a deleted one of the same name;
 *       {@code epoch} outlives a deletion. {@code token} names the last append, {@code refused} one that must not happen any more. {@code until} is the
 *       earliest moment there is when nobody holds the stream. The identity and what follows it are null when there is no stream. It has few indexes, because
 *       each costs every append.
 *   <li>{@code record}: what was appended, the data byte by byte, with a checksum over all of it.
 *   <li>{@code head}: the heads again, to find streams by; it changes only where they do. {@code head_key}: their keys.
 *   <li>{@code blob}: bytes of a session, being written (state 0), stored (1) or removed while somebody may still read them (2); {@code touched} is when they
 *       were written, stored or removed last.
 *   <li>{@code chunk}: the bytes, in pieces that fit into memory.
 *   <li>{@code artifact}: an entry for each task and namespace that stored bytes.
 *   <li>{@code token}: sealed texts by owner and name; the user is empty for what belongs to a tenant as a whole, and both for what belongs to the service itself.
 * </ul>
 */
final class PostgresSchema {

    static final Schema CURRENT = new Schema(List.of(version1(), version2(), version3(), version4()));

    private PostgresSchema() {}

    private static List<String> version1() {
        return List.of(
                """
                CREATE TABLE @stream (
                  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name TEXT COLLATE "C" NOT NULL UNIQUE,
                  epoch BIGINT NOT NULL, born BIGINT NOT NULL, sequence BIGINT NOT NULL,
                  token BIGINT NOT NULL, refused BIGINT,
                  owner TEXT, until_second BIGINT NOT NULL, until_nano INTEGER NOT NULL,
                  tenant TEXT, user_name TEXT, session TEXT,
                  tenant_key BYTEA, user_key BYTEA, session_key BYTEA,
                  state TEXT COLLATE "C", wake_second BIGINT, wake_nano INTEGER, keys TEXT) WITH (fillfactor = 70)\
                """,
                """
                CREATE INDEX stream_tenant ON @stream (tenant_key, name)\
                """,
                """
                CREATE INDEX stream_user ON @stream (user_key, name)\
                """,
                """
                CREATE INDEX stream_session ON @stream (session_key, name)\
                """,
                """
                CREATE INDEX stream_state ON @stream (state, name)\
                """,
                """
                CREATE INDEX stream_wake ON @stream (wake_second, wake_nano) WHERE wake_second IS NOT NULL\
                """,
                """
                CREATE INDEX stream_until ON @stream (until_second, until_nano)\
                """,
                """
                CREATE TABLE @record (
                  stream BIGINT NOT NULL REFERENCES @stream (id), born BIGINT NOT NULL, sequence BIGINT NOT NULL,
                  type TEXT NOT NULL, version INTEGER NOT NULL, at_second BIGINT NOT NULL, at_nano INTEGER NOT NULL,
                  format INTEGER NOT NULL, checksum BIGINT NOT NULL, token BIGINT NOT NULL, data BYTEA NOT NULL,
                  PRIMARY KEY (stream, born, sequence))\
                """,
                """
                CREATE TABLE @head_key (
                  stream BIGINT NOT NULL REFERENCES @stream (id),
                  key TEXT COLLATE "C" NOT NULL, value TEXT COLLATE "C" NOT NULL,
                  PRIMARY KEY (stream, key))\
                """,
                """
                CREATE INDEX head_key_value ON @head_key (key, value, stream)\
                """,
                """
                CREATE TABLE @blob (
                  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                  session_key BYTEA NOT NULL, user_key BYTEA NOT NULL, tenant_key BYTEA NOT NULL,
                  sha256 TEXT COLLATE "C", size BIGINT NOT NULL, state INTEGER NOT NULL,
                  touched_second BIGINT NOT NULL, touched_nano INTEGER NOT NULL)\
                """,
                """
                CREATE UNIQUE INDEX blob_content ON @blob (session_key, sha256) WHERE state = 1\
                """,
                """
                CREATE INDEX blob_session ON @blob (session_key, size) WHERE state = 1\
                """,
                """
                CREATE INDEX blob_user ON @blob (user_key, size) WHERE state = 1\
                """,
                """
                CREATE INDEX blob_tenant ON @blob (tenant_key, size) WHERE state = 1\
                """,
                """
                CREATE INDEX blob_touched ON @blob (state, touched_second, touched_nano)\
                """,
                """
                CREATE TABLE @chunk (
                  blob BIGINT NOT NULL REFERENCES @blob (id), number BIGINT NOT NULL,
                  checksum BIGINT NOT NULL, data BYTEA NOT NULL,
                  PRIMARY KEY (blob, number))\
                """,
                """
                ALTER TABLE @chunk ALTER COLUMN data SET STORAGE EXTERNAL\
                """,
                """
                CREATE TABLE @artifact (
                  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, blob BIGINT NOT NULL REFERENCES @blob (id),
                  tenant TEXT NOT NULL, user_name TEXT NOT NULL, session TEXT NOT NULL, task TEXT NOT NULL,
                  tenant_key BYTEA NOT NULL, user_key BYTEA NOT NULL, session_key BYTEA NOT NULL, task_key BYTEA NOT NULL,
                  namespace TEXT COLLATE "C" NOT NULL, media_type TEXT NOT NULL, filename TEXT, source TEXT NOT NULL,
                  created_second BIGINT NOT NULL, created_nano INTEGER NOT NULL)\
                """,
                """
                CREATE UNIQUE INDEX artifact_entry ON @artifact (blob, task_key, namespace)\
                """,
                """
                CREATE INDEX artifact_tenant ON @artifact (tenant_key, created_second, created_nano)\
                """,
                """
                CREATE INDEX artifact_user ON @artifact (user_key, created_second, created_nano)\
                """,
                """
                CREATE INDEX artifact_session ON @artifact (session_key, created_second, created_nano)\
                """,
                """
                CREATE INDEX artifact_task ON @artifact (task_key, created_second, created_nano)\
                """,
                """
                CREATE INDEX artifact_created ON @artifact (created_second, created_nano)\
                """);
    }

    private static List<String> version2() {
        return List.of("""
                CREATE TABLE @token (
                  tenant TEXT COLLATE "C" NOT NULL, user_name TEXT COLLATE "C" NOT NULL, name TEXT COLLATE "C" NOT NULL,
                  content TEXT NOT NULL, expires_second BIGINT, expires_nano INTEGER,
                  PRIMARY KEY (tenant, user_name, name)) WITH (fillfactor = 70)\
                """, """
                CREATE INDEX token_expires ON @token (expires_second) WHERE expires_second IS NOT NULL\
                """);
    }

    /** Records are added to rows of streams that the same statement has locked, and no row of a stream is ever removed: checking that again costs each append. */
    private static List<String> version3() {
        return List.of("ALTER TABLE @record DROP CONSTRAINT IF EXISTS record_stream_fkey");
    }

    /** An update opens every index of its table, also those whose columns it leaves alone. */
    private static List<String> version4() {
        return List.of(
                """
                CREATE TABLE @head (
                  stream BIGINT PRIMARY KEY REFERENCES @stream (id), name TEXT COLLATE "C" NOT NULL UNIQUE,
                  tenant_key BYTEA NOT NULL, user_key BYTEA NOT NULL, session_key BYTEA NOT NULL,
                  state TEXT COLLATE "C" NOT NULL, wake_second BIGINT, wake_nano INTEGER) WITH (fillfactor = 70)\
                """,
                """
                INSERT INTO @head SELECT id, name, tenant_key, user_key, session_key, state, wake_second, wake_nano
                  FROM @stream WHERE tenant IS NOT NULL\
                """,
                """
                CREATE INDEX head_tenant ON @head (tenant_key, name)\
                """,
                """
                CREATE INDEX head_user ON @head (user_key, name)\
                """,
                """
                CREATE INDEX head_session ON @head (session_key, name)\
                """,
                """
                CREATE INDEX head_state ON @head (state, name)\
                """,
                """
                CREATE INDEX head_wake ON @head (wake_second, wake_nano) WHERE wake_second IS NOT NULL\
                """,
                "DROP INDEX @stream_tenant, @stream_user, @stream_session, @stream_state, @stream_wake",
                "ALTER TABLE @stream DROP COLUMN tenant_key, DROP COLUMN user_key");
    }
}

package dev.harbor.store.jdbc;

import java.util.List;

/** The tables in SQLite. What a column means is said in {@link PostgresSchema}. */
final class SqliteSchema {

    static final Schema CURRENT = new Schema(List.of(version1(), version2(), version3()));

    private SqliteSchema() {}

    private static List<String> version1() {
        return List.of(
                """
                CREATE TABLE stream (
                  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
                  epoch INTEGER NOT NULL, born INTEGER NOT NULL, sequence INTEGER NOT NULL,
                  token INTEGER NOT NULL, refused INTEGER,
                  owner TEXT, until_second INTEGER NOT NULL, until_nano INTEGER NOT NULL,
                  tenant TEXT, user_name TEXT, session TEXT,
                  tenant_key BLOB, user_key BLOB, session_key BLOB,
                  state TEXT, wake_second INTEGER, wake_nano INTEGER, keys TEXT)\
                """,
                """
                CREATE INDEX stream_tenant ON stream (tenant_key, name)\
                """,
                """
                CREATE INDEX stream_user ON stream (user_key, name)\
                """,
                """
                CREATE INDEX stream_session ON stream (session_key, name)\
                """,
                """
                CREATE INDEX stream_state ON stream (state, name)\
                """,
                """
                CREATE INDEX stream_wake ON stream (wake_second, wake_nano) WHERE wake_second IS NOT NULL\
                """,
                """
                CREATE INDEX stream_until ON stream (until_second, until_nano)\
                """,
                """
                CREATE TABLE record (
                  stream INTEGER NOT NULL REFERENCES stream (id), born INTEGER NOT NULL, sequence INTEGER NOT NULL,
                  type TEXT NOT NULL, version INTEGER NOT NULL, at_second INTEGER NOT NULL, at_nano INTEGER NOT NULL,
                  format INTEGER NOT NULL, checksum INTEGER NOT NULL, token INTEGER NOT NULL, data BLOB NOT NULL,
                  PRIMARY KEY (stream, born, sequence)) WITHOUT ROWID\
                """,
                """
                CREATE TABLE head_key (
                  stream INTEGER NOT NULL REFERENCES stream (id), key TEXT NOT NULL, value TEXT NOT NULL,
                  PRIMARY KEY (stream, key)) WITHOUT ROWID\
                """,
                """
                CREATE INDEX head_key_value ON head_key (key, value, stream)\
                """,
                """
                CREATE TABLE blob (
                  id INTEGER PRIMARY KEY, session_key BLOB NOT NULL, user_key BLOB NOT NULL, tenant_key BLOB NOT NULL,
                  sha256 TEXT, size INTEGER NOT NULL, state INTEGER NOT NULL,
                  touched_second INTEGER NOT NULL, touched_nano INTEGER NOT NULL)\
                """,
                """
                CREATE UNIQUE INDEX blob_content ON blob (session_key, sha256) WHERE state = 1\
                """,
                """
                CREATE INDEX blob_session ON blob (session_key, size) WHERE state = 1\
                """,
                """
                CREATE INDEX blob_user ON blob (user_key, size) WHERE state = 1\
                """,
                """
                CREATE INDEX blob_tenant ON blob (tenant_key, size) WHERE state = 1\
                """,
                """
                CREATE INDEX blob_touched ON blob (state, touched_second, touched_nano)\
                """,
                """
                CREATE TABLE chunk (
                  blob INTEGER NOT NULL REFERENCES blob (id), number INTEGER NOT NULL,
                  checksum INTEGER NOT NULL, data BLOB NOT NULL,
                  PRIMARY KEY (blob, number)) WITHOUT ROWID\
                """,
                """
                CREATE TABLE artifact (
                  id INTEGER PRIMARY KEY, blob INTEGER NOT NULL REFERENCES blob (id),
                  tenant TEXT NOT NULL, user_name TEXT NOT NULL, session TEXT NOT NULL, task TEXT NOT NULL,
                  tenant_key BLOB NOT NULL, user_key BLOB NOT NULL, session_key BLOB NOT NULL, task_key BLOB NOT NULL,
                  namespace TEXT NOT NULL, media_type TEXT NOT NULL, filename TEXT, source TEXT NOT NULL,
                  created_second INTEGER NOT NULL, created_nano INTEGER NOT NULL)\
                """,
                """
                CREATE UNIQUE INDEX artifact_entry ON artifact (blob, task_key, namespace)\
                """,
                """
                CREATE INDEX artifact_tenant ON artifact (tenant_key, created_second, created_nano)\
                """,
                """
                CREATE INDEX artifact_user ON artifact (user_key, created_second, created_nano)\
                """,
                """
                CREATE INDEX artifact_session ON artifact (session_key, created_second, created_nano)\
                """,
                """
                CREATE INDEX artifact_task ON artifact (task_key, created_second, created_nano)\
                """,
                """
                CREATE INDEX artifact_created ON artifact (created_second, created_nano)\
                """);
    }

    private static List<String> version2() {
        return List.of("""
                CREATE TABLE token (
                  tenant TEXT NOT NULL, user_name TEXT NOT NULL, name TEXT NOT NULL,
                  content TEXT NOT NULL, expires_second INTEGER, expires_nano INTEGER,
                  PRIMARY KEY (tenant, user_name, name)) WITHOUT ROWID\
                """, """
                CREATE INDEX token_expires ON token (expires_second) WHERE expires_second IS NOT NULL\
                """);
    }

    private static List<String> version3() {
        return List.of(
                """
                CREATE TABLE head (
                  stream INTEGER PRIMARY KEY REFERENCES stream (id), name TEXT NOT NULL UNIQUE,
                  tenant_key BLOB NOT NULL, user_key BLOB NOT NULL, session_key BLOB NOT NULL,
                  state TEXT NOT NULL, wake_second INTEGER, wake_nano INTEGER)\
                """,
                """
                INSERT INTO head SELECT id, name, tenant_key, user_key, session_key, state, wake_second, wake_nano
                  FROM stream WHERE tenant IS NOT NULL\
                """,
                """
                CREATE INDEX head_tenant ON head (tenant_key, name)\
                """,
                """
                CREATE INDEX head_user ON head (user_key, name)\
                """,
                """
                CREATE INDEX head_session ON head (session_key, name)\
                """,
                """
                CREATE INDEX head_state ON head (state, name)\
                """,
                """
                CREATE INDEX head_wake ON head (wake_second, wake_nano) WHERE wake_second IS NOT NULL\
                """,
                "DROP INDEX stream_tenant",
                "DROP INDEX stream_user",
                "DROP INDEX stream_session",
                "DROP INDEX stream_state",
                "DROP INDEX stream_wake",
                "ALTER TABLE stream DROP COLUMN tenant_key",
                "ALTER TABLE stream DROP COLUMN user_key");
    }
}

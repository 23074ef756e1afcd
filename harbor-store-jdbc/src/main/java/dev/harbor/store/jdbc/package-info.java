/**
 * A journal and an artifact store in a database: SQLite, one file beside the program, or PostgreSQL, shared by many nodes. A database holds the tables of
 * both, so that one can serve both.
 */
@NullMarked
package dev.harbor.store.jdbc;

import org.jspecify.annotations.NullMarked;

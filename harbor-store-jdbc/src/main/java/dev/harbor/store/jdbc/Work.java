package dev.harbor.store.jdbc;

import java.sql.SQLException;

/** Is something to do in a database. */
@FunctionalInterface
interface Work<T> {

    T run(Session session) throws SQLException;
}

/** The journal and the artifact store in SQLite or PostgreSQL. */
module dev.harbor.store.jdbc {
    requires transitive dev.harbor.core;
    requires transitive java.sql;
    requires static transitive org.jspecify;
    requires org.slf4j;

    exports dev.harbor.store.jdbc;

    uses java.sql.Driver;
}

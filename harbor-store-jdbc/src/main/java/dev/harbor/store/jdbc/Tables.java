package dev.harbor.store.jdbc;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Knows where the tables are. SQL names one as {@code @record}; what that is for the database is put into words once a statement, because the longest of them takes
 * longer to write than to send. Thread-safe.
 */
final class Tables {

    /** The most statements that are kept; the program has far fewer, and one that is put together at run time must not fill the memory. */
    static final int MAX_KEPT = 1_000;

    private final String qualifier;
    private final Map<String, String> kept = new ConcurrentHashMap<>();

    private Tables(String qualifier) {
        this.qualifier = qualifier;
    }

    /** Finds the tables where the database looks by itself. */
    static Tables unqualified() {
        return new Tables("");
    }

    static Tables in(String schema) {
        return new Tables('"' + schema + "\".");
    }

    /** Returns SQL with the names of tables as the database knows them. */
    String qualified(String sql) {
        String known = kept.get(sql);
        return known == null ? keep(sql, sql.replace("@", qualifier)) : known;
    }

    private String keep(String sql, String qualified) {
        if (kept.size() < MAX_KEPT) {
            kept.put(sql, qualified);
        }
        return qualified;
    }

    int kept() {
        return kept.size();
    }
}

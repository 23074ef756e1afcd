package dev.harbor.store.jdbc;

import dev.harbor.journal.HeadQuery;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Is the SQL of a query. The narrowest owner that is asked for selects by itself, since its key covers the wider ones. Immutable once made. */
final class FindSql {

    private final StringBuilder text = new StringBuilder(
            "SELECT " + StreamRow.columns("s") + " FROM @head h JOIN @stream s ON s.id = h.stream WHERE h.name > ?");
    private final List<Object> parameters = new ArrayList<>();
    private boolean canMatch = true;

    private FindSql() {}

    static FindSql of(HeadQuery query) {
        FindSql sql = new FindSql();
        sql.owner(query);
        sql.states(query.states());
        sql.moment("h.wake", query.dueBy());
        sql.moment("s.until", query.unclaimedBy());
        query.keys().forEach(sql::key);
        sql.text.append(" ORDER BY h.name LIMIT ?");
        return sql;
    }

    /** Returns false if a text is asked for that no stream can have. */
    boolean canMatch() {
        return canMatch;
    }

    String text() {
        return text.toString();
    }

    Object[] parameters(String after, int limit) {
        List<Object> all = new ArrayList<>();
        all.add(after);
        all.addAll(parameters);
        all.add(limit);
        return all.toArray();
    }

    private void owner(HeadQuery query) {
        String tenant = query.tenant();
        String user = query.user();
        String session = query.session();
        if (tenant == null) {
            return;
        }
        if (user == null) {
            add(" AND h.tenant_key = ?", ScopeKey.tenant(tenant));
        } else if (session == null) {
            add(" AND h.user_key = ?", ScopeKey.user(tenant, user));
        } else {
            add(" AND h.session_key = ?", ScopeKey.session(tenant, user, session));
        }
    }

    private void states(Collection<String> states) {
        if (states.isEmpty()) {
            return;
        }
        List<String> plain = states.stream().filter(Escaped::isPlain).toList();
        canMatch &= !plain.isEmpty();
        add(" AND h.state IN (" + String.join(", ", Collections.nCopies(plain.size(), "?")) + ")", plain.toArray());
    }

    private void moment(String column, @Nullable Instant latest) {
        if (latest != null) {
            add(" AND (" + column + "_second, " + column + "_nano) <= (?, ?)", latest);
        }
    }

    private void key(String key, String value) {
        canMatch &= Escaped.isPlain(key) && Escaped.isPlain(value);
        add(" AND h.stream IN (SELECT stream FROM @head_key WHERE key = ? AND value = ?)", key, value);
    }

    private void add(String condition, Object... values) {
        text.append(condition);
        parameters.addAll(Arrays.asList(values));
    }
}

package dev.harbor.tools.mcp;

import dev.harbor.identity.Identity;
import dev.harbor.policy.Cancellation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Are the connections of those who call with credentials of their own: a session belongs to whom it was begun for. So many are kept at most; the one that was
 * not used for the longest time makes room.
 *
 * <p>Thread-safe.
 */
final class PersonalConnections implements Connection.Events {

    private static final int MOST = 64;

    private final McpSettings settings;
    private final Counters counters;
    private final Cancellation root;
    private final Object lock = new Object();
    private final Map<Identity, Connection> open = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<Identity, Semaphore> opening = new LinkedHashMap<>();
    private boolean closed;

    PersonalConnections(McpSettings settings, Counters counters, Cancellation root) {
        this.settings = settings;
        this.counters = counters;
        this.root = root;
    }

    /**
     * Returns the connection of somebody, which is made if there is none.
     *
     * @throws LinkFailure if it can't be made
     */
    @Nullable
    Connection of(Identity identity, Verdict known) throws InterruptedException {
        Connection there = find(identity);
        if (there != null) {
            return there;
        }
        Semaphore turn;
        synchronized (lock) {
            turn = opening.computeIfAbsent(identity, key -> new Semaphore(1));
        }
        turn.acquire();
        try {
            there = find(identity);
            return there != null
                    ? there
                    : kept(identity, Connection.open(settings, identity, counters, this, known, root));
        } finally {
            turn.release();
            synchronized (lock) {
                opening.remove(identity, turn);
            }
        }
    }

    private @Nullable Connection find(Identity identity) {
        synchronized (lock) {
            return open.get(identity);
        }
    }

    private @Nullable Connection kept(Identity identity, Connection connection) {
        Connection out = null;
        synchronized (lock) {
            if (closed) {
                out = connection;
            } else {
                open.put(identity, connection);
                out = open.size() > MOST ? open.remove(open.keySet().iterator().next()) : null;
            }
        }
        if (out != null) {
            out.close();
        }
        return out == connection ? null : connection;
    }

    @Override
    public void changed(String list) {
        // The source's own connection hears of it as well.
    }

    @Override
    public void lost(Connection connection, LinkFailure why) {
        synchronized (lock) {
            if (!open.remove(connection.identity(), connection)) {
                return;
            }
        }
        Background.run("harbor-mcp-close-" + settings.name, connection::close);
    }

    void close() {
        Map<Identity, Connection> all;
        synchronized (lock) {
            closed = true;
            all = new LinkedHashMap<>(open);
            open.clear();
        }
        all.values().forEach(Connection::close);
    }
}

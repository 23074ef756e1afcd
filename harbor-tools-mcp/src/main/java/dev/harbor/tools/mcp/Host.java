package dev.harbor.tools.mcp;

import dev.harbor.catalog.ExternalToolset;
import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.identity.Identity;
import dev.harbor.policy.Cancellation;
import dev.harbor.transport.SourceState;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one server connected: starts it, hears of its end, starts it again ever less often, and keeps the catalog's slot as the server lists it. At any time
 * one thread at most connects or lists.
 *
 * <p>Thread-safe. Its lock is never held while something is called that can block or call back.
 */
final class Host implements Connection.Events {

    private static final Logger LOG = LoggerFactory.getLogger(McpSource.class);

    /** How long changes of a list are gathered before it is read again: servers tell of one change many times. */
    private static final Duration GATHER = Duration.ofMillis(200);

    private static final long JOIN_MILLIS = 3_000;

    private final McpSettings settings;
    private final Counters counters = new Counters();
    private final Serial listeners = new Serial();
    private final Semaphore turn = new Semaphore(1);
    private final Cancellation root = Cancellation.create();
    private final PersonalConnections personal;
    private final Delivery delivery;
    private final Parking parking;
    private final Freshness freshness = new Freshness();
    private final Updates updates;

    private final Object lock = new Object();
    private SourceState state = SourceState.STARTING;
    private Consumer<SourceState> listener = ignored -> {};
    private @Nullable Connection current;
    private long currentSince;
    private boolean started;
    private boolean closed;
    private boolean gathering;
    private int failures;
    private Duration holds = Duration.ZERO;
    private Ticks.@Nullable Timer rereading;
    private Ticks.@Nullable Timer timer;
    private @Nullable Thread worker;
    private Verdict verdict = Verdict.UNKNOWN;
    private @Nullable String trouble;

    Host(McpSettings settings) {
        this.settings = settings;
        this.personal = new PersonalConnections(settings, counters, root);
        this.delivery = new Delivery(settings, this);
        this.parking = new Parking(settings.ticks);
        this.updates = new Updates(settings);
    }

    // ---- from outside

    void onState(Consumer<SourceState> told) {
        synchronized (lock) {
            listener = told;
        }
    }

    void start(Consumer<ExternalToolset> toolsets) {
        synchronized (lock) {
            requireOpen();
            if (started) {
                throw new ConfigurationException("source '" + settings.name + "' was started before");
            }
            started = true;
        }
        delivery.to(toolsets);
        connectNow();
    }

    void reconnect() {
        Connection old;
        synchronized (lock) {
            requireOpen();
            if (!started) {
                throw notConnected("was not started");
            }
            failures = 0;
            cancelTimers();
            old = current;
            current = null;
        }
        if (old != null) {
            old.close();
        }
        connectNow();
    }

    private McpException notConnected(String why) {
        return new McpException(McpException.NOT_CONNECTED, "source '" + settings.name + "' " + why);
    }

    private void requireOpen() {
        if (closed) {
            throw new ConfigurationException(ErrorCode.CLOSED, "source '" + settings.name + "' is closed");
        }
    }

    /** Connects on the thread of the caller. */
    private void connectNow() {
        try {
            attempt();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failedToConnect("its starter was interrupted");
            throw notConnected("is not connected: its starter was interrupted");
        } catch (LinkFailure e) {
            failedToConnect(e.text());
            McpException failure = e.toMcpException();
            throw new McpException(failure.code(), "source '" + settings.name + "': " + e.text(), e);
        } catch (HarborException e) {
            failedToConnect(String.valueOf(e.getMessage()));
            throw e;
        }
    }

    SourceState state() {
        synchronized (lock) {
            return state;
        }
    }

    Optional<String> trouble() {
        synchronized (lock) {
            return Optional.ofNullable(trouble);
        }
    }

    List<McpToolReport> reports() {
        return delivery.reports();
    }

    Parking parking() {
        return parking;
    }

    McpStatistics statistics() {
        return counters.statistics();
    }

    Optional<String> protocolVersion() {
        synchronized (lock) {
            return Optional.ofNullable(current)
                    .map(connection -> connection.spoken().version());
        }
    }

    /** Returns the connection for calls of somebody, or null if there is none. */
    @Nullable
    Connection connection(Identity identity) throws InterruptedException {
        Connection shared;
        Verdict known;
        synchronized (lock) {
            shared = current;
            known = verdict;
        }
        boolean apart = settings.target instanceof HttpTarget target && target.isPersonal();
        return shared == null || !apart ? shared : personal.of(identity, known);
    }

    // ---- connecting

    private void attempt() throws InterruptedException {
        turn.acquire();
        try {
            connect();
        } finally {
            turn.release();
        }
    }

    private void connect() throws InterruptedException {
        synchronized (lock) {
            if (closed || current != null) {
                return;
            }
        }
        Connection connection = opened();
        boolean kept = false;
        try {
            Delivery.Content content = delivery.read(connection);
            synchronized (lock) {
                kept = !closed;
                if (kept) {
                    current = connection;
                    currentSince = settings.ticks.nanos();
                }
            }
            if (kept) {
                delivered(connection, content, delivery.deliver(content));
                noticeEnd(connection);
            }
        } catch (RuntimeException e) {
            kept = false;
            forget(connection);
            throw e;
        } finally {
            if (!kept) {
                connection.close();
            }
        }
    }

    /** What ended before it was the current one has told nobody. */
    private void noticeEnd(Connection connection) {
        LinkFailure why = connection.ending();
        if (why != null) {
            lost(connection, why);
        }
    }

    private void forget(Connection connection) {
        synchronized (lock) {
            if (current == connection) {
                current = null;
            }
        }
    }

    private void delivered(Connection connection, Delivery.Content content, boolean changed) {
        String why = content.trouble();
        synchronized (lock) {
            if (current == connection) {
                holds = connection.spoken().tellsChanges("tools") ? Duration.ZERO : content.holds();
                readAgainLater(changed);
                become(why == null ? SourceState.READY : SourceState.DEGRADED, why);
            } else {
                // It was lost meanwhile; what was delivered is not there, whatever the catalog has made of it.
                become(SourceState.DOWN, trouble);
            }
        }
        tell();
    }

    /** A server that dies of being asked for the newest version is asked for an older one. */
    private Connection opened() throws InterruptedException {
        Verdict known;
        synchronized (lock) {
            known = verdict;
        }
        try {
            return agreed(open(known));
        } catch (LinkFailure e) {
            boolean died = known == Verdict.UNKNOWN
                    && e.kind() == LinkFailure.Kind.LOST
                    && settings.target instanceof StdioTarget;
            if (!died) {
                verdict(Verdict.UNKNOWN);
                throw e;
            }
            return agreed(open(Verdict.LEGACY));
        } catch (McpException e) {
            verdict(Verdict.UNKNOWN);
            throw e;
        }
    }

    private Connection open(Verdict known) throws InterruptedException {
        return Connection.open(settings, settings.identity, counters, this, known, root);
    }

    private Connection agreed(Connection connection) {
        verdict(connection.spoken().isModern() ? Verdict.MODERN : Verdict.LEGACY);
        return connection;
    }

    private void verdict(Verdict value) {
        synchronized (lock) {
            verdict = value;
        }
    }

    // ---- losing and trying again

    @Override
    public void lost(Connection connection, LinkFailure why) {
        synchronized (lock) {
            if (closed || current != connection) {
                return;
            }
            current = null;
            rereading = cancelled(rereading);
            boolean good = settings.ticks.nanos() - currentSince >= Pauses.GOOD.toNanos();
            failures = good ? 0 : failures + 1;
            become(SourceState.DOWN, why.text());
        }
        LOG.warn("source '{}' has lost its server: {}", settings.name, why.text());
        tell();
        Background.run("harbor-mcp-close-" + settings.name, connection::close);
        later();
    }

    /** Hears what a call has met; nobody at the other end is the end of the connection, also where that has no other sign. */
    void failed(Connection connection, LinkFailure why) {
        if (why.isNobody()) {
            lost(connection, why);
            personal.lost(connection, why);
        }
    }

    private void failedToConnect(String why) {
        synchronized (lock) {
            if (closed) {
                return;
            }
            failures++;
            become(SourceState.DOWN, why);
        }
        tell();
        later();
    }

    private void later() {
        synchronized (lock) {
            if (closed || timer != null) {
                return;
            }
            if (settings.target instanceof StdioTarget && failures > settings.limits.restarts()) {
                trouble = trouble + "; it was given up after " + failures + " failures in a row";
                return;
            }
            timer = settings.ticks.after(Pauses.after(failures), this::due);
        }
    }

    private void due() {
        synchronized (lock) {
            timer = null;
            if (!closed) {
                worker = Background.run("harbor-mcp-connect-" + settings.name, this::again);
            }
        }
    }

    private void again() {
        try {
            attempt();
        } catch (InterruptedException e) {
            // That is how it is closed.
            Thread.currentThread().interrupt();
        } catch (LinkFailure e) {
            LOG.debug("source '{}' is not connected yet: {}", settings.name, e.text());
            failedToConnect(e.text());
        } catch (RuntimeException e) {
            LOG.warn("source '{}' can't be connected", settings.name, e);
            failedToConnect(String.valueOf(e.getMessage()));
        }
    }

    // ---- changes

    @Override
    public void changed(String list) {
        boolean wanted = list.equals("tools")
                || (list.equals("resources") && settings.resources)
                || (list.equals("prompts") && settings.prompts);
        synchronized (lock) {
            if (!wanted || closed || gathering) {
                return;
            }
            gathering = true;
        }
        settings.ticks.after(GATHER, this::refreshDue);
    }

    @Override
    public boolean wantsUpdates() {
        return true;
    }

    @Override
    public void updated(String uri) {
        updates.add(uri);
    }

    private void refreshDue() {
        synchronized (lock) {
            if (!closed) {
                Background.run("harbor-mcp-list-" + settings.name, this::refresh);
            }
        }
    }

    private void refresh() {
        try {
            turn.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        try {
            relist();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            notRefreshed(e);
        } finally {
            turn.release();
        }
    }

    private void relist() throws InterruptedException {
        Connection connection;
        synchronized (lock) {
            // What changes from here on is a change of its own.
            gathering = false;
            connection = current;
        }
        if (connection != null) {
            Delivery.Content content = delivery.read(connection);
            delivered(connection, content, delivery.deliver(content));
        }
    }

    private void notRefreshed(RuntimeException why) {
        String text = why instanceof LinkFailure failure ? failure.text() : String.valueOf(why.getMessage());
        LOG.warn("source '{}' keeps its tools, since the changed list could not be read: {}", settings.name, text);
        synchronized (lock) {
            if (current != null) {
                readAgainLater(false);
                become(SourceState.DEGRADED, "the changed list of the server could not be read: " + text);
            }
        }
        tell();
    }

    /** Is called with the lock. */
    private void readAgainLater(boolean changed) {
        freshness.read(changed);
        rereading = cancelled(rereading);
        if (!closed && !holds.isZero()) {
            rereading = settings.ticks.after(freshness.pause(holds), () -> changed("tools"));
        }
    }

    // ---- state

    /** Is called with the lock. */
    private void become(SourceState next, @Nullable String why) {
        state = closed ? SourceState.DOWN : next;
        trouble = why;
    }

    private void tell() {
        listeners.run(() -> {
            Consumer<SourceState> told;
            SourceState now;
            synchronized (lock) {
                told = listener;
                now = state;
            }
            told.accept(now);
        });
    }

    /** Is called with the lock. */
    private void cancelTimers() {
        timer = cancelled(timer);
        rereading = cancelled(rereading);
    }

    private static Ticks.@Nullable Timer cancelled(Ticks.@Nullable Timer waiting) {
        if (waiting != null) {
            waiting.cancel();
        }
        return null;
    }

    void close() {
        Connection old;
        Thread working;
        synchronized (lock) {
            if (closed) {
                return;
            }
            closed = true;
            cancelTimers();
            old = current;
            current = null;
            working = worker;
            become(SourceState.DOWN, "the source is closed");
        }
        tell();
        if (working != null) {
            working.interrupt();
        }
        root.cancel("the source is closed");
        updates.close();
        parking.clear();
        personal.close();
        if (old != null) {
            old.close();
        }
        if (working != null) {
            Background.join(working, JOIN_MILLIS);
        }
    }

    @Override
    public String toString() {
        return "Host[" + Objects.requireNonNull(settings.name) + ']';
    }
}

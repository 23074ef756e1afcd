package dev.harbor.tools.mcp;

import dev.harbor.error.HarborException;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Is one connection to a server, from its handshake to its end: knows what was agreed on, puts into each request what the agreed version demands, and takes
 * what the server says by itself.
 *
 * <p>Thread-safe.
 */
final class Connection implements Link.Inbound, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(McpSource.class);

    private final McpSettings settings;
    private final Identity identity;
    private final Counters counters;
    private final Events events;
    private final ClientCapabilities offered;
    private final Map<Long, Consumer<Json>> watchers = new ConcurrentHashMap<>();
    private final AtomicLong tokens = new AtomicLong();
    private final AtomicBoolean warned = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Answering answering;
    private final Semaphore renewing = new Semaphore(1);
    private final AtomicInteger sessions = new AtomicInteger();
    private @Nullable Link link;
    private volatile @Nullable Spoken spoken;

    /** Hears what concerns the source as a whole. Its methods are quick. */
    interface Events {

        /** Hears that a list has changed: {@code tools}, {@code resources} or {@code prompts}. */
        void changed(String list);

        /** Hears that the connection is over. */
        void lost(Connection connection, LinkFailure why);
    }

    private Connection(McpSettings settings, Identity identity, Counters counters, Events events) {
        this.settings = settings;
        this.identity = identity;
        this.counters = counters;
        this.events = events;
        this.offered = new ClientCapabilities(settings);
        this.answering = new Answering(settings);
    }

    /**
     * Connects and agrees on a version.
     *
     * @param known what an earlier connection has found out about the era, which is tried first
     * @throws LinkFailure if there is no connection
     * @throws McpException if the server speaks no version that is known here, or is another one than expected
     */
    static Connection open(McpSettings settings, Identity identity, Counters counters, Events events, Verdict known)
            throws InterruptedException {
        Connection connection = new Connection(settings, identity, counters, events);
        boolean done = false;
        try {
            Link link = settings.target instanceof StdioTarget target
                    ? new StdioLink(target, settings.name, settings.limits, connection)
                    : new HttpLink((HttpTarget) settings.target, settings, identity, connection);
            connection.link = link;
            Spoken agreed = new Handshake(settings, connection.offered, link, identity).agree(known);
            connection.spoken = agreed;
            connection.requireExpected(agreed);
            link.listen();
            counters.starts.increment();
            done = true;
            return connection;
        } finally {
            if (!done) {
                connection.close();
            }
        }
    }

    private void requireExpected(Spoken agreed) {
        String expected = settings.expectedServer;
        if (expected != null && !expected.equals(agreed.serverName())) {
            throw new McpException(
                    McpException.IDENTITY_MISMATCH,
                    "the server calls itself '" + Words.line(agreed.serverName()) + "', expected is '" + expected
                            + "'");
        }
    }

    Spoken spoken() {
        return Objects.requireNonNull(spoken);
    }

    Identity identity() {
        return identity;
    }

    // ---- requests

    /**
     * Sends a request that is no call and waits for its result, within the limit for those.
     *
     * @throws LinkFailure if there is none
     */
    Json request(String method, Map<String, Object> params) throws InterruptedException {
        return request(method, params, settings.limits.request());
    }

    Json request(String method, Map<String, Object> params, Duration limit) throws InterruptedException {
        Patience patience = Patience.of(settings.ticks, limit);
        Request request = Request.of(method, withMeta(params, Map.of()), identity);
        return await(begun(request, patience), patience);
    }

    static Json await(Exchange exchange, Patience patience) throws InterruptedException {
        boolean done = false;
        try (exchange) {
            Exchange.Step step = exchange.next(patience);
            while (step.question() != null) {
                step.question().refuse(RpcError.INVALID_REQUEST, "there is nobody to ask");
                step = exchange.next(patience);
            }
            done = true;
            return Objects.requireNonNull(step.result());
        } finally {
            if (!done) {
                exchange.abandon("nobody waits any more");
            }
        }
    }

    /** Sends a call. */
    Exchange open(Request request, Patience patience) throws InterruptedException {
        counters.calls.increment();
        return begun(request, patience);
    }

    /** A session that is over is begun anew, once: what was sent in the old one was not served. */
    private Exchange begun(Request request, Patience patience) throws InterruptedException {
        int known = sessions.get();
        try {
            return link().open(request, patience);
        } catch (LinkFailure e) {
            if (e.kind() != LinkFailure.Kind.SESSION) {
                throw e;
            }
            renew(known);
            return link().open(request, patience);
        }
    }

    /** Of those who find the session gone at the same time, one begins another. */
    private void renew(int known) throws InterruptedException {
        renewing.acquire();
        try {
            if (sessions.get() == known) {
                spoken = new Handshake(settings, offered, link(), identity).agree(Verdict.LEGACY);
                sessions.incrementAndGet();
                counters.starts.increment();
                events.changed("tools");
            }
        } finally {
            renewing.release();
        }
    }

    /** Returns parameters with what every request of this version carries beside its own. */
    Map<String, Object> withMeta(Map<String, Object> params, Map<String, Object> own) {
        Map<String, Object> meta = new LinkedHashMap<>();
        if (spoken().isModern()) {
            meta.putAll(offered.modernMeta(Spoken.MODERN));
        }
        meta.putAll(own);
        if (meta.isEmpty()) {
            return params;
        }
        Map<String, Object> all = new LinkedHashMap<>(params);
        all.put("_meta", meta);
        return all;
    }

    /** Begins to watch the progress of something, and returns the token for it. */
    long watch(Consumer<Json> watcher) {
        long token = tokens.incrementAndGet();
        watchers.put(token, watcher);
        return token;
    }

    void unwatch(long token) {
        watchers.remove(token);
    }

    /** Counts that a call was given up. */
    void gaveUp() {
        counters.cancellations.increment();
    }

    private Link link() {
        return Objects.requireNonNull(link);
    }

    // ---- what the server says by itself

    @Override
    public void notified(String method, Json params) {
        switch (method) {
            case "notifications/progress" -> progress(params);
            case "notifications/tools/list_changed" -> events.changed("tools");
            case "notifications/resources/list_changed" -> events.changed("resources");
            case "notifications/prompts/list_changed" -> events.changed("prompts");
            default -> LOG.trace("a server has sent a notification that means nothing here");
        }
    }

    private void progress(Json params) {
        try {
            long token = params.get("progressToken").map(Json::asLong).orElse(0L);
            Consumer<Json> watcher = watchers.get(token);
            if (watcher == null) {
                counters.strays.increment();
            } else {
                watcher.accept(params);
            }
        } catch (HarborException e) {
            counters.noise.increment();
        }
    }

    @Override
    public void asked(Question question, @Nullable Exchange exchange) {
        if (isElicitation(question)) {
            elicit(question, exchange);
        } else {
            answering.answer(question);
        }
    }

    private boolean isElicitation(Question question) {
        return settings.elicitation && question.method().equals("elicitation/create");
    }

    /** A question belongs to whoever caused it. Where that can't be told, nobody is asked: it would be the wrong person. */
    private void elicit(Question question, @Nullable Exchange exchange) {
        Exchange asked = exchange;
        if (asked == null && link instanceof StdioLink stdio) {
            asked = stdio.only("tools/call");
        }
        if (asked == null) {
            question.answer(Json.of(Map.of("action", "cancel")));
        } else {
            asked.ask(question);
        }
    }

    @Override
    public void noise(String beginning) {
        counters.noise.increment();
        if (warned.compareAndSet(false, true)) {
            LOG.warn(
                    "the server of source '{}' sends what is no message, which is passed over; it begins: {}",
                    settings.name,
                    Words.line(beginning));
        }
    }

    @Override
    public void stray() {
        counters.strays.increment();
    }

    @Override
    public void lost(LinkFailure why) {
        if (!closed.get()) {
            events.lost(this, why);
        }
    }

    @Override
    public void close() {
        closed.set(true);
        Link open = link;
        if (open != null) {
            open.close();
        }
        watchers.clear();
    }
}

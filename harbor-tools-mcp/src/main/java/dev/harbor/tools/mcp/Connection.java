package dev.harbor.tools.mcp;

import dev.harbor.error.HarborException;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.policy.Cancellation;
import dev.harbor.tool.ToolContext;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
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

    /** What a server answers to a POST that it does not know. */
    private static final Set<Integer> OLDEST = Set.of(400, 404, 405);

    private static final String SUBSCRIPTION = "subscriptions/listen";

    private static final Duration NEVER = Duration.ofDays(100_000);

    private final McpSettings settings;
    private final Identity identity;
    private final Counters counters;
    private final Events events;
    private final ClientCapabilities offered;
    private final Map<Long, Progress> watchers = new ConcurrentHashMap<>();
    private final AtomicLong tokens = new AtomicLong();
    private final AtomicBoolean warned = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Answering answering;
    private final Questions questions = new Questions();
    private final Semaphore renewing = new Semaphore(1);
    private final AtomicInteger sessions = new AtomicInteger();
    private final Cancellation over;
    private @Nullable Link link;
    private volatile @Nullable Thread subscriber;
    private volatile @Nullable LinkFailure ending;
    private volatile @Nullable Spoken spoken;

    /** Hears what concerns the source as a whole. Its methods are quick. */
    interface Events {

        /** Hears that a list has changed: {@code tools}, {@code resources} or {@code prompts}. */
        void changed(String list);

        /** Tells whether changes of single resources are wanted over this connection; they are not unless overridden. */
        default boolean wantsUpdates() {
            return false;
        }

        /** Hears that a resource has changed. */
        default void updated(String uri) {
            LOG.trace("a resource has changed that nobody watches");
        }

        /** Hears that the connection is over. */
        void lost(Connection connection, LinkFailure why);
    }

    private Connection(McpSettings settings, Identity identity, Counters counters, Events events, Cancellation root) {
        this.settings = settings;
        this.identity = identity;
        this.counters = counters;
        this.events = events;
        this.offered = new ClientCapabilities(settings);
        this.answering = new Answering(settings);
        this.over = root.child();
    }

    /**
     * Connects and agrees on a version.
     *
     * @param known what an earlier connection has found out about the era, which is tried first
     * @param root ends the connection, also while it comes about
     * @throws LinkFailure if there is no connection
     * @throws McpException if the server speaks no version that is known here, or is another one than expected
     */
    static Connection open(
            McpSettings settings, Identity identity, Counters counters, Events events, Verdict known, Cancellation root)
            throws InterruptedException {
        try {
            return new Connection(settings, identity, counters, events, root).opened(known, false);
        } catch (LinkFailure e) {
            if (settings.target instanceof HttpTarget && OLDEST.contains(e.status())) {
                // The very first servers have another way over HTTP.
                return oldest(settings, identity, counters, events, root, e);
            }
            throw e;
        }
    }

    private static Connection oldest(
            McpSettings settings,
            Identity identity,
            Counters counters,
            Events events,
            Cancellation root,
            LinkFailure first)
            throws InterruptedException {
        try {
            return new Connection(settings, identity, counters, events, root).opened(Verdict.LEGACY, true);
        } catch (LinkFailure e) {
            LOG.debug("source '{}' does not speak the oldest way either: {}", settings.name, e.text());
            throw first;
        }
    }

    private Connection opened(Verdict known, boolean oldest) throws InterruptedException {
        boolean done = false;
        try {
            Link made = made(oldest);
            link = made;
            Spoken agreed = new Handshake(settings, offered, made, identity, over).agree(known);
            spoken = agreed;
            requireExpected(agreed);
            made.listen();
            subscribe();
            counters.starts.increment();
            done = true;
            return this;
        } finally {
            if (!done) {
                close();
            }
        }
    }

    private Link made(boolean oldest) {
        if (settings.target instanceof StdioTarget target) {
            return new StdioLink(target, settings.name, settings.limits, this);
        }
        HttpTarget target = (HttpTarget) settings.target;
        return oldest
                ? EventStreamLink.connect(target, settings, identity, this)
                : new HttpLink(target, settings, identity, this);
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

    /** In the newest era a server tells of changes only where it is asked to, over a request that stays open. */
    private void subscribe() {
        Map<String, Object> wanted = new LinkedHashMap<>();
        for (String list : List.of("tools", "resources", "prompts")) {
            if (spoken().tellsChanges(list)) {
                wanted.put(list + "ListChanged", true);
            }
        }
        if (watches()) {
            wanted.put("resourceSubscriptions", settings.watched);
        }
        if (spoken().isModern() && !wanted.isEmpty()) {
            subscriber = Background.run("harbor-mcp-subscribe-" + settings.name, () -> subscribed(wanted));
        } else if (watches()) {
            Background.run("harbor-mcp-watch-" + settings.name, this::watchResources);
        }
    }

    private boolean watches() {
        if (settings.watched.isEmpty() || !events.wantsUpdates()) {
            return false;
        }
        if (!spoken().tellsUpdates()) {
            LOG.warn("the server of source '{}' tells nobody of changes of its resources", settings.name);
        }
        return spoken().tellsUpdates();
    }

    /** Until 2025-11-25 each resource is asked for by itself, once in a session. */
    private void watchResources() {
        try {
            for (String uri : settings.watched) {
                watchResource(uri);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void watchResource(String uri) throws InterruptedException {
        try {
            request("resources/subscribe", uri, Map.of("uri", uri));
        } catch (LinkFailure e) {
            LOG.warn("source '{}' can't watch a resource: {}", settings.name, e.text());
        }
    }

    private void subscribed(Map<String, Object> wanted) {
        Request request = Request.of(SUBSCRIPTION, withMeta(Map.of("notifications", wanted), Map.of()), identity);
        int failures = 0;
        try {
            while (!closed.get()) {
                Patience patience = Patience.of(settings.ticks, NEVER, over);
                long begun = nanos();
                try (Exchange exchange = link().open(request, patience)) {
                    exchange.next(patience);
                } catch (LinkFailure e) {
                    LOG.debug("the subscription of source '{}' has ended: {}", settings.name, e.text());
                    if (e.kind() == LinkFailure.Kind.REFUSED || e.kind() == LinkFailure.Kind.NOT_SENT) {
                        return;
                    }
                }
                boolean good = nanos() - begun >= Pauses.GOOD.toNanos();
                failures = good ? 0 : failures + 1;
                HttpLink.waited(Pauses.after(failures + 2), over);
                if (good) {
                    // What changed while nobody listened was told to nobody.
                    events.changed("tools");
                }
            }
        } catch (InterruptedException e) {
            // That is how it is closed.
            Thread.currentThread().interrupt();
        }
    }

    Spoken spoken() {
        return Objects.requireNonNull(spoken);
    }

    long nanos() {
        return settings.ticks.nanos();
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
        return request(method, null, params);
    }

    /** Sends a request about something that has a name; see {@link #request(String, Map)}. */
    Json request(String method, @Nullable String name, Map<String, Object> params) throws InterruptedException {
        Patience patience = Patience.of(settings.ticks, settings.limits.request(), over);
        Request request = new Request(method, withMeta(params, Map.of()), name, Map.of(), identity, null);
        return await(begun(request, patience), patience);
    }

    static Json await(Exchange exchange, Patience patience) throws InterruptedException {
        boolean done = false;
        try {
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
            exchange.close();
        }
    }

    /** Sends a call. */
    Exchange open(Request request, Patience patience) throws InterruptedException {
        counters.calls.increment();
        try {
            return begun(request, patience);
        } catch (LinkFailure e) {
            if (e.isGivenUp()) {
                gaveUp();
            }
            throw e;
        }
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
                spoken = new Handshake(settings, offered, link(), identity, over).agree(Verdict.LEGACY);
                sessions.incrementAndGet();
                counters.starts.increment();
                events.changed("tools");
                if (watches()) {
                    Background.run("harbor-mcp-watch-" + settings.name, this::watchResources);
                }
            }
        } finally {
            renewing.release();
        }
    }

    /** Returns parameters with what every request of this version carries beside its own. */
    Map<String, Object> withMeta(Map<String, Object> params, Map<String, Object> own) {
        Map<String, Object> meta = meta(own);
        if (meta.isEmpty()) {
            return params;
        }
        Map<String, Object> all = new LinkedHashMap<>(params);
        all.put("_meta", meta);
        return all;
    }

    /** Returns what a request of this version carries in {@code _meta}, its own included. */
    Map<String, Object> meta(Map<String, Object> own) {
        if (!spoken().isModern()) {
            return own;
        }
        Map<String, Object> meta = offered.modernMeta(Spoken.MODERN);
        meta.putAll(own);
        return meta;
    }

    /** Begins to watch the progress of a call. */
    Progress watched(ToolContext context, Patience patience) {
        Progress progress = new Progress(tokens.incrementAndGet(), context, patience);
        watchers.put(progress.token(), progress);
        return progress;
    }

    void unwatch(Progress progress) {
        watchers.remove(progress.token());
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
            case "notifications/cancelled" -> cancelled(params);
            case "notifications/resources/updated" -> updated(params);
            case "notifications/tools/list_changed" -> events.changed("tools");
            case "notifications/resources/list_changed" -> events.changed("resources");
            case "notifications/prompts/list_changed" -> events.changed("prompts");
            default -> LOG.trace("a server has sent a notification that means nothing here");
        }
    }

    private void updated(Json params) {
        try {
            RemoteTool.text(params.get("uri")).ifPresent(events::updated);
        } catch (HarborException e) {
            counters.noise.increment();
        }
    }

    /** A server takes back what it has asked, and since 2026-07-28 a subscription; of our requests it can cancel no other. */
    private void cancelled(Json params) {
        try {
            Json id = params.get("requestId").orElse(Json.NULL);
            boolean known = isModern() ? isSubscription(id) : questions.withdraw(id);
            if (!known) {
                counters.strays.increment();
            }
        } catch (HarborException e) {
            counters.noise.increment();
        }
    }

    private boolean isModern() {
        Spoken agreed = spoken;
        return agreed != null && agreed.isModern();
    }

    /** Over HTTP the stream of a subscription ends as well, which is what is waited for. */
    private boolean isSubscription(Json id) {
        return !(link instanceof StdioLink stdio) || stdio.ended(id, SUBSCRIPTION);
    }

    private void progress(Json params) {
        try {
            long token = params.get("progressToken").map(Json::asLong).orElse(0L);
            Progress progress = watchers.get(token);
            if (progress == null || !progress.came(params)) {
                counters.strays.increment();
            }
        } catch (HarborException e) {
            counters.noise.increment();
        }
    }

    @Override
    public void asked(Question question, @Nullable Exchange exchange) {
        if (isModern()) {
            // In the newest era nobody asks so, and nobody reads an answer.
            counters.noise.increment();
            return;
        }
        questions.keep(question);
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
        } else if (asked == null && link instanceof HttpLink http) {
            asked = http.onlyCall();
        } else if (asked == null && link instanceof EventStreamLink stream) {
            asked = stream.only("tools/call");
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

    /** Returns why the connection is over, or null if it is not. */
    @Nullable
    LinkFailure ending() {
        return ending;
    }

    @Override
    public void lost(LinkFailure why) {
        ending = why;
        if (!closed.get()) {
            events.lost(this, why);
        }
    }

    @Override
    public void close() {
        closed.set(true);
        over.cancel("the connection was closed");
        Thread listening = subscriber;
        if (listening != null) {
            listening.interrupt();
        }
        Link open = link;
        if (open != null) {
            open.close();
        }
        watchers.clear();
        if (listening != null) {
            Background.join(listening, 500);
        }
        over.detach();
    }
}

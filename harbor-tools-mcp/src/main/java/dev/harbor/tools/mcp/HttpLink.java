package dev.harbor.tools.mcp;

import dev.harbor.error.HarborException;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.net.NetException;
import dev.harbor.net.Reply;
import dev.harbor.net.SseEvent;
import dev.harbor.net.SseReader;
import dev.harbor.policy.Cancellation;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Speaks with a server over Streamable HTTP: a request is a POST, whose answer is JSON or a stream of events that ends with it. Until 2025-11-25 there may be
 * a session, and a stream of its own for what the server says by itself.
 *
 * <p>Thread-safe.
 */
final class HttpLink implements Link {

    static final String SESSION = "MCP-Session-Id";
    private static final String VERSION = "MCP-Protocol-Version";
    /** How often in a row a stream of its own is asked for in vain. */
    private static final int MOST_LISTENING_FAILURES = 6;

    private static final int LONGEST_SESSION = 1024;
    private static final Duration CLOSING = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(McpSource.class);

    private final McpSettings settings;
    private final HttpSender sender;
    private final Inbound inbound;
    private final AtomicLong ids = new AtomicLong();
    private final Set<HttpExchange> calls = ConcurrentHashMap.newKeySet();
    private final CountDownLatch listens = new CountDownLatch(1);
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Cancellation root = Cancellation.create();
    private volatile Spoken spoken = new Spoken(Spoken.MODERN, "", Json.EMPTY_OBJECT);
    private volatile @Nullable String session;
    private volatile boolean keepsStreams;
    private volatile String lastHeard = "";
    private volatile @Nullable Thread listener;

    HttpLink(HttpTarget target, McpSettings settings, Identity identity, Inbound inbound) {
        this.settings = settings;
        this.inbound = inbound;
        this.sender = new HttpSender(target, settings.limits, identity);
    }

    String name() {
        return settings.name;
    }

    McpLimits limits() {
        return settings.limits;
    }

    HttpSender sender() {
        return sender;
    }

    Inbound inbound() {
        return inbound;
    }

    Cancellation root() {
        return root;
    }

    boolean isModern() {
        return spoken.isModern();
    }

    boolean keepsStreams() {
        return keepsStreams;
    }

    void keptStream() {
        keepsStreams = true;
    }

    /** Returns the session that a request would be part of, or null. */
    @Nullable
    String session() {
        return session;
    }

    void forgetSession() {
        session = null;
        lastHeard = "";
    }

    /** Takes the session that a server begins with its answer to the handshake. */
    void begin(Reply reply) {
        reply.headers()
                .first(SESSION)
                .filter(id -> !id.isEmpty() && id.length() <= LONGEST_SESSION)
                .ifPresent(id -> session = id);
    }

    /** Returns what the protocol puts into the head of a request. */
    Map<String, String> headers(Request request) {
        Map<String, String> headers = new LinkedHashMap<>(request.headers());
        if (!request.method().equals("initialize")) {
            headers.putAll(headers());
        }
        if (isModern()) {
            headers.put("Mcp-Method", request.method());
            String name = request.name();
            if (name != null) {
                headers.put("Mcp-Name", ParameterHeaders.encoded(name));
            }
        }
        return headers;
    }

    Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(VERSION, spoken.version());
        String id = session;
        if (id != null && !isModern()) {
            headers.put(SESSION, id);
        }
        return headers;
    }

    // ---- out

    @Override
    public Exchange open(Request request, Patience patience) throws InterruptedException {
        if (closed.get()) {
            throw LinkFailure.notSent("the connection to the server is closed", null);
        }
        HttpExchange exchange = new HttpExchange(this, ids.incrementAndGet(), request, patience);
        exchange.begin();
        return exchange;
    }

    void hears(HttpExchange call) {
        calls.add(call);
    }

    void forget(HttpExchange exchange) {
        calls.remove(exchange);
    }

    /** Tells whether the server may ask over its own stream what belongs to a call, as many do that speak an older version. */
    boolean asksElsewhere() {
        return settings.elicitation && !isModern();
    }

    /** Returns the only call that waits, which a question over the server's own stream then belongs to, or null. */
    @Nullable
    HttpExchange onlyCall() {
        List<HttpExchange> waiting = List.copyOf(calls);
        return waiting.size() == 1 ? waiting.get(0) : null;
    }

    @Override
    public void send(Json message) {
        if (closed.get()) {
            return;
        }
        try (Reply reply =
                sender.post(sender.endpoint(), message, headers(), settings.limits.request(), root.child())) {
            LOG.trace("a message to a server was answered with status {}", reply.status());
        } catch (NetException | LinkFailure e) {
            LOG.debug("a message to the server of source '{}' was lost: {}", settings.name, e.getMessage());
        }
    }

    /** Sends a message without waiting until it is there. */
    void sendLater(Json message) {
        Background.run("harbor-mcp-send-" + settings.name, () -> send(message));
    }

    @Override
    public void speak(Spoken agreed) {
        spoken = agreed;
    }

    // ---- what the server says by itself, until 2025-11-25

    @Override
    public void listen() throws InterruptedException {
        Spoken agreed = spoken;
        boolean tells = agreed.tellsChanges("tools")
                || agreed.tellsChanges("resources")
                || agreed.tellsChanges("prompts")
                || (agreed.tellsUpdates() && !settings.watched.isEmpty());
        if (!agreed.isModern() && (tells || asks())) {
            listener = Background.run("harbor-mcp-listen-" + settings.name, this::listening);
        }
        if (asksElsewhere()) {
            // What a server asks before somebody listens is lost.
            boolean heard = listens.await(settings.limits.probe().toNanos(), TimeUnit.NANOSECONDS);
            LOG.trace("the server's own stream was answered: {}", heard);
        }
    }

    private boolean asks() {
        return settings.elicitation || settings.sampling != null || !settings.roots.isEmpty();
    }

    private void listening() {
        Duration wait = Duration.ZERO;
        int failures = 0;
        try {
            while (!closed.get() && failures < MOST_LISTENING_FAILURES && waited(wait)) {
                Duration retry = listened();
                failures = retry == null ? failures + 1 : 0;
                wait = retry == null ? Pauses.after(failures + 2) : retry;
            }
        } catch (InterruptedException e) {
            // That is how it is closed.
            Thread.currentThread().interrupt();
        }
    }

    /** Reads the stream to its end and returns when to begin another; null if there is none, be it that the session is another one by now. */
    private @Nullable Duration listened() {
        try (Reply reply = stream(lastHeard)) {
            listens.countDown();
            boolean events =
                    reply.mediaType().filter(type -> type.isEventStream()).isPresent();
            if (reply.status() != 200 || !events) {
                LOG.debug("source '{}' has no stream of its own: status {}", settings.name, reply.status());
                return null;
            }
            SseReader read = reply.events();
            read(read);
            return read.retry().orElse(Duration.ofSeconds(1));
        } catch (HarborException | LinkFailure e) {
            LOG.debug("the stream of source '{}' broke: {}", settings.name, e.getMessage());
            return null;
        } finally {
            listens.countDown();
        }
    }

    private Reply stream(String last) {
        Map<String, String> headers = headers();
        if (!last.isEmpty()) {
            headers.put("Last-Event-ID", last);
        }
        return sender.get(sender.endpoint(), headers, settings.limits.request(), root.child());
    }

    private void read(SseReader events) {
        for (SseEvent event = events.next(); event != null; event = events.next()) {
            lastHeard = events.lastEventId();
            take(event, null);
        }
    }

    /** Takes an event that is no answer to the exchange that it came with. */
    void take(SseEvent event, @Nullable HttpExchange exchange) {
        if (event.data().isBlank() || !event.type().equals(SseEvent.MESSAGE)) {
            return;
        }
        take(event.data(), exchange);
    }

    void take(String text, @Nullable HttpExchange exchange) {
        var messages = Envelope.read(text);
        if (messages.isEmpty()) {
            inbound.noise(text);
        }
        for (Envelope message : messages) {
            take(message, exchange);
        }
    }

    private void take(Envelope message, @Nullable HttpExchange exchange) {
        Json id = message.id();
        String method = message.method();
        if (message.isAnswer()) {
            if (exchange == null || !exchange.answered(message)) {
                inbound.stray();
            }
        } else if (method != null && id != null) {
            inbound.asked(new Question(id, method, message.paramsOrEmpty(), this), exchange);
        } else if (method != null) {
            inbound.notified(method, message.paramsOrEmpty());
        } else {
            inbound.noise("a message that is neither request nor answer");
        }
    }

    /** Waits, and tells whether there is still somebody to wait for. */
    boolean waited(Duration time) throws InterruptedException {
        return waited(time, root);
    }

    static boolean waited(Duration time, Cancellation cancellation) throws InterruptedException {
        if (time.isZero()) {
            return !cancellation.isCancelled();
        }
        CountDownLatch over = new CountDownLatch(1);
        Cancellation.Registration freed = cancellation.onCancel(over::countDown);
        try {
            return !over.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } finally {
            freed.close();
        }
    }

    // ---- the end

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        root.cancel("the connection was closed");
        endSession();
        sender.close();
        Thread listening = listener;
        if (listening != null) {
            listening.interrupt();
            Background.join(listening, 500);
        }
    }

    private void endSession() {
        if (session == null || isModern()) {
            return;
        }
        try (Reply reply = sender.delete(headers(), CLOSING, Cancellation.create())) {
            LOG.trace("a session was ended with status {}", reply.status());
        } catch (HarborException | LinkFailure e) {
            LOG.debug("a session of source '{}' was not ended: {}", settings.name, e.getMessage());
        }
    }
}

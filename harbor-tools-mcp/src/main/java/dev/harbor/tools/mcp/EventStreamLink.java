package dev.harbor.tools.mcp;

import dev.harbor.error.HarborException;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.net.NetException;
import dev.harbor.net.Reply;
import dev.harbor.net.SseEvent;
import dev.harbor.net.SseReader;
import dev.harbor.policy.Cancellation;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Speaks with a server the way of 2024-11-05: one stream of events brings all answers, and says where messages are posted to. Only for servers that know no
 * other.
 *
 * <p>Thread-safe.
 */
final class EventStreamLink implements Link, Pendings {

    private static final Logger LOG = LoggerFactory.getLogger(McpSource.class);

    private final McpSettings settings;
    private final HttpSender sender;
    private final Inbound inbound;
    private final Cancellation root = Cancellation.create();
    private final CompletableFuture<URI> endpoint = new CompletableFuture<>();
    private final Map<Long, PendingExchange> open = new ConcurrentHashMap<>();
    private final AtomicLong ids = new AtomicLong();
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile @Nullable Reply stream;
    private @Nullable Thread reader;

    private EventStreamLink(HttpTarget target, McpSettings settings, Identity identity, Inbound inbound) {
        this.settings = settings;
        this.inbound = inbound;
        this.sender = new HttpSender(target, settings.limits, identity);
    }

    /** Makes a link and begins to read; {@link #open} waits until the server has said where to post to. */
    static EventStreamLink connect(HttpTarget target, McpSettings settings, Identity identity, Inbound inbound) {
        EventStreamLink link = new EventStreamLink(target, settings, identity, inbound);
        link.reader = Background.run("harbor-mcp-events-" + settings.name, link::read);
        return link;
    }

    // ---- in

    private void read() {
        try (Reply reply = sender.get(sender.endpoint(), Map.of(), settings.limits.connect(), root.child())) {
            stream = reply;
            if (reply.status() != 200
                    || reply.mediaType().filter(type -> type.isEventStream()).isEmpty()) {
                throw HttpSender.refused(reply);
            }
            SseReader events = reply.events();
            for (SseEvent event = events.next(); event != null; event = events.next()) {
                take(event);
            }
            end(LinkFailure.lost("the stream of the server has ended", null));
        } catch (NetException e) {
            end(LinkFailure.lost(String.valueOf(e.getMessage()), e));
        } catch (LinkFailure e) {
            end(e);
        } catch (HarborException e) {
            end(LinkFailure.lost("there is no stream of the server: " + e.getMessage(), e));
        }
    }

    private void take(SseEvent event) {
        if (event.type().equals("endpoint")) {
            URI address = address(event.data());
            if (address == null) {
                throw LinkFailure.unreadable("the server says to post to another origin than its own", null);
            }
            endpoint.complete(address);
        } else if (event.type().equals(SseEvent.MESSAGE) && !event.data().isBlank()) {
            List<Envelope> messages = Envelope.read(event.data());
            if (messages.isEmpty()) {
                inbound.noise(event.data());
            }
            messages.forEach(this::take);
        }
    }

    /** Messages, and the credentials with them, go nowhere but where the host has said that the server is. */
    private @Nullable URI address(String said) {
        try {
            URI base = sender.endpoint();
            URI address = base.resolve(said.strip());
            boolean same = Objects.equals(base.getScheme(), address.getScheme())
                    && Objects.equals(base.getRawAuthority(), address.getRawAuthority());
            return same ? address : null;
        } catch (IllegalArgumentException e) {
            // What is no address leads nowhere.
            return null;
        }
    }

    private void take(Envelope message) {
        Json id = message.id();
        String method = message.method();
        if (message.isAnswer()) {
            Long number = message.number();
            PendingExchange exchange = number == null ? null : open.remove(number);
            if (exchange == null) {
                inbound.stray();
            } else {
                exchange.answered(message);
            }
        } else if (method != null && id != null) {
            inbound.asked(new Question(id, method, message.paramsOrEmpty(), this), null);
        } else if (method != null) {
            inbound.notified(method, message.paramsOrEmpty());
        } else {
            inbound.noise("a message that is neither request nor answer");
        }
    }

    /** Returns the only request that waits, which a question of the server then belongs to, or null. */
    @Nullable
    PendingExchange only(String method) {
        List<PendingExchange> calls = open.values().stream()
                .filter(each -> each.method().equals(method))
                .toList();
        return calls.size() == 1 ? calls.get(0) : null;
    }

    // ---- out

    @Override
    public Exchange open(Request request, Patience patience) throws InterruptedException {
        URI to = endpoint(patience);
        long id = ids.incrementAndGet();
        PendingExchange exchange = new PendingExchange(this, id, request);
        open.put(id, exchange);
        try {
            post(to, request.message(id), Duration.ofNanos(Math.max(1, patience.leftNanos())), patience);
        } catch (LinkFailure e) {
            open.remove(id);
            throw e;
        }
        return exchange;
    }

    private URI endpoint(Patience patience) throws InterruptedException {
        try {
            return endpoint.get(Math.max(1, patience.leftNanos()), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            String why = e.getCause() instanceof LinkFailure failure ? failure.text() : "the stream broke";
            throw LinkFailure.notSent(why, e);
        } catch (TimeoutException e) {
            throw LinkFailure.notSent("the server did not say in time where to post to", e);
        }
    }

    private void post(URI to, Json message, Duration limit, Patience patience) {
        try (Reply reply = sender.post(to, message, Map.of(), limit, root.child())) {
            if (!reply.isSuccess()) {
                throw HttpSender.refused(reply);
            }
        } catch (NetException e) {
            throw HttpSender.failure(e, patience, "a message");
        }
    }

    @Override
    public void send(Json message) {
        URI to = endpoint.getNow(null);
        if (to == null || over.get()) {
            return;
        }
        try {
            Duration limit = settings.limits.request();
            post(to, message, limit, Patience.of(settings.ticks, limit, Cancellation.create()));
        } catch (LinkFailure e) {
            LOG.debug("a message to the server of source '{}' was lost: {}", settings.name, e.text());
        }
    }

    @Override
    public void speak(Spoken spoken) {
        // This way knows no header that says so.
    }

    @Override
    public void listen() {
        // Whatever the server says comes the same way as its answers.
    }

    @Override
    public boolean forget(long id) {
        return open.remove(id) != null;
    }

    // ---- the end

    private void end(LinkFailure why) {
        endpoint.completeExceptionally(why);
        if (!over.compareAndSet(false, true)) {
            return;
        }
        open.values().forEach(exchange -> exchange.fail(why));
        open.clear();
        inbound.lost(why);
    }

    @Override
    public void close() {
        if (over.compareAndSet(false, true)) {
            LinkFailure closed = LinkFailure.lost("the connection to the server was closed", null);
            endpoint.completeExceptionally(closed);
            open.values().forEach(exchange -> exchange.fail(closed));
            open.clear();
        }
        root.cancel("the connection was closed");
        Reply reading = stream;
        if (reading != null) {
            reading.close();
        }
        sender.close();
        Thread thread = reader;
        if (thread != null) {
            Background.join(thread, 500);
        }
    }
}

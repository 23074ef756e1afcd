package dev.harbor.tools.mcp;

import dev.harbor.json.Json;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Speaks with a child process over its standard streams: one thread reads, one writes, one listens to its complaints. Whatever comes, the reader goes on; when
 * the process ends, everybody who waits is told at once.
 *
 * <p>Thread-safe.
 */
final class StdioLink implements Link, Pendings {

    private static final Logger LOG = LoggerFactory.getLogger(McpSource.class);
    private static final Pattern NUMBER = Pattern.compile("\"id\"\\s*:\\s*\"?(\\d{1,18})");

    /** How long a process is waited for whose output has ended, and the output of one that has. */
    private static final long DRAIN_MILLIS = 400;

    private final ChildProcess child;
    private final McpLimits limits;
    private final Inbound inbound;
    private final Outbox outbox;
    private final Thread writer;
    private final Thread reader;
    private final Map<Long, PendingExchange> open = new ConcurrentHashMap<>();
    private final AtomicLong ids = new AtomicLong();
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile @Nullable LinkFailure end;

    StdioLink(StdioTarget target, String name, McpLimits limits, Inbound inbound) {
        this.limits = limits;
        this.inbound = inbound;
        child = ChildProcess.start(target, name);
        outbox = new Outbox(new BufferedOutputStream(child.input(), 16 << 10), this::broken);
        writer = Background.run("harbor-mcp-in-" + name, outbox);
        reader = Background.run("harbor-mcp-out-" + name, this::read);
        child.onEnd(() -> Background.run("harbor-mcp-end-" + name, this::ended));
    }

    ChildProcess child() {
        return child;
    }

    // ---- out

    @Override
    public Exchange open(Request request, Patience patience) {
        long id = ids.incrementAndGet();
        PendingExchange exchange = new PendingExchange(this, id, request);
        open.put(id, exchange);
        try {
            exchange.sent(outbox.put(request.message(id)));
        } catch (LinkFailure e) {
            open.remove(id);
            throw e;
        }
        LinkFailure ended = end;
        if (ended != null) {
            exchange.fail(ended);
        }
        return exchange;
    }

    @Override
    public void send(Json message) {
        try {
            outbox.put(message);
        } catch (LinkFailure e) {
            LOG.debug("a message to a server was lost: {}", e.getMessage());
        }
    }

    @Override
    public void speak(Spoken spoken) {
        child.look();
    }

    @Override
    public void listen() {
        // Whatever the server says comes the same way as its answers.
    }

    @Override
    public boolean forget(long id) {
        return open.remove(id) != null;
    }

    // ---- in

    private void read() {
        try {
            LineReader lines = new LineReader(child.output(), limits.messageBytes());
            for (LineReader.Line line = lines.next(); line != null; line = lines.next()) {
                take(line);
            }
            child.awaitEnd(DRAIN_MILLIS);
            end("the server has closed its output", null);
        } catch (IOException e) {
            end("the output of the server could not be read", e);
        }
    }

    private void take(LineReader.Line line) {
        if (line.text().isBlank()) {
            return;
        }
        if (line.tooLong()) {
            tooLong(line.text());
            return;
        }
        List<Envelope> messages = Envelope.read(line.text());
        if (messages.isEmpty()) {
            inbound.noise(line.text());
        }
        for (Envelope message : messages) {
            take(message, line.valid());
        }
    }

    private void take(Envelope message, boolean valid) {
        if (message.isAnswer()) {
            answer(message, valid);
        } else if (message.isRequest()) {
            inbound.asked(
                    new Question(
                            java.util.Objects.requireNonNull(message.id()),
                            java.util.Objects.requireNonNull(message.method()),
                            message.paramsOrEmpty(),
                            this),
                    null);
        } else if (message.isNotification()) {
            inbound.notified(java.util.Objects.requireNonNull(message.method()), message.paramsOrEmpty());
        } else {
            inbound.noise("a message that is neither request nor answer");
        }
    }

    private void answer(Envelope message, boolean valid) {
        Long number = message.number();
        PendingExchange exchange = number == null ? null : open.remove(number);
        if (exchange == null) {
            inbound.stray();
        } else if (!valid) {
            exchange.fail(LinkFailure.unreadable("the answer of the server is not UTF-8", null));
        } else {
            exchange.answered(message);
        }
    }

    /** An answer that is too long belongs to somebody, whom nothing else would wake. */
    private void tooLong(String ends) {
        Matcher found = NUMBER.matcher(ends);
        PendingExchange exchange = null;
        while (exchange == null && found.find()) {
            exchange = open.remove(Long.valueOf(found.group(1)));
        }
        if (exchange == null) {
            inbound.noise("a line of more than " + limits.messageBytes() + " bytes");
        } else {
            exchange.fail(LinkFailure.lost(
                    "the answer of the server has more than " + limits.messageBytes() + " bytes", null));
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

    /** Ends a request of ours that the server will not answer; false if there is none of that method. */
    boolean ended(Json id, String method) {
        Long number = new Envelope(id, null, null, null, null).number();
        PendingExchange exchange = number == null ? null : open.get(number);
        if (exchange == null || !exchange.method().equals(method)) {
            return false;
        }
        open.remove(number);
        exchange.fail(LinkFailure.lost("the server has ended it", null));
        return true;
    }

    // ---- the end

    private void broken(IOException cause) {
        // Who has closed its input may still answer what it has read; that it reads nothing more is the end all the
        // same.
        end("the server does not read any more", cause);
    }

    private void ended() {
        Background.join(reader, DRAIN_MILLIS);
        end("the server has ended", null);
    }

    private void end(String what, @Nullable Throwable cause) {
        if (!over.compareAndSet(false, true)) {
            return;
        }
        String why = child.isAlive() ? what : child.obituary();
        LinkFailure lost = LinkFailure.lost(why, cause);
        end = lost;
        outbox.close(writer);
        open.values().forEach(exchange -> exchange.fail(lost));
        open.clear();
        inbound.lost(lost);
    }

    @Override
    public void close() {
        boolean first = over.compareAndSet(false, true);
        if (first) {
            LinkFailure closed = LinkFailure.lost("the connection to the server was closed", null);
            end = closed;
            outbox.close(writer);
            open.values().forEach(exchange -> exchange.fail(closed));
            open.clear();
        }
        child.end(limits.close());
        Background.join(writer, 200);
        Background.join(reader, 200);
    }
}

package dev.harbor.net;

import dev.harbor.net.Wire.PayloadException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends one request, once, and takes its answer. Not thread-safe. */
final class Hop {

    private static final Logger LOG = LoggerFactory.getLogger(Hop.class);

    /** It is asked for the version of an answer that has none, which none is. */
    private static final HttpContext NO_CONTEXT = HttpCoreContext.create();

    private static final int MOST_KEEP_SECONDS_DIGITS = 5;

    private final Outbound request;
    private final Connections connections;
    private final Exchange exchange;
    private final NetLimits limits;
    private final String userAgent;
    private final Duration keepIdle;
    private final Clock clock;

    Hop(Outbound request, Connections connections, Exchange exchange, GuardedHttp.Settings settings) {
        this.request = request;
        this.connections = connections;
        this.exchange = exchange;
        limits = request.limits(settings.limits());
        userAgent = settings.userAgent();
        keepIdle = settings.keepIdle();
        clock = settings.clock();
    }

    /** Waits for the answer's head. If it fails, the exchange has ended. */
    Reply send() {
        InputStream content = content();
        try {
            Lease lease = connections.lease(request.target(), exchange);
            exchange.enter(Step.HEAD, lease::discard);
            return exchanged(lease, content);
        } finally {
            close(content);
        }
    }

    /** What can't be read is found out before anything leaves. */
    private InputStream content() {
        try {
            return request.payload().open();
        } catch (IOException e) {
            throw exchange.failure(NetFailure.PAYLOAD_FAILED, "what was to be sent could not be read", e);
        }
    }

    private static void close(InputStream content) {
        try {
            content.close();
        } catch (IOException e) {
            // It was read to its end, or the failure of its reading is on its way.
            LOG.debug("the content of a request could not be closed", e);
        }
    }

    private Reply exchanged(Lease lease, InputStream content) {
        Connection connection = lease.leased();
        ClassicHttpRequest message = message(content, connection);
        try {
            exchange.sending();
            Wire.send(connection, message);
            ClassicHttpResponse answer = Wire.head(connection, limits.headBytes());
            Headers headers = Headers.received(answer.getHeaders());
            Duration wait = headers.first("Retry-After")
                    .flatMap(value -> RetryAfter.parse(value, clock))
                    .orElse(null);
            exchange.answered(answer.getCode(), wait);
            refuseTooMany(headers);
            InputStream body = Wire.body(connection, message, answer);
            WireBody wire = new WireBody(body, exchange, () -> end(lease, message, answer), limits.encodedBytes());
            exchange.endRead();
            return reply(answer, headers, wire, wait);
        } catch (PayloadException e) {
            throw exchange.failure(NetFailure.PAYLOAD_FAILED, "what was to be sent is not what it should be", e);
        } catch (HttpException e) {
            throw exchange.failure(NetFailure.PROTOCOL, "the head of the answer is not well-formed", e);
        } catch (IOException e) {
            throw Wire.isTooLarge(e)
                    ? exchange.failure(NetFailure.TOO_LARGE, "the head of the answer is over its limits", e)
                    : exchange.broken(e);
        }
    }

    private void refuseTooMany(Headers headers) {
        if (headers.size() > limits.headerCount()) {
            throw exchange.failure(
                    NetFailure.TOO_LARGE, "the answer has more than " + limits.headerCount() + " header fields", null);
        }
    }

    private Reply reply(ClassicHttpResponse answer, Headers headers, WireBody wire, @Nullable Duration wait)
            throws IOException, HttpException {
        List<String> codings = headers.all("Content-Encoding");
        Coding coding;
        try {
            coding = Coding.of(codings);
        } catch (IOException e) {
            throw exchange.failure(NetFailure.PROTOCOL, "the content coding of the answer is not understood", e);
        }
        Reply reply = new Reply(answer.getCode(), headers, request.uri(), exchange, wire, coding, limits, wait);
        if (isEmpty(answer)) {
            wire.available();
        }
        return reply;
    }

    private static boolean isEmpty(ClassicHttpResponse answer) {
        return answer.getEntity() == null || answer.getEntity().getContentLength() == 0;
    }

    private ClassicHttpRequest message(InputStream content, Connection connection) {
        Dialer dialer = connections.dialer();
        boolean relayed = dialer.usesProxy() && !request.target().secure();
        String what = relayed ? request.target().absolute() : request.target().path();
        ClassicHttpRequest message = new BasicClassicHttpRequest(request.method(), null, null, what);
        message.addHeader("Host", request.target().authority());
        if (!request.headers().contains("User-Agent")) {
            message.addHeader("User-Agent", userAgent);
        }
        message.addHeader("Accept-Encoding", request.isCompressed() ? Coding.ACCEPTED : "identity");
        String authorization = dialer.proxyAuthorization();
        if (relayed && authorization != null) {
            message.addHeader("Proxy-Authorization", authorization);
        }
        request.headers().forEach(message::addHeader);
        addPayload(message, content, connection);
        return message;
    }

    private void addPayload(ClassicHttpRequest message, InputStream content, Connection connection) {
        Payload payload = request.payload();
        if (!payload.isNone()) {
            message.addHeader("Content-Type", payload.mediaType());
            if (payload.length() < 0) {
                message.addHeader("Transfer-Encoding", "chunked");
            } else {
                message.addHeader("Content-Length", Long.toString(payload.length()));
            }
            message.setEntity(new PayloadEntity(payload, content, connection));
        } else if (!request.isSafe()) {
            message.addHeader("Content-Length", "0");
        }
    }

    /** Gives the connection back, or drops it when its next answer could be another one's. */
    private void end(Lease lease, ClassicHttpRequest message, ClassicHttpResponse answer) {
        Duration keep = isReusable(lease.leased(), message, answer) ? keepFor(answer) : Duration.ZERO;
        if (exchange.finish() && !keep.isZero()) {
            lease.leased().used();
            lease.keep(keep);
        } else {
            lease.discard();
        }
    }

    private static boolean isReusable(Connection connection, ClassicHttpRequest message, ClassicHttpResponse answer) {
        boolean twice = answer.containsHeader("Transfer-Encoding") && answer.containsHeader("Content-Length");
        try {
            return !twice
                    && connection.isOpen()
                    && connection.isConsistent()
                    && DefaultConnectionReuseStrategy.INSTANCE.keepAlive(message, answer, NO_CONTEXT)
                    && !connection.isSpent();
        } catch (IOException ignored) {
            // It broke after the answer had come whole: the answer is good, the connection is not.
            return false;
        }
    }

    /** Returns how long the connection may be kept: a second less than the other side says, so that it is not used while it is closed over there. */
    private Duration keepFor(ClassicHttpResponse answer) {
        Header header = answer.getFirstHeader("Keep-Alive");
        String digits = header == null ? "" : timeout(header.getValue());
        if (digits.isEmpty() || digits.length() > MOST_KEEP_SECONDS_DIGITS) {
            return keepIdle;
        }
        Duration theirs = Duration.ofSeconds(Math.max(0, Integer.parseInt(digits) - 1));
        return theirs.compareTo(keepIdle) < 0 ? theirs : keepIdle;
    }

    private static String timeout(String value) {
        return Arrays.stream(value.toLowerCase(Locale.ROOT).split(",", 16))
                .map(String::strip)
                .filter(each -> each.matches("timeout\\s*=\\s*[0-9]+"))
                .map(each -> each.replaceAll("[^0-9]", ""))
                .findFirst()
                .orElse("");
    }
}

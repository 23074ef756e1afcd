package dev.harbor.tools.a2a;

import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.json.MalformedJsonException;
import dev.harbor.net.GuardedHttp;
import dev.harbor.net.MediaType;
import dev.harbor.net.NetLimits;
import dev.harbor.net.NetTimeouts;
import dev.harbor.net.Outbound;
import dev.harbor.net.Payload;
import dev.harbor.net.Reply;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Asks one interface of an agent. Nothing is sent twice, except after a 401 for which there is another credential, and to the other form of a subscription after
 * a 404 or 405: those answers say that nothing was done.
 *
 * <p>Thread-safe.
 */
final class PeerClient {

    private static final NetLimits HEADS = NetLimits.standard();

    private final AgentInterface at;
    private final Dialect dialect;
    private final Binding binding;
    private final Authorization authorization;
    private final PeerSettings settings;

    PeerClient(AgentInterface at, Authorization authorization, PeerSettings settings) {
        this.at = at;
        this.dialect = new Dialect(at);
        this.binding = Binding.of(at);
        this.authorization = authorization;
        this.settings = settings;
    }

    AgentInterface at() {
        return at;
    }

    /** Sends a message and waits for one answer. */
    ItemStream send(Outgoing message, PushHook push, CallScope scope) {
        return items(Operation.SEND, params(message, push, false), scope);
    }

    /** Sends a message and hears what becomes of it; one answer where the peer does not stream after all. */
    ItemStream stream(Outgoing message, PushHook push, CallScope scope) {
        return items(Operation.STREAM, params(message, push, true), scope);
    }

    private Map<String, Object> params(Outgoing message, PushHook push, boolean wait) {
        return dialect.send(message, settings.outputModes(), wait, push.target());
    }

    /** Hears what becomes of a task from now on. */
    ItemStream subscribe(String taskId, CallScope scope) {
        return items(Operation.SUBSCRIBE, dialect.task(taskId), scope);
    }

    RemoteTask task(String taskId, CallScope scope) {
        return RemoteTask.read(unwrapped(call(Operation.GET, dialect.task(taskId, 0), scope)));
    }

    RemoteTask cancel(String taskId, CallScope scope) {
        return RemoteTask.read(unwrapped(call(Operation.CANCEL, dialect.task(taskId), scope)));
    }

    /** Returns the latest tasks of a conversation, or of all when it is empty, with the ends of their histories. */
    List<RemoteTask> tasks(String contextId, CallScope scope) {
        Map<String, Object> params = dialect.params();
        if (!contextId.isEmpty()) {
            params.put("contextId", contextId);
        }
        params.put("pageSize", 20);
        params.put("historyLength", 20);
        return Fields.of(call(Operation.LIST, params, scope)).list("tasks").stream()
                .map(RemoteTask::read)
                .toList();
    }

    Json extendedCard(CallScope scope) {
        return call(Operation.CARD, dialect.params(), scope);
    }

    /** Some wrap a task where the protocol has it bare. */
    private static Json unwrapped(Json json) {
        Json inner = Fields.of(json, "an answer is no object").any("task");
        return inner == null ? json : inner;
    }

    private Json call(Operation operation, Map<String, Object> params, CallScope scope) {
        Binding.Draft draft = binding.draft(operation, params);
        Exchange exchange = exchange(operation, draft, scope);
        try (Reply reply = exchange.reply()) {
            return single(reply, draft.id(), exchange.proof());
        }
    }

    private ItemStream items(Operation operation, Map<String, Object> params, CallScope scope) {
        Binding.Draft draft = binding.draft(operation, params);
        Exchange exchange = exchange(operation, draft, scope);
        Binding.Draft other = binding.otherwise(operation, params);
        int status = exchange.reply().status();
        if (other != null && (status == 404 || status == 405)) {
            exchange.reply().close();
            exchange = exchange(operation, other, scope);
        }
        return items(exchange, draft.id());
    }

    private ItemStream items(Exchange exchange, String id) {
        Reply reply = exchange.reply();
        boolean events = reply.isSuccess()
                && reply.mediaType().filter(MediaType::isEventStream).isPresent();
        if (events) {
            return ItemStream.of(reply, binding, id, exchange.proof());
        }
        try (reply) {
            return ItemStream.of(Item.read(single(reply, id, exchange.proof())), binding);
        }
    }

    /** Reads an answer that is no stream. */
    private Json single(Reply reply, String id, Proof proof) {
        int status = reply.status();
        if (status >= 300 && status < 400) {
            throw new BrokenPeer("it answers with a redirect (HTTP " + status + "), and none is followed");
        }
        if (!reply.isSuccess() && reply.mediaType().filter(MediaType::isJson).isEmpty()) {
            throw PeerError.http(status, reply.retryAfter().orElse(null));
        }
        Json json = parsed(proof.scrub(reply.text(settings.limits().bodyBytes())), reply);
        boolean failed = !reply.isSuccess() && Fields.of(json).any("error", "code", "message") == null;
        if (failed) {
            throw PeerError.http(status, reply.retryAfter().orElse(null));
        }
        return binding.unwrap(json, id, status, reply.retryAfter().orElse(null));
    }

    private static Json parsed(String text, Reply reply) {
        try {
            return Json.parse(text);
        } catch (MalformedJsonException e) {
            if (!reply.isSuccess()) {
                throw PeerError.http(reply.status(), reply.retryAfter().orElse(null));
            }
            String type = reply.mediaType().map(MediaType::toString).orElse("no media type");
            throw new BrokenPeer("an answer is not JSON (" + Words.line(type) + ')', e);
        }
    }

    /** Is an answer and what its request proved itself with. */
    private record Exchange(Reply reply, Proof proof) {}

    private Exchange exchange(Operation operation, Binding.Draft draft, CallScope scope) {
        Proof proof = authorization.prove(at.url(), scope);
        Reply reply = send(operation, draft, scope, proof);
        if (reply.status() != 401 && reply.status() != 403) {
            return new Exchange(reply, proof);
        }
        int status = reply.status();
        List<String> challenges = reply.headers().all("WWW-Authenticate");
        reply.close();
        if (authorization.renew(proof, at.url(), scope, status, challenges)) {
            Proof other = authorization.prove(at.url(), scope);
            Reply again = send(operation, draft, scope, other);
            if (again.status() != 401 && again.status() != 403) {
                return new Exchange(again, other);
            }
            again.close();
        }
        throw new Unauthorized(status, challenges.stream().map(proof::scrub).toList());
    }

    private Reply send(Operation operation, Binding.Draft draft, CallScope scope, Proof proof) {
        GuardedHttp http = settings.access().http();
        return http.send(outbound(operation, draft, scope, proof), scope.cancellation());
    }

    private Outbound outbound(Operation operation, Binding.Draft draft, CallScope scope, Proof proof) {
        Outbound.Builder request = Outbound.builder(draft.method(), withQuery(draft.uri(), proof.query()))
                .timeouts(timeouts(operation, scope))
                .limits(limits());
        boolean old = at.version() == ProtocolVersion.V0_3;
        String type = at.binding() == BindingKind.HTTP_JSON && !old ? "application/a2a+json" : "application/json";
        Json body = draft.body();
        if (body != null) {
            request.payload(Payload.of(body.toString(), type));
        }
        request.header("Accept", operation.isStream() ? "text/event-stream, " + accepted(type) : accepted(type));
        request.header("A2A-Version", at.version().text());
        if (!settings.extensions().isEmpty()) {
            request.header(old ? "X-A2A-Extensions" : "A2A-Extensions", String.join(", ", settings.extensions()));
        }
        if (settings.trusted()) {
            identify(request, scope.identity());
        }
        Trace.headers(scope).forEach(request::header);
        proof.headers().forEach(request::header);
        return operation.isStream() ? request.uncompressed().build() : request.build();
    }

    private static String accepted(String type) {
        return type.equals("application/json") ? type : type + ", application/json";
    }

    private static void identify(Outbound.Builder request, Identity identity) {
        request.header("X-Harbor-Tenant", header(identity.tenant()));
        request.header("X-Harbor-User", header(identity.user()));
        request.header("X-Harbor-Session", header(identity.session()));
    }

    /** A header holds ASCII only. */
    private static String header(String text) {
        boolean plain = text.chars().allMatch(c -> c > 0x20 && c < 0x7f && c != '%');
        return plain ? text : URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static URI withQuery(URI uri, Map<String, String> query) {
        if (query.isEmpty()) {
            return uri;
        }
        String more = query.entrySet().stream()
                .map(each -> header(each.getKey()) + '=' + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return URI.create(uri + (uri.getRawQuery() == null ? "?" : "&") + more);
    }

    private NetTimeouts timeouts(Operation operation, CallScope scope) {
        A2aLimits limits = settings.limits();
        Duration left = scope.deadline().within(Duration.ofDays(30));
        Duration total = left.isZero() ? Duration.ofMillis(1) : left;
        return NetTimeouts.builder()
                .connect(limits.connect())
                .handshake(limits.connect())
                .head(operation.isSending() ? total : limits.head())
                .idle(limits.idle())
                .total(total)
                .build();
    }

    private NetLimits limits() {
        A2aLimits limits = settings.limits();
        return HEADS.body(limits.bodyBytes()).stream(limits.bodyBytes(), limits.streamBytes(), NetLimits.UNLIMITED);
    }
}

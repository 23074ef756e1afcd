package dev.harbor.tools.mcp;

import dev.harbor.json.Json;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolTimeout;
import dev.harbor.tool.ToolUnavailable;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Is one call of a remote tool. It is sent once, whatever happens. Confined to one thread. */
final class RemoteCall {

    private final Host host;
    private final McpSettings settings;
    private final RemoteTool remote;
    private final ParameterHeaders headers;
    private final ToolContext context;

    RemoteCall(Host host, McpSettings settings, RemoteTool remote, ParameterHeaders headers, ToolContext context) {
        this.host = host;
        this.settings = settings;
        this.remote = remote;
        this.headers = headers;
        this.context = context;
    }

    /**
     * Makes the call and returns its result.
     *
     * @throws dev.harbor.tool.ToolException if there is none
     */
    Json result(Json arguments) throws InterruptedException {
        if (context.remaining().filter(Duration::isZero).isPresent()) {
            throw new ToolTimeout("the time was over before the call was sent", false, null);
        }
        Connection connection = host.connection(context.identity());
        if (connection == null) {
            throw new ToolUnavailable("source '" + settings.name + "' is not connected; nothing was sent", null);
        }
        try {
            return call(connection, arguments);
        } catch (LinkFailure e) {
            host.failed(connection, e);
            throw e.toToolException();
        }
    }

    private Json call(Connection connection, Json arguments) throws InterruptedException {
        Patience patience =
                Patience.of(settings.ticks, context.remaining(), settings.limits.silence(), context.cancellation());
        long token = connection.watch(progress -> progressed(patience, progress));
        try {
            return await(connection, connection.open(request(connection, arguments, token), patience), patience);
        } finally {
            connection.unwatch(token);
        }
    }

    private Request request(Connection connection, Json arguments, long token) {
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("name", remote.name());
        params.put("arguments", arguments);
        Map<String, Object> meta =
                CallMeta.of(context, context.idempotencyKey(), token, settings.trusted ? context.identity() : null);
        return new Request(
                "tools/call",
                connection.withMeta(params, meta),
                remote.name(),
                headers.headers(arguments),
                context.identity());
    }

    private Json await(Connection connection, Exchange exchange, Patience patience) throws InterruptedException {
        String givenUp = "the caller was interrupted";
        boolean answered = false;
        try (exchange) {
            Exchange.Step step = exchange.next(patience);
            answered = true;
            return Objects.requireNonNull(step.result());
        } catch (LinkFailure e) {
            if (e.kind() != LinkFailure.Kind.TIMEOUT && e.kind() != LinkFailure.Kind.CANCELLED) {
                answered = true;
                throw e;
            }
            answered = true;
            connection.gaveUp();
            if (exchange.abandon(e.text())) {
                throw LinkFailure.notSent(e.text() + "; it had not been sent", e);
            }
            throw e;
        } finally {
            if (!answered) {
                connection.gaveUp();
                exchange.abandon(givenUp);
            }
        }
    }

    private void progressed(Patience patience, Json progress) {
        patience.sign();
        String text = text(progress);
        if (text != null) {
            context.progress(text);
        }
    }

    private static @Nullable String text(Json progress) {
        String message =
                RemoteTool.text(progress.get("message")).map(Words::line).orElse("");
        String done = number(progress, "progress");
        String total = number(progress, "total");
        String amount = done.isEmpty() || total.isEmpty() ? done : done + " of " + total;
        String text = message.isEmpty() ? amount : amount.isEmpty() ? message : amount + ": " + message;
        return text.isEmpty() ? null : text;
    }

    private static String number(Json progress, String member) {
        return progress.get(member)
                .filter(json -> json.kind() == Json.Kind.NUMBER)
                .map(json -> Words.line(json.toString()))
                .orElse("");
    }
}

package dev.harbor.tools.mcp;

import dev.harbor.access.ConsentRequired;
import dev.harbor.json.Json;
import dev.harbor.tool.Resumption;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolSuspended;
import dev.harbor.tool.ToolTimeout;
import dev.harbor.tool.ToolUnavailable;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Is one call of a remote tool. It is sent once, and again only when the server has said that it needs more before it begins. Confined to one thread.
 */
final class RemoteCall {

    private static final int MOST_ROUNDS = 16;

    /** Older versions know no other kind of result. */
    private static final String COMPLETE = "complete";

    private final Host host;
    private final McpSettings settings;
    private final Subject subject;
    private final ToolContext context;

    /**
     * Is what is called.
     *
     * @param method the method
     * @param name what intermediaries are told
     * @param params the parameters, but for those that every request has
     * @param headers what more intermediaries are told
     * @param task whether it is done as a task
     */
    record Subject(String method, String name, Map<String, Object> params, Map<String, String> headers, boolean task) {}

    RemoteCall(Host host, McpSettings settings, Subject subject, ToolContext context) {
        this.host = host;
        this.settings = settings;
        this.subject = subject;
        this.context = context;
    }

    /**
     * Makes the call and returns its result.
     *
     * @throws dev.harbor.tool.ToolException if there is none
     */
    Json result() throws InterruptedException {
        if (context.remaining().filter(Duration::isZero).isPresent()) {
            throw new ToolTimeout("the time was over before the call was sent", false, null);
        }
        try {
            Resumption resumption = context.resumption().orElse(null);
            if (resumption == null) {
                return rounds(Map.of(), "");
            }
            return resumed(
                    resumption, RemoteTool.text(resumption.state().get("kind")).orElse(""));
        } catch (ConsentRequired e) {
            throw ToolSuspended.externalEvent(e.consent().message(), e.consent().payload());
        } catch (LinkFailure e) {
            throw e.toToolException();
        }
    }

    private Json resumed(Resumption resumption, String kind) throws InterruptedException {
        String suffix = "/" + resumption.number();
        return switch (kind) {
            case Parking.KIND -> parked(resumption);
            case "input" -> rounds(InputRequired.more(resumption, settings), suffix);
            case "task" -> task(resumption);
            // What was asked for happened elsewhere, and nothing was begun here.
            default -> rounds(Map.of(), "");
        };
    }

    private Json task(Resumption resumption) throws InterruptedException {
        String id = RemoteTool.text(resumption.state().get("task")).orElse("");
        Map<String, Object> more = InputRequired.more(resumption, settings);
        return new RemoteTask(connection(), settings, context).resumed(id, more);
    }

    private Connection connection() throws InterruptedException {
        try {
            Connection connection = host.connection(context.identity());
            if (connection != null) {
                return connection;
            }
        } catch (LinkFailure e) {
            // A connection that does not come about is no call that was sent.
            throw LinkFailure.notSent(e.text(), e);
        }
        throw new ToolUnavailable("source '" + settings.name + "' is not connected; nothing was sent", null);
    }

    // ---- rounds: until there is a result, or a person is needed

    private Json rounds(Map<String, Object> first, String suffix) throws InterruptedException {
        Connection connection = connection();
        Map<String, Object> more = first;
        for (int round = 0; round < MOST_ROUNDS; round++) {
            Json result = once(connection, more, context.idempotencyKey() + suffix + (round == 0 ? "" : "." + round));
            String type = connection.spoken().isModern()
                    ? RemoteTool.text(result.get("resultType")).orElse(COMPLETE)
                    : COMPLETE;
            switch (type) {
                case COMPLETE -> {
                    return subject.task() ? new RemoteTask(connection, settings, context).result(result) : result;
                }
                case "task" -> {
                    return new RemoteTask(connection, settings, context).result(result);
                }
                case "input_required" -> more = answered(result);
                default ->
                    throw LinkFailure.unreadable(
                            "the result of the server is of a kind that is not known: " + Words.line(type), null);
            }
        }
        throw LinkFailure.unreadable("the server needs more after " + MOST_ROUNDS + " rounds", null);
    }

    private Map<String, Object> answered(Json result) {
        InputRequired required = InputRequired.of(result, settings);
        if (required.needsPerson()) {
            throw required.suspension();
        }
        return required.more();
    }

    private Json once(Connection connection, Map<String, Object> more, String key) throws InterruptedException {
        Patience patience = patience();
        Progress progress = connection.watched(context, patience);
        boolean kept = false;
        try {
            Request request = request(connection, more, key, progress);
            return await(connection, connection.open(request, patience), patience, progress);
        } catch (LinkFailure e) {
            host.failed(connection, e);
            throw e.error() == null ? e : orPage(e);
        } catch (ToolSuspended e) {
            kept = true;
            throw e;
        } finally {
            if (!kept) {
                connection.unwatch(progress);
            }
        }
    }

    private Patience patience() {
        return Patience.of(settings.ticks, context.remaining(), settings.limits.silence(), context.cancellation());
    }

    private Request request(Connection connection, Map<String, Object> more, String key, Progress progress) {
        Map<String, Object> params = new LinkedHashMap<>(subject.params());
        params.putAll(more);
        Map<String, Object> own =
                CallMeta.of(context, key, progress.token(), settings.trusted ? context.identity() : null);
        params.put("_meta", connection.meta(own));
        return new Request(subject.method(), params, subject.name(), subject.headers(), context.identity(), progress);
    }

    private Json await(Connection connection, Exchange exchange, Patience patience, Progress progress)
            throws InterruptedException {
        boolean over = false;
        try {
            Exchange.Step step = exchange.next(patience);
            over = step.question() == null;
            if (step.question() != null) {
                Question question = step.question();
                over = true;
                throw park(new Parking.Place(connection, exchange, question, progress));
            }
            exchange.close();
            return Objects.requireNonNull(step.result());
        } catch (LinkFailure e) {
            over = true;
            throw givenUp(connection, exchange, e);
        } finally {
            if (!over) {
                connection.gaveUp();
                exchange.abandon("the caller was interrupted");
                exchange.close();
            }
        }
    }

    private static LinkFailure givenUp(Connection connection, Exchange exchange, LinkFailure why) {
        boolean unsent = false;
        if (why.isGivenUp()) {
            connection.gaveUp();
            unsent = exchange.abandon(why.text());
        }
        exchange.close();
        return unsent ? LinkFailure.notSent(why.text() + "; it had not been sent", why) : why;
    }

    // ---- until 2025-11-25: the server waits with the request open

    private ToolSuspended park(Parking.Place place) {
        Asking asking;
        try {
            asking = new Asking(
                    settings.alias, Map.of(Asking.ONLY, Ask.of(place.question().params())));
        } catch (LinkFailure e) {
            place.leave();
            throw e;
        }
        String name = host.parking().keep(place);
        if (name == null) {
            place.leave();
            throw LinkFailure.lost("too many calls of source '" + settings.name + "' wait for an answer", null);
        }
        return asking.suspension(Parking.state(name, asking.toJson()));
    }

    private Json parked(Resumption resumption) throws InterruptedException {
        Json state = resumption.state();
        Asking asking = Asking.of(settings.alias, state.get("asks").orElse(Json.EMPTY_OBJECT));
        Json answer = Objects.requireNonNull(
                asking.answers(resumption.resolution(), state).get(Asking.ONLY));
        Parking.Place place =
                host.parking().take(RemoteTool.text(state.get("place")).orElse(""));
        if (place == null) {
            throw LinkFailure.lost("the server asked over a connection that is gone by now", null);
        }
        place.question().answer(answer);
        Patience patience = patience();
        place.progress().goesTo(context, patience);
        boolean kept = false;
        try {
            return await(place.connection(), place.exchange(), patience, place.progress());
        } catch (ToolSuspended e) {
            kept = true;
            throw e;
        } finally {
            if (!kept) {
                place.connection().unwatch(place.progress());
            }
        }
    }

    /** A server may say by an error that a person has to open a page first; it has not begun then. */
    private RuntimeException orPage(LinkFailure refusal) {
        RpcError error = Objects.requireNonNull(refusal.error());
        Json data = error.data();
        if (error.code() != RpcError.URL_ELICITATION || data == null || !settings.elicitation) {
            return refusal;
        }
        Map<String, Ask> asks = new LinkedHashMap<>();
        data.get("elicitations")
                .filter(json -> json.kind() == Json.Kind.ARRAY)
                .ifPresent(all -> all.elements().forEach(each -> asks.put(String.valueOf(asks.size()), Ask.of(each))));
        return asks.isEmpty() ? refusal : new Asking(settings.alias, asks).suspension(Json.of(Map.of("kind", "page")));
    }
}

package dev.harbor.tools.a2a.server;

import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes requests by HTTP and JSON: an operation is a verb and a path. Thread-safe. */
final class RestEdge {

    private static final String JSON = "application/a2a+json";
    private static final Set<String> NUMBERS = Set.of("historyLength", "pageSize");
    private static final Set<String> FLAGS = Set.of("includeArtifacts");

    /**
     * Is an operation.
     *
     * @param ids the members that the groups of the path fill
     */
    private record Route(String verbs, Pattern path, String operation, List<String> ids) {

        static Route of(String verbs, String path, String operation, String... ids) {
            return new Route(verbs, Pattern.compile(path), operation, List.of(ids));
        }
    }

    private static final List<Route> ROUTES = List.of(
            Route.of("POST", "/message:send", "SendMessage"),
            Route.of("POST", "/message:stream", "SendStreamingMessage"),
            Route.of("GET", "/tasks", "ListTasks"),
            Route.of("GET", "/tasks/([^/:]+)", "GetTask", "id"),
            Route.of("POST", "/tasks/([^/:]+):cancel", "CancelTask", "id"),
            Route.of("POST GET", "/tasks/([^/:]+):subscribe", "SubscribeToTask", "id"),
            Route.of("POST", "/tasks/([^/:]+)/pushNotificationConfigs", "CreateTaskPushNotificationConfig", "taskId"),
            Route.of("GET", "/tasks/([^/:]+)/pushNotificationConfigs", "ListTaskPushNotificationConfigs", "taskId"),
            Route.of(
                    "GET",
                    "/tasks/([^/:]+)/pushNotificationConfigs/([^/:]+)",
                    "GetTaskPushNotificationConfig",
                    "taskId",
                    "id"),
            Route.of(
                    "DELETE",
                    "/tasks/([^/:]+)/pushNotificationConfigs/([^/:]+)",
                    "DeleteTaskPushNotificationConfig",
                    "taskId",
                    "id"),
            Route.of("GET", "/extendedAgentCard", "GetExtendedAgentCard"));

    private final Operations operations;
    private final Edge edge;

    RestEdge(Operations operations, Edge edge) {
        this.operations = operations;
        this.edge = edge;
    }

    A2aResponse answer(Identity identity, A2aRequest request) throws IOException {
        try {
            for (Route route : ROUTES) {
                Matcher path = route.path().matcher(request.path());
                if (path.matches() && List.of(route.verbs().split(" ", -1)).contains(request.method())) {
                    Edge.requireVersion(request);
                    return answered(identity, route, params(route, path, request));
                }
            }
            throw new Refusal(Refusal.Kind.METHOD_NOT_FOUND, "there is nothing at this address");
        } catch (Refusal e) {
            return A2aResponse.json(e.kind().status(), JSON, Errors.rest(e));
        }
    }

    private A2aResponse answered(Identity identity, Route route, Params params) {
        if (Operations.isStream(route.operation())) {
            return edge.stream(identity, () -> operations.stream(route.operation(), identity, params, event -> event));
        }
        Json result = edge.call(operations, route.operation(), identity, params);
        return A2aResponse.json(200, JSON, result);
    }

    /** The path wins over the query, and the query over the body. */
    private Params params(Route route, Matcher path, A2aRequest request) throws IOException {
        Map<String, Object> members = new LinkedHashMap<>();
        boolean sends = request.method().equals("POST") && request.header("Content-Type") != null;
        if (sends) {
            members.putAll(object(edge.body(request)));
        }
        query(request.query(), members);
        for (int i = 0; i < route.ids().size(); i++) {
            members.put(route.ids().get(i), decoded(path.group(i + 1)));
        }
        return Params.of(Json.of(members), "request");
    }

    /** What takes no parameters is asked for with or without a body. */
    private static Map<String, Json> object(Json body) {
        if (body.isNull()) {
            return Map.of();
        }
        if (body.kind() != Json.Kind.OBJECT) {
            throw Refusal.params("the body must be an object");
        }
        return body.members();
    }

    private static void query(String query, Map<String, Object> into) {
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                String name = decoded(pair.substring(0, equals));
                into.put(name, typed(name, decoded(pair.substring(equals + 1))));
            }
        }
    }

    private static Object typed(String name, String value) {
        try {
            return NUMBERS.contains(name) ? Integer.valueOf(value) : flag(name, value);
        } catch (NumberFormatException e) {
            throw Refusal.params(name + " must be a whole number");
        }
    }

    private static Object flag(String name, String value) {
        return FLAGS.contains(name) ? (Object) value.equals("true") : value;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw Refusal.params("the address is not well escaped");
        }
    }
}

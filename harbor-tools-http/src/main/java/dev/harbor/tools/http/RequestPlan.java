package dev.harbor.tools.http;

import dev.harbor.json.Json;
import dev.harbor.net.Headers;
import dev.harbor.net.Outbound;
import dev.harbor.tool.InvalidToolDefinition;
import dev.harbor.tool.ToolContext;
import java.net.URI;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Is how the arguments of one tool become requests: read and checked once, used for every call. Immutable. */
final class RequestPlan {

    private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD", "DELETE", "OPTIONS");
    private static final Set<String> WITHOUT_KEY = Set.of("GET", "HEAD", "OPTIONS");

    private final String method;
    private final UriTemplate template;
    private final List<HttpParameter> parameters;
    private final Headers headers;
    private final BodyWriter body;
    private final boolean takesRest;
    private final Set<String> taken;
    private final List<HttpAuth> auth;
    private final @Nullable String idempotencyHeader;
    private final HttpAnswer answer;
    private final Json inputSchema;
    private final @Nullable Outbound fixed;
    private final boolean sentWhole;

    private RequestPlan(HttpTool.Builder from) {
        method = from.method;
        List<HttpParameter> all = List.copyOf(from.parameters);
        template = styled(UriTemplate.parse(from.url), all);
        parameters = all.stream()
                .filter(each -> each.location() != HttpParameter.Location.PATH)
                .toList();
        HttpBody content = from.body != null ? from.body : standardBody(method);
        ArgumentUse use = new ArgumentUse(template, parameters, content);
        body = BodyWriter.of(content);
        takesRest = content.takesRest();
        taken = use.taken();
        auth = from.authentication();
        idempotencyHeader = WITHOUT_KEY.contains(method) ? null : from.idempotencyHeader;
        answer = from.answer;
        headers = headers(from.headers);
        Json given = from.input();
        inputSchema = given != null ? given : use.derivedSchema();
        use.check(inputSchema);
        check(from);
        fixed = template.arguments().isEmpty() ? known(origin() + template.expand(Map.of())) : null;
        sentWhole = taken.isEmpty() && content.kind() == HttpBody.Kind.JSON && content.argument() == null;
    }

    static RequestPlan of(HttpTool.Builder from) {
        return new RequestPlan(from);
    }

    private static HttpBody standardBody(String method) {
        return WITHOUT_BODY.contains(method) ? HttpBody.none() : HttpBody.json();
    }

    private static UriTemplate styled(UriTemplate template, List<HttpParameter> parameters) {
        UriTemplate styled = template;
        for (HttpParameter each : parameters) {
            if (each.location() == HttpParameter.Location.PATH) {
                if (!template.variables().contains(each.name())) {
                    throw new InvalidToolDefinition("parameter '" + each.name() + "' of the path has no place {"
                            + each.name() + "} in the URL");
                }
                styled = styled.with(each);
            }
        }
        return styled;
    }

    private static Headers headers(Map<String, String> fixed) {
        Headers headers = Headers.NONE;
        try {
            for (Map.Entry<String, String> each : fixed.entrySet()) {
                headers = headers.and(each.getKey(), each.getValue());
            }
        } catch (IllegalArgumentException e) {
            throw new InvalidToolDefinition(String.valueOf(e.getMessage()));
        }
        return headers.contains("Accept") ? headers : headers.and("Accept", "application/json, */*;q=0.5");
    }

    private void check(HttpTool.Builder from) {
        checkMethod();
        Set<String> names = new HashSet<>();
        from.headers.keySet().forEach(name -> requireOnce(names, "header", name));
        parameters.forEach(each -> requireOnce(names, each.location().name(), each.name()));
        auth.forEach(each -> requireOnce(names, location(each), each.field()));
        String key = idempotencyHeader;
        if (key != null) {
            requireOnce(names, "header", key);
        }
        requireOnce(names, "header", TraceParent.HEADER);
        HttpPaging paging = answer.paging();
        if (paging != null && !method.equals("GET")) {
            throw new InvalidToolDefinition("only the answers to GET come in pages");
        }
    }

    private void checkMethod() {
        try {
            Outbound.builder(method, URI.create(origin() + '/')).build();
        } catch (IllegalArgumentException e) {
            throw new InvalidToolDefinition("the method is a token other than CONNECT and TRACE");
        }
    }

    private Outbound known(String address) {
        return Outbound.builder(method, URI.create(address)).build();
    }

    private static String location(HttpAuth auth) {
        return auth.isInHeader() ? "header" : auth.kind().name();
    }

    private static void requireOnce(Set<String> names, String location, String name) {
        boolean header = HeaderNames.lower(location).equals("header");
        String key = HeaderNames.lower(location) + ' ' + (header ? HeaderNames.lower(name) : name);
        if (!names.add(key)) {
            throw new InvalidToolDefinition("two things claim the " + HeaderNames.lower(location) + " field " + name);
        }
    }

    Json inputSchema() {
        return inputSchema;
    }

    String origin() {
        return template.origin();
    }

    String method() {
        return method;
    }

    List<HttpAuth> auth() {
        return auth;
    }

    HttpAnswer answer() {
        return answer;
    }

    /**
     * Makes a request without credentials.
     *
     * @throws dev.harbor.tool.InvalidArguments if an argument can't be sent
     */
    Draft draft(Json arguments, ToolContext context) {
        // Arguments that are sent as they came need not be taken apart.
        Map<String, Json> values = sentWhole ? Map.of() : arguments.members();
        requireUse(values);
        Outbound known = fixed;
        Draft draft =
                known != null ? Draft.from(known, headers) : new Draft(origin() + template.expand(values), headers);
        for (HttpParameter each : parameters) {
            Json value = values.get(each.argument());
            if (value != null && !value.isNull()) {
                write(each, value, draft);
            }
        }
        draft.payload(body.payload(new BodyInput(values, rest(values), arguments, context)));
        String key = idempotencyHeader;
        if (key != null) {
            draft.header(key, context.idempotencyKey());
        }
        return draft;
    }

    private static void write(HttpParameter parameter, Json value, Draft draft) {
        switch (parameter.location()) {
            case QUERY -> QueryWriter.write(parameter, value).forEach(draft::query);
            case HEADER -> draft.header(parameter, HeaderWriter.write(parameter, value));
            case COOKIE -> draft.cookie(parameter.name(), Cookies.value(HeaderWriter.write(parameter, value)));
            case PATH -> throw new IllegalStateException("a parameter of the path is part of the template");
        }
    }

    /** What nothing takes would be lost in silence. */
    private void requireUse(Map<String, Json> values) {
        if (takesRest) {
            return;
        }
        for (String name : values.keySet()) {
            if (!taken.contains(name)) {
                throw Refused.argument(name, "additionalProperties", "is taken by nothing");
            }
        }
    }

    private Map<String, Json> rest(Map<String, Json> values) {
        if (!takesRest) {
            return Map.of();
        }
        Map<String, Json> rest = new LinkedHashMap<>(values);
        rest.keySet().removeAll(taken);
        return rest;
    }
}

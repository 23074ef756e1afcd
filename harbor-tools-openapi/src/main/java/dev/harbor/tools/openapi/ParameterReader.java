package dev.harbor.tools.openapi;

import dev.harbor.json.Json;
import dev.harbor.tools.http.HttpAuth;
import dev.harbor.tools.http.HttpParameter;
import dev.harbor.tools.http.HttpParameter.Location;
import dev.harbor.tools.http.HttpParameter.Style;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns the parameters of an operation into those of a request. Confined to one import. */
final class ParameterReader {

    /** What a client sets itself, or the document says elsewhere. */
    private static final Set<String> IGNORED_HEADERS = Set.of("accept", "content-type", "authorization");

    /** What Harbor sends with every call that wants it. */
    private static final Set<String> OWN_HEADERS = Set.of("idempotency-key", "traceparent", "tracestate");

    private final SchemaBook book;
    private final ImportLog log;

    ParameterReader(SchemaBook book, ImportLog log) {
        this.book = book;
        this.log = log;
    }

    /** Returns the parameters, and offers an argument for each. */
    List<HttpParameter> read(Found found, PathTemplate path, List<HttpAuth> auth, Arguments arguments) {
        List<HttpParameter> read = new ArrayList<>();
        for (Node parameter : declared(found)) {
            if (isSent(parameter, found, auth)) {
                HttpParameter one = parameter(parameter, path, arguments);
                if (one != null) {
                    read.add(one);
                } else {
                    log.note(
                            found.what().place(),
                            "the parameter " + name(parameter) + " can't be sent and is optional");
                }
            }
        }
        read.addAll(path.undeclared(read, arguments));
        return read;
    }

    /** Those of the operation take the place of those of its path. */
    private static List<Node> declared(Found found) {
        Map<String, Node> declared = new LinkedHashMap<>();
        for (Node where : List.of(found.path(), found.node())) {
            for (Node each : where.get("parameters").elements()) {
                Node parameter = each.resolved();
                declared.put(parameter.text("in", "") + ' ' + parameter.text("name", ""), parameter);
            }
        }
        return List.copyOf(declared.values());
    }

    private static String name(Node parameter) {
        return Words.label(parameter.text("name", ""));
    }

    private boolean isSent(Node parameter, Found found, List<HttpAuth> auth) {
        String name = parameter.text("name", "");
        String in = parameter.text("in", "");
        String lower = name.toLowerCase(Locale.ROOT);
        if (in.equals("header") && IGNORED_HEADERS.contains(lower)) {
            return false;
        }
        if (in.equals("header") && OWN_HEADERS.contains(lower)) {
            log.note(found.what().place(), "the header " + name(parameter) + " is sent by Harbor itself");
            return false;
        }
        if (auth.stream().anyMatch(each -> claims(each, in, name))) {
            log.note(found.what().place(), "the parameter " + name(parameter) + " is a credential and no argument");
            return false;
        }
        return true;
    }

    private static boolean claims(HttpAuth auth, String in, String name) {
        return switch (auth.kind()) {
            case QUERY -> in.equals("query") && auth.field().equals(name);
            case COOKIE -> in.equals("cookie") && auth.field().equals(name);
            default -> in.equals("header") && auth.field().equalsIgnoreCase(name);
        };
    }

    private @Nullable HttpParameter parameter(Node parameter, PathTemplate path, Arguments arguments) {
        String name = parameter.text("name", "");
        Location location = location(parameter);
        boolean required = location == Location.PATH || parameter.flag("required");
        HttpParameter made = styled(parameter, HttpParameter.of(location, name));
        if (made == null) {
            if (!required) {
                return null;
            }
            throw new Unusable(
                    OpenApiReason.UNSUPPORTED_REQUEST,
                    "the parameter " + name(parameter) + " has content of a media type other than JSON");
        }
        String argument = arguments.free(name, location.name().toLowerCase(Locale.ROOT));
        arguments.add(argument, schema(parameter), required);
        HttpParameter named = location == Location.PATH ? path.placed(made) : made;
        return named.from(argument);
    }

    private static Location location(Node parameter) {
        return switch (parameter.text("in", "")) {
            case "path" -> Location.PATH;
            case "query" -> Location.QUERY;
            case "header" -> Location.HEADER;
            case "cookie" -> Location.COOKIE;
            default ->
                throw new Unusable(
                        OpenApiReason.UNSUPPORTED_REQUEST,
                        "the parameter " + name(parameter) + " is in no place of a request that is known");
        };
    }

    /** Returns the parameter as it is spelled; null if its content is of a media type other than JSON. */
    private static @Nullable HttpParameter styled(Node parameter, HttpParameter plain) {
        Node content = parameter.get("content");
        if (content.isObject()) {
            return content.members().keySet().stream().anyMatch(BodyReader::isJson) ? plain.json() : null;
        }
        Style style = style(parameter, plain.style());
        HttpParameter styled = plain.style(style, parameter.flag("explode", style == Style.FORM));
        return parameter.flag("allowReserved") && plain.location() == Location.QUERY ? styled.reserved() : styled;
    }

    private static Style style(Node parameter, Style otherwise) {
        String named = parameter.text("style");
        return named == null ? otherwise : style(named);
    }

    static Style style(String named) {
        return switch (named) {
            case "simple" -> Style.SIMPLE;
            case "label" -> Style.LABEL;
            case "matrix" -> Style.MATRIX;
            case "form" -> Style.FORM;
            case "spaceDelimited" -> Style.SPACE_DELIMITED;
            case "pipeDelimited" -> Style.PIPE_DELIMITED;
            case "deepObject" -> Style.DEEP_OBJECT;
            default ->
                throw new Unusable(
                        OpenApiReason.UNSUPPORTED_REQUEST, "the style " + Words.label(named) + " is not known");
        };
    }

    private Fragment schema(Node parameter) {
        Node content = parameter.get("content");
        Node schema = content.isObject()
                ? content.members().entrySet().stream()
                        .filter(each -> BodyReader.isJson(each.getKey()))
                        .findFirst()
                        .map(each -> each.getValue().get("schema"))
                        .orElseThrow()
                : parameter.get("schema");
        Fragment fragment =
                schema.exists() ? book.convert(schema, Direction.REQUEST) : new Fragment(Json.EMPTY_OBJECT, Set.of());
        return Described.with(fragment, parameter.text("description", ""));
    }
}

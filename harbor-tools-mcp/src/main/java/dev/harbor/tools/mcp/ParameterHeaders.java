package dev.harbor.tools.mcp;

import dev.harbor.json.Json;
import dev.harbor.net.Headers;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Says which arguments of a tool are shown to intermediaries as headers, where the newest version has it so. Immutable. */
final class ParameterHeaders {

    static final ParameterHeaders NONE = new ParameterHeaders(List.of());

    private static final String KEYWORD = "x-mcp-header";
    private static final Set<String> TYPES = Set.of("string", "integer", "boolean");
    private static final BigDecimal SAFE = BigDecimal.valueOf((1L << 53) - 1);

    private final List<Parameter> parameters;

    private ParameterHeaders(List<Parameter> parameters) {
        this.parameters = List.copyOf(parameters);
    }

    private record Parameter(String header, List<String> path) {}

    /**
     * Reads the annotations of a schema.
     *
     * @throws RemoteTool.Odd if one is not allowed; the tool must not be offered then
     */
    static ParameterHeaders of(Json schema) throws RemoteTool.Odd {
        List<Parameter> found = new ArrayList<>();
        collect(schema, List.of(), found);
        if (count(schema) != found.size()) {
            throw new RemoteTool.Odd(
                    "it shows an argument as a header that can't be: only those below 'properties' can");
        }
        Set<String> names = new HashSet<>();
        for (Parameter parameter : found) {
            if (!names.add(parameter.header().toLowerCase(Locale.ROOT))) {
                throw new RemoteTool.Odd("it shows two arguments as the same header");
            }
        }
        return found.isEmpty() ? NONE : new ParameterHeaders(found);
    }

    private static void collect(Json schema, List<String> path, List<Parameter> found) throws RemoteTool.Odd {
        Optional<Json> properties = schema.get("properties").filter(json -> json.kind() == Json.Kind.OBJECT);
        if (properties.isEmpty()) {
            return;
        }
        for (Map.Entry<String, Json> property : properties.get().members().entrySet()) {
            Json node = property.getValue();
            List<String> inner = new ArrayList<>(path);
            inner.add(property.getKey());
            if (node.kind() == Json.Kind.OBJECT) {
                Optional<Json> annotation = node.get(KEYWORD);
                if (annotation.isPresent()) {
                    found.add(parameter(annotation.get(), node, inner));
                }
                collect(node, inner, found);
            }
        }
    }

    private static Parameter parameter(Json annotation, Json node, List<String> path) throws RemoteTool.Odd {
        boolean named = annotation.kind() == Json.Kind.STRING && Headers.isToken(annotation.asString());
        boolean plain =
                RemoteTool.text(node.get("type")).filter(TYPES::contains).isPresent();
        if (!named || !plain) {
            throw new RemoteTool.Odd(
                    "it shows an argument as a header that can't be: its name or its type is not allowed");
        }
        return new Parameter("Mcp-Param-" + annotation.asString(), path);
    }

    /** Counts the annotations wherever they stand, as keywords of schemas. */
    private static int count(Json json) {
        return switch (json.kind()) {
            case OBJECT ->
                json.members().entrySet().stream()
                        .mapToInt(member -> isAnnotation(member) ? 1 : count(member.getValue()))
                        .sum();
            case ARRAY ->
                json.elements().stream().mapToInt(ParameterHeaders::count).sum();
            default -> 0;
        };
    }

    private static boolean isAnnotation(Map.Entry<String, Json> member) {
        return member.getKey().equals(KEYWORD) && member.getValue().kind() != Json.Kind.OBJECT;
    }

    /** Returns the headers for some arguments. */
    Map<String, String> headers(Json arguments) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (Parameter parameter : parameters) {
            Optional<Json> value = Optional.of(arguments);
            for (String name : parameter.path()) {
                value = value.flatMap(json -> json.get(name));
            }
            value.flatMap(ParameterHeaders::text).ifPresent(text -> headers.put(parameter.header(), encoded(text)));
        }
        return headers;
    }

    private static Optional<String> text(Json value) {
        return switch (value.kind()) {
            case STRING -> Optional.of(value.asString());
            case BOOLEAN -> Optional.of(value.toString());
            case NUMBER ->
                Optional.of(value)
                        .filter(number -> number.asNumber().abs().compareTo(SAFE) <= 0)
                        .map(number -> number.asNumber().stripTrailingZeros().toPlainString());
            default -> Optional.empty();
        };
    }

    /** Returns a value as it may stand in a header: what can't is written in another alphabet, and so is what looks like that. */
    static String encoded(String value) {
        boolean plain = value.chars().allMatch(c -> c >= 0x20 && c < 0x7f)
                && value.strip().length() == value.length()
                && !(value.startsWith("=?base64?") && value.endsWith("?="));
        return plain
                ? value
                : "=?base64?" + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8)) + "?=";
    }
}

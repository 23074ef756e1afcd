package dev.harbor.tools.http;

import dev.harbor.json.Json;
import dev.harbor.tool.InvalidToolDefinition;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Holds the arguments that a schema offers against those that a request takes. Immutable. */
record ArgumentUse(UriTemplate template, List<HttpParameter> parameters, HttpBody body) {

    /** Returns the arguments that are taken one by one, in order. */
    Set<String> taken() {
        Set<String> names = new LinkedHashSet<>(template.arguments());
        parameters.forEach(each -> names.add(each.argument()));
        String whole = body.argument();
        if (whole != null) {
            names.add(whole);
        }
        Json filled = body.template();
        if (filled != null) {
            names.addAll(JsonTemplate.parse(filled).arguments());
        }
        return names;
    }

    /** Refuses what can't be sent and what can't be given. */
    void check(Json schema) {
        if (!isPlain(schema)) {
            return;
        }
        Set<String> offered = schema.get("properties").orElseThrow().members().keySet();
        Set<String> taken = taken();
        taken.stream().filter(name -> !offered.contains(name)).findFirst().ifPresent(name -> {
            throw new InvalidToolDefinition("something is made of the argument '" + name
                    + "', which the input schema does not have; it has " + offered);
        });
        if (body.takesRest()) {
            return;
        }
        offered.stream().filter(name -> !taken.contains(name)).findFirst().ifPresent(name -> {
            throw new InvalidToolDefinition(
                    "nothing sends the argument '" + name + "'; name it in the URL, a parameter or the body");
        });
    }

    /** Tells whether a schema says by itself which members there are. */
    private static boolean isPlain(Json schema) {
        return schema.kind() == Json.Kind.OBJECT
                && schema.get("properties")
                        .filter(each -> each.kind() == Json.Kind.OBJECT)
                        .isPresent()
                && Stream.of("$ref", "allOf", "anyOf", "oneOf", "patternProperties")
                        .allMatch(keyword -> schema.get(keyword).isEmpty());
    }

    /** Returns a schema for arguments that nobody described. */
    Json derivedSchema() {
        Map<String, Object> properties = new LinkedHashMap<>();
        taken().forEach(name -> properties.put(name, isText(name) ? Map.of("type", "string") : Map.of()));
        body.parts().forEach(part -> {
            if (body.argument() == null) {
                properties.putIfAbsent(part.name(), part.artifact() ? Map.of("type", "string") : Map.of());
            }
        });
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        schema.put("required", List.copyOf(template.required()));
        schema.put("additionalProperties", body.takesRest());
        return Json.of(schema);
    }

    /** What fills a path or is content must be text; whatever else it is, a value has a spelling. */
    private boolean isText(String argument) {
        boolean content = argument.equals(body.argument())
                && (body.kind() == HttpBody.Kind.TEXT || body.kind() == HttpBody.Kind.ARTIFACT);
        return content || template.required().contains(argument);
    }
}

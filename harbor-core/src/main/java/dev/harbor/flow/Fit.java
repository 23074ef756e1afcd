package dev.harbor.flow;

import dev.harbor.error.ConfigurationException;
import dev.harbor.json.Json;
import dev.harbor.json.JsonSchema;
import dev.harbor.json.Violation;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether what one schema describes can never fit another. It decides by types, listed values, members and elements; what it can't decide fits, and the
 * call is held to the schema anyway.
 */
final class Fit {

    private static final int DEEPEST = 16;

    private Fit() {}

    /** Returns why a value of one shape never fits another, or null when it may. */
    static @Nullable String misfit(Shape source, Shape target) {
        return misfit(source, target, "", 0);
    }

    /** Returns why a value does not fit, or null. */
    static @Nullable String misfit(Json value, Shape target) {
        try {
            List<Violation> violations = JsonSchema.compile(target.whole()).validate(value);
            return violations.isEmpty() ? null : violations.get(0).toString();
        } catch (ConfigurationException undecidable) {
            return null;
        }
    }

    private static @Nullable String misfit(Shape source, Shape target, String at, int depth) {
        if (depth > DEEPEST) {
            return null;
        }
        String problem = types(source, target, at);
        if (problem == null) {
            problem = listed(source, target, at);
        }
        if (problem == null && source.types().equals(List.of("object"))) {
            problem = members(source, target, at, depth);
        }
        if (problem == null && source.types().equals(List.of("array"))) {
            problem = elements(source, target, at, depth);
        }
        return problem;
    }

    private static @Nullable String types(Shape source, Shape target, String at) {
        List<String> given = source.types();
        List<String> wanted = target.types();
        boolean mayFit = given.isEmpty() || wanted.isEmpty() || given.stream().anyMatch(type -> mayBe(type, wanted));
        return mayFit ? null : place(at) + "is " + join(given) + " where " + join(wanted) + " is wanted";
    }

    /** A number may happen to be an integer. */
    private static boolean mayBe(String type, List<String> wanted) {
        return wanted.contains(type)
                || (type.equals("integer") && wanted.contains("number"))
                || (type.equals("number") && wanted.contains("integer"));
    }

    private static @Nullable String listed(Shape source, Shape target, String at) {
        Set<Json> given = values(source);
        Set<Json> wanted = values(target);
        if (given.isEmpty() || wanted.isEmpty() || given.stream().anyMatch(wanted::contains)) {
            return null;
        }
        return place(at) + "is one of " + given + " where one of " + wanted + " is wanted";
    }

    private static Set<Json> values(Shape shape) {
        Set<Json> values = new HashSet<>();
        shape.get("const").ifPresent(values::add);
        shape.get("enum").filter(all -> all.kind() == Json.Kind.ARRAY).ifPresent(all -> values.addAll(all.elements()));
        return values;
    }

    private static @Nullable String members(Shape source, Shape target, String at, int depth) {
        Map<String, Shape> given = source.properties();
        Map<String, Shape> wanted = target.properties();
        for (String name : target.required()) {
            if (source.isClosed() && !given.containsKey(name)) {
                return place(at) + "never has '" + name + "', which is required";
            }
        }
        for (String name : source.required()) {
            if (target.isClosed() && !wanted.containsKey(name)) {
                return place(at) + "has '" + name + "', which is not taken";
            }
        }
        for (Map.Entry<String, Shape> member : given.entrySet()) {
            Shape taken = wanted.get(member.getKey());
            String problem = taken == null || !source.required().contains(member.getKey())
                    ? null
                    : misfit(member.getValue(), taken, at + "/" + member.getKey(), depth + 1);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    /** A list may be empty whatever its elements are; only one that never fits an element is worth a word. */
    private static @Nullable String elements(Shape source, Shape target, String at, int depth) {
        Json items = source.get("items").orElse(Json.EMPTY_OBJECT);
        Json taken = target.get("items").orElse(Json.EMPTY_OBJECT);
        return misfit(source.inside(items), target.inside(taken), at + "/0", depth + 1);
    }

    private static String place(String at) {
        return at.isEmpty() ? "it " : "its " + at + " ";
    }

    private static String join(List<String> types) {
        return String.join(" or ", types);
    }
}

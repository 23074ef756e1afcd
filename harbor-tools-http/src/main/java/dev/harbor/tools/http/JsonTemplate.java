package dev.harbor.tools.http;

import dev.harbor.json.Json;
import dev.harbor.tool.InvalidToolDefinition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Is JSON with places for arguments. What fills them is a value in a tree, so that nothing can break out. Immutable. */
final class JsonTemplate {

    private final Filler root;
    private final Set<String> arguments;

    private JsonTemplate(Filler root, Set<String> arguments) {
        this.root = root;
        this.arguments = Set.copyOf(arguments);
    }

    /** Makes a part of the result; null means that there is none. */
    @FunctionalInterface
    private interface Filler {

        @Nullable
        Object fill(Map<String, Json> arguments);
    }

    /**
     * Reads a template.
     *
     * @throws InvalidToolDefinition if a brace is not closed, or what stands in braces is no name
     */
    static JsonTemplate parse(Json template) {
        Set<String> names = new LinkedHashSet<>();
        return new JsonTemplate(filler(template, names), names);
    }

    Set<String> arguments() {
        return arguments;
    }

    /** Returns the result, or null if there is none. */
    @Nullable
    Json fill(Map<String, Json> values) {
        Object filled = root.fill(values);
        return filled == null ? null : Json.of(filled);
    }

    private static Filler filler(Json template, Set<String> names) {
        return switch (template.kind()) {
            case OBJECT -> object(template, names);
            case ARRAY -> array(template, names);
            case STRING -> text(template.asString(), names);
            default -> values -> template;
        };
    }

    private static Filler object(Json template, Set<String> names) {
        Map<String, Filler> members = new LinkedHashMap<>();
        template.members().forEach((name, value) -> members.put(name, filler(value, names)));
        return values -> {
            Map<String, Object> filled = new LinkedHashMap<>();
            members.forEach((name, member) -> {
                Object value = member.fill(values);
                if (value != null) {
                    filled.put(name, value);
                }
            });
            return filled;
        };
    }

    private static Filler array(Json template, Set<String> names) {
        List<Filler> elements =
                template.elements().stream().map(each -> filler(each, names)).toList();
        return values -> {
            List<Object> filled = new ArrayList<>();
            for (Filler element : elements) {
                Object value = element.fill(values);
                if (value != null) {
                    filled.add(value);
                }
            }
            return filled;
        };
    }

    /** Text alternates with names: the pieces at odd places are names. */
    private static Filler text(String text, Set<String> names) {
        List<String> pieces = pieces(text);
        for (int i = 1; i < pieces.size(); i += 2) {
            names.add(pieces.get(i));
        }
        if (pieces.size() == 1) {
            return values -> pieces.get(0);
        }
        boolean whole =
                pieces.size() == 3 && pieces.get(0).isEmpty() && pieces.get(2).isEmpty();
        return whole ? values -> values.get(pieces.get(1)) : values -> joined(pieces, values);
    }

    private static String joined(List<String> pieces, Map<String, Json> values) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < pieces.size(); i++) {
            out.append(i % 2 == 0 ? pieces.get(i) : inside(pieces.get(i), values));
        }
        return out.toString();
    }

    private static String inside(String name, Map<String, Json> values) {
        Json value = values.get(name);
        if (value == null || value.isNull()) {
            throw Refused.missing(name);
        }
        return Values.text(value);
    }

    private static List<String> pieces(String text) {
        List<String> pieces = new ArrayList<>();
        StringBuilder piece = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean doubled = i + 1 < text.length() && text.charAt(i + 1) == c;
            if ((c == '{' || c == '}') && doubled) {
                piece.append(c);
                i++;
            } else if (c == '{') {
                int end = text.indexOf('}', i);
                pieces.add(piece.toString());
                pieces.add(name(text, i, end));
                piece.setLength(0);
                i = end;
            } else if (c == '}') {
                throw new InvalidToolDefinition("the body template has a brace that is not opened, at " + i);
            } else {
                piece.append(c);
            }
        }
        pieces.add(piece.toString());
        return pieces;
    }

    private static String name(String text, int from, int end) {
        String name = end < 0 ? "" : text.substring(from + 1, end);
        if (name.isBlank() || name.length() > 256 || name.indexOf('{') >= 0) {
            throw new InvalidToolDefinition("the body template has a brace without a name or an end, at " + from);
        }
        return name;
    }
}

package dev.harbor.tools.http;

import dev.harbor.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Is an expression in a template. Immutable. */
record Expression(Operator operator, List<Variable> variables, boolean inQuery) {

    Expression {
        variables = List.copyOf(variables);
    }

    /** Appends what the arguments make of it. */
    void expand(Map<String, Json> arguments, StringBuilder out) {
        List<String> expanded = new ArrayList<>();
        for (Variable variable : variables) {
            Json value = arguments.get(variable.argument());
            String text = value == null || value.isNull() ? null : expand(variable, value);
            if (text != null) {
                expanded.add(text);
            } else if (operator.mustBeThere() && !inQuery) {
                throw Refused.missing(variable.argument());
            }
        }
        if (!expanded.isEmpty()) {
            out.append(operator.first).append(String.join(operator.separator, expanded));
        }
    }

    private @Nullable String expand(Variable variable, Json value) {
        if (variable.json()) {
            return scalar(variable, value.compact().toString());
        }
        return switch (value.kind()) {
            case ARRAY -> list(variable, value.elements());
            case OBJECT -> object(variable, value.members());
            default -> scalar(variable, prefix(variable, Values.text(value)));
        };
    }

    private static String prefix(Variable variable, String text) {
        boolean whole = variable.prefix() == 0 || text.codePointCount(0, text.length()) <= variable.prefix();
        return whole ? text : text.substring(0, text.offsetByCodePoints(0, variable.prefix()));
    }

    private String scalar(Variable variable, String text) {
        requireSound(variable, text);
        return named(variable.name(), escaping().escape(text));
    }

    private String named(String name, String escaped) {
        if (!operator.named) {
            return escaped;
        }
        String left = Escaping.RESERVED_IN_PATH.escape(name);
        return escaped.isEmpty() ? left + operator.afterEmptyName : left + '=' + escaped;
    }

    private @Nullable String list(Variable variable, List<Json> elements) {
        requireNoPrefix(variable);
        List<String> texts = new ArrayList<>();
        for (Json element : elements) {
            if (!element.isNull()) {
                texts.add(escaped(variable, Values.text(element)));
            }
        }
        if (texts.isEmpty()) {
            return null;
        }
        if (!variable.explode()) {
            return named(variable.name(), String.join(",", texts));
        }
        return String.join(
                operator.separator,
                texts.stream().map(text -> named(variable.name(), text)).toList());
    }

    private @Nullable String object(Variable variable, Map<String, Json> members) {
        requireNoPrefix(variable);
        List<String> pairs = new ArrayList<>();
        members.forEach((key, value) -> {
            if (!value.isNull()) {
                String separator = variable.explode() ? "=" : ",";
                pairs.add(escaped(variable, key) + separator + escaped(variable, Values.text(value)));
            }
        });
        if (pairs.isEmpty()) {
            return null;
        }
        return variable.explode()
                ? String.join(operator.separator, pairs)
                : named(variable.name(), String.join(",", pairs));
    }

    private String escaped(Variable variable, String text) {
        requireSound(variable, text);
        return escaping().escape(text);
    }

    private Escaping escaping() {
        if (!operator.reserved) {
            return Escaping.STRICT;
        }
        return inQuery ? Escaping.RESERVED_IN_QUERY : Escaping.RESERVED_IN_PATH;
    }

    private static void requireNoPrefix(Variable variable) {
        if (variable.prefix() != 0) {
            throw Refused.argument(variable.argument(), "type", "must be a text, a part of which is sent");
        }
    }

    /** What fills a path must not make another path of it. */
    private void requireSound(Variable variable, String text) {
        if (inQuery || operator.isQuery()) {
            return;
        }
        if (text.isEmpty()) {
            throw Refused.argument(variable.argument(), "minLength", "must not be empty: it fills a part of a path");
        }
        if (PathGuard.climbs(text)) {
            throw Refused.argument(variable.argument(), "pattern", "must not have a segment '.' or '..'");
        }
    }
}

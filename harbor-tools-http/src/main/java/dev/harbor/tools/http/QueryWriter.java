package dev.harbor.tools.http;

import dev.harbor.json.Json;
import dev.harbor.tools.http.HttpParameter.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/** Spells values for queries and forms, in each style. What comes out is escaped. */
final class QueryWriter {

    /** Holds pairs in order; a name may come more than once. */
    static final class Pairs {

        private final List<String> flat = new ArrayList<>();

        private void add(String name, String value) {
            flat.add(name);
            flat.add(value);
        }

        void forEach(BiConsumer<String, String> action) {
            for (int i = 0; i < flat.size(); i += 2) {
                action.accept(flat.get(i), flat.get(i + 1));
            }
        }
    }

    private final Style style;
    private final boolean explode;
    private final Escaping escaping;
    private final Pairs pairs = new Pairs();

    private QueryWriter(Style style, boolean explode, Escaping escaping) {
        this.style = style;
        this.explode = explode;
        this.escaping = escaping;
    }

    static Pairs write(HttpParameter parameter, Json value) {
        Escaping escaping = parameter.allowReserved() ? Escaping.RESERVED_IN_QUERY : Escaping.STRICT;
        QueryWriter writer = new QueryWriter(parameter.style(), parameter.explode(), escaping);
        if (parameter.mediaType() != null) {
            writer.pair(name(parameter.name()), value.compact().toString());
        } else {
            writer.write(name(parameter.name()), value);
        }
        return writer.pairs;
    }

    /** Spells a field of a form. */
    static Pairs write(HttpPart part, Json value) {
        QueryWriter writer = new QueryWriter(part.style(), part.explode(), Escaping.STRICT);
        String type = part.mediaType();
        if (type != null && MediaTypes.isJson(type)) {
            writer.pair(name(part.name()), value.compact().toString());
        } else {
            writer.write(name(part.name()), value);
        }
        return writer.pairs;
    }

    private static String name(String name) {
        return Escaping.STRICT.escape(name);
    }

    private void pair(String name, String text) {
        pairs.add(name, escaping.escape(text));
    }

    private void write(String name, Json value) {
        switch (value.kind()) {
            case ARRAY -> list(name, value.elements());
            case OBJECT -> object(name, value.members());
            default -> pair(name, Values.text(value));
        }
    }

    private void list(String name, List<Json> elements) {
        if (explode || style == Style.DEEP_OBJECT) {
            elements.forEach(each -> pair(name, Values.text(each)));
        } else if (!elements.isEmpty()) {
            pairs.add(name, elements.stream().map(this::escaped).collect(Collectors.joining(separator())));
        }
    }

    private void object(String name, Map<String, Json> members) {
        if (style == Style.DEEP_OBJECT) {
            members.forEach((key, value) -> deep(name + "%5B" + name(key) + "%5D", value));
        } else if (explode) {
            members.forEach((key, value) -> pair(name(key), Values.text(value)));
        } else if (!members.isEmpty()) {
            pairs.add(
                    name,
                    members.entrySet().stream()
                            .map(each -> name(each.getKey()) + separator() + escaped(each.getValue()))
                            .collect(Collectors.joining(separator())));
        }
    }

    private void deep(String name, Json value) {
        if (!value.isNull()) {
            write(name, value);
        }
    }

    private String escaped(Json value) {
        return escaping.escape(Values.text(value));
    }

    private String separator() {
        return switch (style) {
            case SPACE_DELIMITED -> "%20";
            case PIPE_DELIMITED -> "%7C";
            default -> ",";
        };
    }
}

package dev.harbor.tools.mcp;

import dev.harbor.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds where the parts of a value begin and end in text that is known to be JSON, so that a large one is copied once, when it is wanted. */
final class Spans {

    private Spans() {}

    /**
     * Is where a value is.
     *
     * @param from its first character
     * @param to the one behind its last
     */
    record Span(int from, int to) {

        Json in(String text) {
            return Json.lazy(text.substring(from, to));
        }

        boolean begins(String text, char with) {
            return text.charAt(from) == with;
        }
    }

    /** Returns the members of the object that begins there. */
    static Map<String, Span> members(String text, int start) {
        Map<String, Span> members = new LinkedHashMap<>();
        TextScan in = new TextScan(text, start);
        boolean more = in.take('{') && !in.take('}');
        while (more) {
            int nameStart = in.next();
            in.string();
            String name = name(text, nameStart, in.at());
            in.take(':');
            members.put(name, span(in));
            more = in.take(',');
        }
        return members;
    }

    private static String name(String text, int from, int to) {
        String plain = text.substring(from + 1, to - 1);
        return plain.indexOf('\\') < 0
                ? plain
                : Json.lazy(text.substring(from, to)).asString();
    }

    /** Returns the elements of the list that begins there. */
    static List<Span> elements(String text, int start) {
        List<Span> elements = new ArrayList<>();
        TextScan in = new TextScan(text, start);
        boolean more = in.take('[') && !in.take(']');
        while (more) {
            elements.add(span(in));
            more = in.take(',');
        }
        return elements;
    }

    private static Span span(TextScan in) {
        int start = in.next();
        in.value();
        return new Span(start, in.at());
    }
}

package dev.harbor.json;

import java.time.DateTimeException;
import java.util.IllformedLocaleException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Is a value with one textual form: a String itself, a date, a UUID. */
final class TextNode extends NameNode {

    private static final Function<Object, String> AS_JAVA = Object::toString;

    private final String wanted;
    private final @Nullable Pattern pattern;
    private final Function<String, Object> parse;
    private final Function<Object, String> print;
    private final Map<String, Object> schema;

    private TextNode(
            String wanted,
            @Nullable Pattern pattern,
            Function<String, Object> parse,
            Function<Object, String> print,
            Map<String, Object> schema) {
        this.wanted = wanted;
        this.pattern = pattern;
        this.parse = parse;
        this.print = print;
        this.schema = schema;
    }

    /** Returns the node of texts without any rule. */
    static TextNode free() {
        return new TextNode("text", null, text -> text, value -> (String) value, Map.of("type", "string"));
    }

    /**
     * Returns a node of texts that match a pattern and parse.
     *
     * @param wanted what the text must be, with an example
     * @param pattern what the schema shows and both directions hold to, from {@code ^} to {@code $}; null if the parser and the writer need none
     */
    static TextNode of(
            String wanted, @Nullable String pattern, Function<String, Object> parse, Function<Object, String> print) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "string");
        if (pattern != null) {
            schema.put("pattern", pattern);
        }
        return new TextNode(wanted, pattern == null ? null : Pattern.compile(pattern), parse, print, schema);
    }

    /** Returns a node of texts that match a pattern and parse, and that are written as Java writes the value. */
    static TextNode of(String wanted, String pattern, Function<String, Object> parse) {
        return of(wanted, pattern, parse, AS_JAVA);
    }

    /** Returns the same node with one more keyword in its schema. */
    TextNode plus(String keyword, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(schema);
        more.put(keyword, value);
        return new TextNode(wanted, pattern, parse, print, more);
    }

    @Override
    Object parse(JsonReader in, String text) {
        if (pattern != null && !pattern.matcher(text).matches()) {
            throw in.invalid("pattern", "must be " + wanted);
        }
        try {
            return parse.apply(text);
        } catch (DateTimeException | IllegalArgumentException | IllformedLocaleException refused) {
            throw in.invalid("format", "must be " + wanted);
        }
    }

    @Override
    String print(JsonWriter out, Object value) {
        String text = print.apply(value);
        if (pattern != null && !pattern.matcher(text).matches()) {
            throw out.invalid("pattern", "is a value that can't be written as " + wanted);
        }
        return text;
    }

    @Override
    Map<String, Object> schema(SchemaDocument document) {
        return schema;
    }
}

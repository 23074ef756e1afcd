package dev.harbor.json;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Is the one source of truth for a Java type in JSON: its schema, its reader and its writer, which agree. What the schema accepts is read, what is read the
 * schema accepts, and what is written both accept. The supported types are a closed list; anything else is refused when the codec is made, with the path to it.
 *
 * <p>A component is required unless it is Optional, annotated {@code @Nullable} or has a default; where it is not required, null means the same as missing.
 * Nothing is read with a loss: no fraction becomes an integer, no empty text a number, nothing rounds to infinity.
 *
 * <p>Immutable, thread-safe.
 *
 * @param <T> the type
 */
public final class Codec<T> {

    private final Node node;
    private final Json schema;

    Codec(Node node) {
        this.node = node;
        this.schema = SchemaDocument.of(node);
    }

    /**
     * Returns the codec of a class without type parameters.
     *
     * @throws dev.harbor.error.ConfigurationException with code {@code UNSUPPORTED_TYPE} if something in it is not supported, with path and reason
     */
    public static <T> Codec<T> of(Class<T> type) {
        return CodecFactory.standard().codec(type);
    }

    /** Returns the codec of a generic type; throws like {@link #of(Class)}. */
    public static <T> Codec<T> of(TypeRef<T> type) {
        return CodecFactory.standard().codec(type);
    }

    /** Returns the codec of a type that is known at run time only; throws like {@link #of(Class)}. */
    public static Codec<?> of(Type type) {
        return CodecFactory.standard().codec(type);
    }

    /**
     * Returns a codec of the embedder's own, for instance for a mutable bean. Both directions are held to the schema. An {@link IllegalArgumentException} or
     * {@link NullPointerException} of the reader means that the value is refused.
     *
     * @param schema a 2020-12 schema without references, so that it means the same inside a larger one
     * @throws dev.harbor.error.ConfigurationException if the schema is not legal or has references
     */
    public static <T> Codec<T> custom(
            Class<T> type, Json schema, Function<Json, T> reader, Function<? super T, Json> writer) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(schema, "schema");
        Objects.requireNonNull(reader, "reader");
        Objects.requireNonNull(writer, "writer");
        return new Codec<>(new CustomNode(type, schema, reader, writer));
    }

    /**
     * Returns a codec of the embedder's own for a value with one textual form, such as an id, which makes it a string and the key of a map too. Both
     * directions are held to the pattern. An {@link IllegalArgumentException} of the parser means that the text is refused.
     *
     * @param wanted what the text must be, as messages say it, such as {@code an order number, such as A-17}
     * @param pattern a regular expression from {@code ^} to {@code $}, which the schema shows
     * @throws java.util.regex.PatternSyntaxException if the pattern is none
     */
    public static <T> Codec<T> ofText(
            Class<T> type,
            String wanted,
            String pattern,
            Function<String, T> parser,
            Function<? super T, String> printer) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(parser, "parser");
        Objects.requireNonNull(printer, "printer");
        return new Codec<>(TextNode.of(
                Objects.requireNonNull(wanted, "wanted"),
                Objects.requireNonNull(pattern, "pattern"),
                parser::apply,
                value -> printer.apply(type.cast(value))));
    }

    /**
     * Returns the codec of an object with one member a parameter, which is read into an array in the order of the parameters.
     *
     * @throws dev.harbor.error.ConfigurationException with code {@code UNSUPPORTED_TYPE} if a type is not supported, two names are the same or a default does
     *     not fit
     */
    public static Codec<@Nullable Object[]> ofParameters(List<Parameter> parameters) {
        return CodecFactory.standard().codec(parameters);
    }

    /** Returns a closed JSON Schema 2020-12 document. Types that occur more than once or in themselves stand under {@code $defs}. */
    public Json schema() {
        return schema;
    }

    /**
     * Returns the schema without what {@link JsonSchema#requireStrict} refuses although every value can do without it: a member that may be missing is not
     * offered as null too, types that occur more than once are written out each time, and bytes are told by their pattern alone. What it accepts,
     * {@link #schema()} accepts. A type that is open by itself, such as a map or a sealed interface, has no schema in the strict subset.
     *
     * @throws dev.harbor.error.ConfigurationException with code {@code INVALID_SCHEMA} if a type contains itself
     */
    public Json strictSchema() {
        return SchemaDocument.strictOf(node);
    }

    /**
     * Reads JSON in one pass, which is also the check of text that was not checked before.
     *
     * @throws InvalidJsonException if it is JSON, but not of this type
     * @throws MalformedJsonException if it is not JSON; that comes first, also where something else is wrong before the place
     */
    public T decode(Json json) {
        return read(json.toString(), null);
    }

    /** Reads text; throws like {@link #decode(Json)}. */
    public T decode(String json) {
        return read(json, null);
    }

    /** Reads UTF-8; throws like {@link #decode(Json)}. */
    public T decode(byte[] utf8) {
        return read(Utf8.decode(utf8), null);
    }

    /**
     * Reads like {@link #decode(Json)}, and besides takes a number, a boolean, an object or an array that is given as text ({@code "30"}, {@code "true"},
     * {@code "{\"a\":1}"}) where that loses nothing. Each such repair is reported when all has been read; if something else is wrong, none is.
     */
    public T decode(Json json, Consumer<Repair> repairs) {
        List<Repair> made = new ArrayList<>();
        T value = read(json.toString(), made::add);
        made.forEach(repairs);
        return value;
    }

    @SuppressWarnings({"unchecked", "NullAway"})
    private T read(String text, @Nullable Consumer<Repair> repairs) {
        try {
            JsonReader in = new JsonReader(text, new Path(), repairs);
            T value = (T) node.read(in);
            in.end();
            return value;
        } catch (InvalidJsonException misfit) {
            // the kind of a value is told by its first character, which says little where the text is none
            JsonReader.requireDocument(text);
            throw misfit;
        }
    }

    /**
     * Writes a value in one pass. Components that are absent are left out.
     *
     * @throws UnserializableException if it contains itself, a number that is not finite, an unpaired surrogate, or an object that is not of its declared type
     * @throws InvalidJsonException if it is one that the schema does not accept, such as null where a value is required
     */
    public Json encode(T value) {
        JsonWriter out = new JsonWriter();
        try {
            node.write(out, value);
        } catch (ClassCastException wrongClass) {
            throw new UnserializableException(
                    out.pointer(), "the object there is not of its declared type", wrongClass);
        }
        return Json.written(out);
    }

    Node node() {
        return node;
    }

    /**
     * Is one parameter of a method or function, as its codec needs it.
     *
     * <p>Immutable.
     *
     * @param name the name in JSON
     * @param type the Java type
     * @param description the text that the schema shows; null for none
     * @param nullable whether it may be missing or null, and is then null
     * @param defaultJson what stands for it when it is missing or null, as JSON, or as bare text for a type that JSON writes as a string; null for none
     */
    public record Parameter(
            String name,
            Type type,
            @Nullable String description,
            boolean nullable,
            @Nullable String defaultJson) {

        /** Checks that name and type are there. */
        public Parameter {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(type, "type");
        }

        /**
         * Returns what a method parameter says of itself: its name ({@link Param}, {@code @JsonProperty}, or the one in the class file), type, description,
         * {@code @Nullable} and default.
         *
         * @throws dev.harbor.error.ConfigurationException if it has no name, because the class was compiled without {@code -parameters}
         */
        public static Parameter of(java.lang.reflect.Parameter parameter) {
            return Parameters.describe(parameter);
        }
    }
}

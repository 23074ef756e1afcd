package dev.harbor.json;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Is one JSON value, held as its text: what is not asked for is not parsed, and numbers keep every digit as written ({@code 1.10}, {@code 1E400}).
 *
 * <p>Read strictly after RFC 8259: a member that occurs twice, content behind the document, an unpaired surrogate, a byte order mark, nesting beyond
 * {@value #MAX_DEPTH} levels, a number of more than {@value #MAX_NUMBER_LENGTH} characters or with an exponent beyond {@value #MAX_EXPONENT} is refused with
 * {@link MalformedJsonException}. Two values are equal if they mean the same: the order of members and the spelling of numbers and strings don't count. Where
 * text was not checked before, comparing it is a use like any other.
 *
 * <p>Navigation ({@link #get}, {@link #members}, {@link #elements}) walks the text each time; keep the result instead of asking twice.
 *
 * <p>Immutable.
 */
public final class Json {

    /** The kinds of JSON values. */
    public enum Kind {
        /** A set of named values. */
        OBJECT,
        /** A list of values. */
        ARRAY,
        /** A text. */
        STRING,
        /** A number of any size, within the bounds of {@link Json}. */
        NUMBER,
        /** True or false. */
        BOOLEAN,
        /** The literal null. */
        NULL
    }

    /** The most levels of objects and arrays inside one another. */
    public static final int MAX_DEPTH = 64;

    /** The most characters that a number may be written with. */
    public static final int MAX_NUMBER_LENGTH = 1_000;

    /** The largest exponent that a number may be written with, positive or negative. */
    public static final int MAX_EXPONENT = 1_000;

    /** The largest document that is written, in bytes: what fits one array. */
    static final int MAX_SIZE_BYTES = Integer.MAX_VALUE - 8;

    /** The literal {@code null}. */
    public static final Json NULL = trusted("null");

    /** The object without members. */
    public static final Json EMPTY_OBJECT = trusted("{}");

    // One of the two is there from the start. The text may be added later: a String may be published by a race, an
    // array may not.
    private final byte @Nullable [] utf8;
    private @Nullable String text;
    private boolean checked;

    private Json(@Nullable String text, byte @Nullable [] utf8, boolean checked) {
        this.text = text;
        this.utf8 = utf8;
        this.checked = checked;
    }

    // ---- making

    /**
     * Reads text and checks all of it.
     *
     * @throws MalformedJsonException if it is not one JSON document within the bounds
     */
    public static Json parse(String text) {
        Json json = lazy(text);
        json.check();
        return json;
    }

    /**
     * Reads UTF-8 and checks all of it. The array is copied.
     *
     * @throws MalformedJsonException if it is not UTF-8, or not one JSON document within the bounds
     */
    public static Json parse(byte[] utf8) {
        return parse(Utf8.decode(utf8));
    }

    /**
     * Holds text that is checked as a whole when it is first asked for something, which then throws {@link MalformedJsonException}. For what a model or a
     * remote peer sent: {@link Codec#decode(Json)} checks while it reads, in one pass.
     */
    public static Json lazy(String text) {
        return new Json(Objects.requireNonNull(text, "text"), null, false);
    }

    /** Returns the arguments of a call as a provider sent them: absent or blank text means no arguments and becomes {@code {}}, the rest is {@link #lazy}. */
    public static Json arguments(@Nullable String text) {
        return text == null || text.isBlank() ? EMPTY_OBJECT : lazy(text);
    }

    /**
     * Writes a plain Java value: a {@link Map} with string keys, a collection, an array, a String, a Boolean, a finite number of {@code java.lang} or
     * {@code java.math}, a Json, or null, which becomes {@link #NULL}.
     *
     * @throws UnserializableException if something else is inside, naming where
     */
    public static Json of(@Nullable Object value) {
        if (value instanceof Json json) {
            return json;
        }
        JsonWriter out = new JsonWriter();
        PlainJava.write(out, value);
        return written(out);
    }

    /**
     * Returns the string of that content.
     *
     * @throws UnserializableException if it has an unpaired surrogate
     */
    public static Json string(String content) {
        return of(Objects.requireNonNull(content, "content"));
    }

    /** Takes text that is known to be good. */
    static Json trusted(String text) {
        return new Json(text, null, true);
    }

    static Json written(JsonWriter out) {
        return new Json(null, out.toBytes(), true);
    }

    // ---- as a whole

    /**
     * Returns the kind.
     *
     * @throws MalformedJsonException if the text was not checked before and is not JSON
     */
    public Kind kind() {
        return switch (reader().peek()) {
            case '{' -> Kind.OBJECT;
            case '[' -> Kind.ARRAY;
            case '"' -> Kind.STRING;
            case 't', 'f' -> Kind.BOOLEAN;
            case 'n' -> Kind.NULL;
            default -> Kind.NUMBER;
        };
    }

    /** Tells whether this is the literal null; throws like {@link #kind()}. */
    public boolean isNull() {
        return kind() == Kind.NULL;
    }

    /** Returns the size of the text as held, in bytes of UTF-8. Does not check the text. */
    public int sizeBytes() {
        return utf8 != null ? utf8.length : Utf8.length(toString());
    }

    /** Tells whether {@link #sizeBytes()} is so many or more, which takes less time to tell of long text. Does not check the text. */
    public boolean isAtLeast(int bytes) {
        return (utf8 == null && toString().length() >= bytes) || sizeBytes() >= bytes;
    }

    /** Returns the text as held, in UTF-8. Does not check the text. */
    public byte[] toBytes() {
        return utf8 != null ? utf8.clone() : toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Writes the text as held, in UTF-8, and leaves the stream open. Does not check the text. */
    public void writeTo(OutputStream out) throws IOException {
        if (utf8 != null) {
            out.write(utf8);
            return;
        }
        Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
        writer.write(toString());
        writer.flush();
    }

    /** Returns the text as held. Does not check it. */
    @Override
    public String toString() {
        String known = text;
        if (known == null) {
            known = new String(Objects.requireNonNull(utf8), StandardCharsets.UTF_8);
            text = known;
        }
        return known;
    }

    /** Returns the same without insignificant white space; the order of members and the spelling of numbers and strings stay. Throws like {@link #kind()}. */
    public Json compact() {
        check();
        if (utf8 != null) {
            return this;
        }
        String compact = Compact.of(toString());
        return compact.length() == toString().length() ? this : trusted(compact);
    }

    /** Returns the same spread over lines for people, two spaces a level; nothing but white space differs from {@link #compact()}. Throws like {@link #kind()}. */
    public Json indented() {
        return lazy(Indented.of(compact().toString()));
    }

    /**
     * Returns the one text that all equal values share: compact, members sorted by code unit, numbers and strings in their shortest spelling. For digests and
     * for finding repeated calls. Throws like {@link #kind()}.
     */
    public Json canonical() {
        JsonWriter out = new JsonWriter();
        CanonicalJson.write(out, comparable());
        return written(out);
    }

    /**
     * Returns the digest under which the arguments of a call are approved and audited: SHA-256, as 64 lower-case hexadecimal digits, of the canonical text with
     * {@code <}, {@code >}, {@code &}, U+2028 and U+2029 escaped. Blank text has the digest of the empty object. Throws like {@link #kind()}.
     */
    public String argumentsDigest() {
        Json arguments = utf8 == null ? arguments(toString()) : this;
        return sha256(Compact.htmlEscaped(arguments.canonical().toString()));
    }

    static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    // ---- inside

    /**
     * Returns the member of an object; empty if this is no object or has none of that name. A member that is null is {@link #NULL}, not empty. Throws like
     * {@link #kind()}.
     */
    public Optional<Json> get(String member) {
        Objects.requireNonNull(member, "member");
        JsonReader in = reader();
        if (in.peek() != '{') {
            return Optional.empty();
        }
        in.beginObject();
        while (in.nextMember()) {
            if (in.name().equals(member)) {
                return Optional.of(trusted(in.raw()));
            }
            in.skip();
        }
        return Optional.empty();
    }

    /**
     * Returns what an RFC 6901 pointer names; empty if there is nothing. Throws like {@link #kind()}.
     *
     * @throws IllegalArgumentException if the pointer is neither empty nor begins with a slash, or escapes wrongly
     */
    public Optional<Json> at(String jsonPointer) {
        Optional<Json> found = Optional.of(this);
        for (String segment : Pointers.segments(jsonPointer)) {
            found = found.flatMap(json -> json.kind() == Kind.ARRAY ? json.element(segment) : json.get(segment));
        }
        return found;
    }

    private Optional<Json> element(String index) {
        if (!index.matches("0|[1-9][0-9]{0,8}")) {
            return Optional.empty();
        }
        List<Json> elements = elements();
        int i = Integer.parseInt(index);
        return i < elements.size() ? Optional.of(elements.get(i)) : Optional.empty();
    }

    /**
     * Returns the members of an object in their order; not modifiable.
     *
     * @throws InvalidJsonException if this is no object
     * @throws MalformedJsonException if the text was not checked before and is not JSON
     */
    public Map<String, Json> members() {
        Map<String, Json> members = new LinkedHashMap<>();
        JsonReader in = reader();
        in.beginObject();
        while (in.nextMember()) {
            members.put(in.name(), trusted(in.raw()));
        }
        return Collections.unmodifiableMap(members);
    }

    /**
     * Returns the elements of an array; not modifiable.
     *
     * @throws InvalidJsonException if this is no array
     * @throws MalformedJsonException if the text was not checked before and is not JSON
     */
    public List<Json> elements() {
        List<Json> elements = new ArrayList<>();
        JsonReader in = reader();
        in.beginArray();
        for (int i = 0; in.nextElement(i); i++) {
            elements.add(trusted(in.raw()));
        }
        return Collections.unmodifiableList(elements);
    }

    /**
     * Returns the content of a string.
     *
     * @throws InvalidJsonException if this is no string
     */
    public String asString() {
        return reader().string();
    }

    /**
     * Returns the truth of a boolean.
     *
     * @throws InvalidJsonException if this is no boolean
     */
    public boolean asBoolean() {
        return reader().bool();
    }

    /**
     * Returns a number without fraction; {@code 2.0} and {@code 2e0} are 2.
     *
     * @throws InvalidJsonException if this is no number, has a fraction or is out of range
     */
    public int asInt() {
        return (int) IntegerNode.INT.value(reader());
    }

    /** Returns a number without fraction; see {@link #asInt()}. */
    public long asLong() {
        return IntegerNode.LONG.value(reader());
    }

    /**
     * Returns a number rounded to the nearest double.
     *
     * @throws InvalidJsonException if this is no number, is out of range, or is written as an integer that no double is equal to
     */
    public double asDouble() {
        return FloatNode.DOUBLE.value(reader()).doubleValue();
    }

    /**
     * Returns a number with every digit.
     *
     * @throws InvalidJsonException if this is no number
     */
    public BigDecimal asNumber() {
        return reader().number("number").asDecimal();
    }

    /**
     * Returns plain Java values that nobody can modify: {@code Map<String, Object>}, {@code List<Object>}, String, Boolean, null, Long for an integer that is
     * written as one and fits, else BigDecimal. Throws like {@link #kind()}.
     */
    public @Nullable Object toJava() {
        return PlainJava.read(reader(), PlainJava::number);
    }

    // ---- values

    @Override
    public boolean equals(@Nullable Object other) {
        if (this == other) {
            return true;
        }
        return other instanceof Json json
                && (toString().equals(json.toString()) || Objects.equals(comparable(), json.comparable()));
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(comparable());
    }

    private @Nullable Object comparable() {
        return PlainJava.read(reader(), PlainJava::comparableNumber);
    }

    byte[] compactBytes() {
        Json compact = compact();
        return compact.utf8 != null ? compact.utf8 : compact.toBytes();
    }

    /** Returns a reader of the text, which checks what it reads if that was not done before. */
    JsonReader uncheckedReader() {
        return new JsonReader(toString());
    }

    private JsonReader reader() {
        check();
        return uncheckedReader();
    }

    private void check() {
        if (!checked) {
            JsonReader.requireDocument(toString());
            checked = true;
        }
    }
}

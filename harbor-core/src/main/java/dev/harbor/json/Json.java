package dev.harbor.json;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An immutable JSON document or value. */
public final class Json {
    /** The kinds. */
    public enum Kind {
        OBJECT,
        ARRAY,
        STRING,
        NUMBER,
        BOOLEAN,
        NULL
    }
    /** The literal null. */
    public static final Json NULL = new Json("null");
    /** The empty object. */
    public static final Json EMPTY_OBJECT = new Json("{}");

    private final String text;

    private Json(String text) {
        this.text = text;
    }
    /** Checks text. */
    public static Json parse(String text) {
        return new Json(text);
    }
    /** Checks text. */
    public static Json parse(byte[] utf8) {
        throw new UnsupportedOperationException();
    }
    /** Holds text that is checked when it is first used. */
    public static Json lazy(String text) {
        return new Json(text);
    }
    /** Returns a tool call's arguments: absent or blank text is the empty object, other text is {@link #lazy}. */
    public static Json arguments(@Nullable String text) {
        return text == null || text.isBlank() ? EMPTY_OBJECT : lazy(text);
    }
    /** Writes plain Java values. */
    public static Json of(@Nullable Object value) {
        throw new UnsupportedOperationException();
    }
    /** Returns the kind. */
    public Kind kind() {
        throw new UnsupportedOperationException();
    }
    /** Returns whether this is null. */
    public boolean isNull() {
        throw new UnsupportedOperationException();
    }
    /** Returns the size. */
    public int sizeBytes() {
        throw new UnsupportedOperationException();
    }
    /** Returns the bytes. */
    public byte[] toBytes() {
        throw new UnsupportedOperationException();
    }
    /** Writes the bytes. */
    public void writeTo(OutputStream out) throws IOException {
        throw new UnsupportedOperationException();
    }

    @Override
    public String toString() {
        return text;
    }
    /** Returns it compact. */
    public Json compact() {
        throw new UnsupportedOperationException();
    }
    /** Returns it canonical. */
    public Json canonical() {
        throw new UnsupportedOperationException();
    }
    /** Returns a member. */
    public Optional<Json> get(String member) {
        throw new UnsupportedOperationException();
    }
    /** Returns what a pointer names. */
    public Optional<Json> at(String pointer) {
        throw new UnsupportedOperationException();
    }
    /** Returns the members. */
    public Map<String, Json> members() {
        throw new UnsupportedOperationException();
    }
    /** Returns the elements. */
    public List<Json> elements() {
        throw new UnsupportedOperationException();
    }
    /** Returns the text of a string. */
    public String asString() {
        throw new UnsupportedOperationException();
    }
    /** Returns the boolean. */
    public boolean asBoolean() {
        throw new UnsupportedOperationException();
    }
    /** Returns the int. */
    public int asInt() {
        throw new UnsupportedOperationException();
    }
    /** Returns the long. */
    public long asLong() {
        throw new UnsupportedOperationException();
    }
    /** Returns the double. */
    public double asDouble() {
        throw new UnsupportedOperationException();
    }
    /** Returns the number. */
    public BigDecimal asNumber() {
        throw new UnsupportedOperationException();
    }
    /** Returns Java values. */
    public @Nullable Object toJava() {
        throw new UnsupportedOperationException();
    }
    /** Returns the digest of a call's arguments. */
    public String argumentsDigest() {
        throw new UnsupportedOperationException();
    }
}

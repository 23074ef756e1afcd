package dev.harbor.json;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Is what Harbor knows about one Java type: the schema it shows, how it is read and how it is written. That these three agree is the point of having them
 * in one place.
 *
 * <p>Immutable once the codec is built, hence thread-safe.
 */
abstract class Node {

    /** Reads the value ahead. */
    abstract @Nullable Object read(JsonReader in);

    /** Writes a value that is not null. */
    abstract void writePresent(JsonWriter out, Object value);

    /** Returns the schema of what {@link #read} accepts, as plain Java. */
    abstract Map<String, Object> schema(SchemaDocument document);

    /** Returns the schema of a member of this type. */
    Map<String, Object> memberSchema(SchemaDocument document) {
        return document.use(this);
    }

    /** Writes a value; null is refused unless the node is made for it. */
    void write(JsonWriter out, @Nullable Object value) {
        if (value == null) {
            throw out.invalid("type", "must not be null");
        }
        writePresent(out, value);
    }

    /** Returns the nodes that this one is made of. */
    List<Node> parts() {
        return List.of();
    }

    /** Returns the name under which a schema may define this node once for all its uses; null if it is always written out. */
    @Nullable
    String definition() {
        return null;
    }

    /** Tells whether a component of this type may be missing. */
    boolean mayBeMissing() {
        return false;
    }

    /** Returns what a missing component becomes; asked only if it may be missing. */
    @Nullable
    Object missing() {
        throw new IllegalStateException("a required component has no value to stand for it");
    }

    /** Tells whether a component of that value is left out of its object. */
    boolean omits(@Nullable Object value) {
        return false;
    }

    /** Tells whether there is a value that can be written to its end; {@code open} are the types that are being looked at. */
    boolean hasFiniteValue(Set<Node> open) {
        return true;
    }

    /** Tells whether two values that differ in Java differ in JSON too. */
    boolean differsLikeJava() {
        return false;
    }
}

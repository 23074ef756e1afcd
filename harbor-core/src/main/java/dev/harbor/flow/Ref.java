package dev.harbor.flow;

import dev.harbor.json.Json;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Says where a value comes from: the input of the flow, the result of a node, the element that a node is at, or the definition of the flow itself.
 *
 * <p>Immutable.
 */
public final class Ref {

    static final String INPUT = "input";
    static final String ELEMENT = "element";

    private final String node;
    private final String pointer;
    private final @Nullable Json value;

    private Ref(String node, String pointer, @Nullable Json value) {
        this.node = Objects.requireNonNull(node, "node");
        this.pointer = Objects.requireNonNull(pointer, "pointer");
        this.value = value;
        if (!pointer.isEmpty() && !pointer.startsWith("/")) {
            throw new IllegalArgumentException(
                    "a JSON pointer is empty or begins with '/', such as /order/id; got a text of " + pointer.length()
                            + " characters");
        }
    }

    /** Returns the whole input of the flow. */
    public static Ref input() {
        return input("");
    }

    /**
     * Returns a part of the input of the flow.
     *
     * @param pointer a JSON pointer, such as {@code /order/id}
     * @throws IllegalArgumentException if it is not spelled as one
     */
    public static Ref input(String pointer) {
        return new Ref(INPUT, pointer, null);
    }

    /** Returns the whole result of a node. */
    public static Ref to(String node) {
        return to(node, "");
    }

    /**
     * Returns a part of the result of a node.
     *
     * @param pointer a JSON pointer, such as {@code /total}
     * @throws IllegalArgumentException if it is not spelled as one
     */
    public static Ref to(String node, String pointer) {
        return new Ref(node, pointer, null);
    }

    /** Returns the element that a node is at; only for nodes that run once for each element of a list ({@link Node#each}). */
    public static Ref element() {
        return element("");
    }

    /**
     * Returns a part of the element that a node is at.
     *
     * @throws IllegalArgumentException if the pointer is not spelled as one
     */
    public static Ref element(String pointer) {
        return new Ref(ELEMENT, pointer, null);
    }

    /** Returns a value that is always the same. */
    public static Ref value(Json value) {
        return new Ref("", "", Objects.requireNonNull(value, "value"));
    }

    String node() {
        return node;
    }

    String pointer() {
        return pointer;
    }

    @Nullable
    Json value() {
        return value;
    }

    boolean isToNode() {
        return value == null && !node.equals(INPUT) && !node.equals(ELEMENT);
    }

    boolean isToElement() {
        return value == null && node.equals(ELEMENT);
    }

    /** Returns the value, or null when there is none at the pointer. */
    @Nullable
    Json in(Results results) {
        return value != null ? value : results.of(node).at(pointer).orElse(null);
    }

    @Override
    public String toString() {
        return value != null ? value.toString() : node + pointer;
    }
}

package dev.harbor.flow;

import dev.harbor.json.Json;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Says when a node runs. It looks at results, calls nothing, and comes to the same whenever it looks at the same results.
 *
 * <p>Immutable.
 */
public final class Condition {

    private final String label;
    private final List<Ref> refs;
    private final Predicate<Results> test;

    private Condition(String label, List<Ref> refs, Predicate<Results> test) {
        this.label = label;
        this.refs = refs;
        this.test = test;
    }

    /** Returns a condition that holds where there is a {@code true}. What is not there, and any other value, is not true. */
    public static Condition isTrue(Ref ref) {
        return equal(ref, Json.of(true)).labelled(ref.toString());
    }

    /** Returns a condition that holds where there is a value equal to the given one; numbers are equal by value. */
    public static Condition equal(Ref ref, Json value) {
        Json wanted = value.canonical();
        return test(ref + " = " + value, ref, found -> found.canonical().equals(wanted));
    }

    /**
     * Returns a condition of the embedder's own. The test must not block and must be the same every time.
     *
     * @param label what it asks, for pictures and for telling one flow from another
     * @param ref what it looks at; where nothing is there it gets {@link Json#NULL}
     */
    public static Condition test(String label, Ref ref, Predicate<Json> test) {
        Objects.requireNonNull(label, "label");
        Objects.requireNonNull(test, "test");
        return new Condition(label, List.of(ref), results -> {
            Json found = ref.in(results);
            return test.test(found == null ? Json.NULL : found);
        });
    }

    /** Returns the opposite. */
    public Condition not() {
        return new Condition("not (" + label + ")", refs, test.negate());
    }

    /** Returns a condition that holds when this one and another do. */
    public Condition and(Condition other) {
        return new Condition(
                label + " and " + other.label,
                Stream.concat(refs.stream(), other.refs.stream()).toList(),
                test.and(other.test));
    }

    private Condition labelled(String text) {
        return new Condition(text, refs, test);
    }

    List<Ref> refs() {
        return refs;
    }

    boolean holds(Results results) {
        return test.test(results);
    }

    @Override
    public String toString() {
        return label;
    }
}

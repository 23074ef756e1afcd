package dev.harbor.flow;

import dev.harbor.json.Json;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Is one node of a flow: what it does, and where its arguments come from. The methods that change something return a changed copy.
 *
 * <p>Immutable.
 */
public final class Node {

    /** The most elements of one list that a node runs for: {@value}. */
    public static final int MAX_ELEMENTS = 10_000;

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");

    private final String name;
    private final Work work;
    private final Changes changes;
    private final List<String> takesFrom;
    private final List<String> waitsFor;

    /** Is what a node calls; a node that calls nothing takes one of several results. */
    record Work(
            @Nullable Tool<?, ?> step, @Nullable Tool<?, ?> known, String name, SideEffect effect, List<String> of) {

        boolean isChoice() {
            return !of.isEmpty();
        }

        @Nullable
        Tool<?, ?> tool() {
            return step != null ? step : known;
        }
    }

    /** Is all that was said about a node besides. */
    private static final class Changes implements Cloneable {

        private Map<String, Ref> members = Map.of();
        private List<String> after = List.of();
        private @Nullable Ref whole;
        private @Nullable Ref items;
        private int atOnce = 1;
        private @Nullable Condition condition;
        private @Nullable Duration deadline;
        private long costMicros;
        private @Nullable ToLongFunction<Json> costOfResult;

        @Override
        protected Changes clone() {
            try {
                return (Changes) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private Node(String name, Work work, Changes changes) {
        if (!NAME.matcher(name).matches() || name.equals(Ref.INPUT) || name.equals(Ref.ELEMENT)) {
            throw new IllegalArgumentException(
                    "the name of a node is a letter and at most 63 more letters, digits, '_' or"
                            + " '-', and neither 'input' nor 'element'; got a name of " + name.length()
                            + " characters");
        }
        this.name = name;
        this.work = work;
        this.changes = changes;
        this.takesFrom = refs(work, changes).stream()
                .filter(Ref::isToNode)
                .map(Ref::node)
                .distinct()
                .toList();
        this.waitsFor = Stream.of(takesFrom, work.of(), changes.after)
                .flatMap(List::stream)
                .distinct()
                .toList();
    }

    private static Node of(String name, Work work) {
        return new Node(name, work, new Changes());
    }

    /**
     * Returns a node that runs code of the flow's own: a function over types or over JSON, as {@link Tool#of} and {@link Tool#json} make them, with an effect and
     * a policy of its own. It is in no catalog, and nobody but the flow can call it.
     */
    public static Node step(String name, Tool<?, ?> code) {
        return of(
                name,
                new Work(code, null, code.id().toString(), code.definition().effect(), List.of()));
    }

    /** Returns a node that calls a tool of the runtime, whose schemas and effect are known. The call finds it by its id in the snapshot of the turn. */
    public static Node call(String name, Tool<?, ?> tool) {
        return of(
                name,
                new Work(null, tool, tool.id().toString(), tool.definition().effect(), List.of()));
    }

    /**
     * Returns a node that calls a tool of the runtime by its name. Its schemas are not known here, so nothing of its edges is checked before it is called.
     *
     * @param atMost the strongest effect that the tool may have; one with a stronger effect is not called
     */
    public static Node call(String name, String tool, SideEffect atMost) {
        Objects.requireNonNull(tool, "tool");
        return of(name, new Work(null, null, tool, Objects.requireNonNull(atMost, "atMost"), List.of()));
    }

    /** Returns a node that runs a flow. */
    public static Node flow(String name, Flow flow) {
        return step(name, flow.tool());
    }

    /** Returns a node whose result is that of the first of some nodes that was not skipped. It calls nothing. */
    public static Node choose(String name, String first, String... others) {
        List<String> of = new ArrayList<>(List.of(first));
        of.addAll(List.of(others));
        return of(name, new Work(null, null, "", SideEffect.PURE, List.copyOf(of)));
    }

    private Node change(UnaryOperator<Changes> how) {
        return new Node(name, work, how.apply(changes.clone()));
    }

    /** Returns a copy whose arguments are a value as it is. Unless this or {@link #with(String, Ref)} is said, that is the element, or else the input of the flow. */
    public Node with(Ref arguments) {
        Objects.requireNonNull(arguments, "arguments");
        return change(to -> {
            to.whole = arguments;
            return to;
        });
    }

    /** Returns a copy with one more member among its arguments. Where nothing is found the member is left out. */
    public Node with(String member, Ref value) {
        Map<String, Ref> members = new LinkedHashMap<>(changes.members);
        members.put(Objects.requireNonNull(member, "member"), Objects.requireNonNull(value, "value"));
        return change(to -> {
            to.members = members;
            return to;
        });
    }

    /**
     * Returns a copy that runs once for each element of a list, and whose result is the list of the results in the order of the elements.
     *
     * @param items where the list comes from, of at most {@value #MAX_ELEMENTS} elements
     * @param atOnce how many run at once at most, from 1
     * @throws IllegalArgumentException if {@code atOnce} is less than 1
     */
    public Node each(Ref items, int atOnce) {
        Objects.requireNonNull(items, "items");
        requirePositive("atOnce", atOnce);
        return change(to -> {
            to.items = items;
            to.atOnce = atOnce;
            return to;
        });
    }

    /** Returns a copy that is skipped unless a condition holds. What takes its result is skipped then as well, but for {@link #choose}. */
    public Node onlyIf(Condition condition) {
        Objects.requireNonNull(condition, "condition");
        return change(to -> {
            to.condition = condition;
            return to;
        });
    }

    /** Returns a copy that begins when a node has ended or was skipped, although it takes nothing from it. */
    public Node after(String node) {
        List<String> after = new ArrayList<>(changes.after);
        after.add(Objects.requireNonNull(node, "node"));
        return change(to -> {
            to.after = List.copyOf(after);
            return to;
        });
    }

    /**
     * Returns a copy each call of which must have ended after a time, retries included. The limits of the policy of its tool hold besides.
     *
     * @throws IllegalArgumentException if it is not more than zero
     */
    public Node deadline(Duration limit) {
        requirePositive("deadline", limit.isNegative() || limit.isZero() ? 0 : 1);
        return change(to -> {
            to.deadline = limit;
            return to;
        });
    }

    /**
     * Returns a copy each call of which is known to cost something. When the flow can't pay that any more the call is not made.
     *
     * @param micros millionths of the currency of the flow, 0 or more
     * @throws IllegalArgumentException if it is negative
     */
    public Node cost(long micros) {
        requirePositive("cost", micros + 1);
        return change(to -> {
            to.costMicros = micros;
            return to;
        });
    }

    /** Returns a copy of whose calls it is known afterwards what they have cost: the function reads it from a result, in millionths; less than 0 counts as 0. */
    public Node costOf(ToLongFunction<Json> result) {
        Objects.requireNonNull(result, "result");
        return change(to -> {
            to.costOfResult = result;
            return to;
        });
    }

    private static void requirePositive(String what, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(what + " is too small, got " + value);
        }
    }

    /** Returns the name. */
    public String name() {
        return name;
    }

    Work work() {
        return work;
    }

    Map<String, Ref> members() {
        return changes.members;
    }

    /** Returns what the arguments are as a whole, or null when they are built of members. */
    @Nullable
    Ref whole() {
        return whole(changes);
    }

    private static @Nullable Ref whole(Changes of) {
        if (of.whole != null || !of.members.isEmpty()) {
            return of.whole;
        }
        return of.items == null ? Ref.input() : Ref.element();
    }

    @Nullable
    Ref items() {
        return changes.items;
    }

    int atOnce() {
        return changes.atOnce;
    }

    @Nullable
    Condition condition() {
        return changes.condition;
    }

    List<String> after() {
        return changes.after;
    }

    @Nullable
    Duration deadline() {
        return changes.deadline;
    }

    long costMicros() {
        return changes.costMicros;
    }

    long costOfResult(Json result) {
        return changes.costOfResult == null ? 0 : Math.max(0, changes.costOfResult.applyAsLong(result));
    }

    /** Returns everything that the node looks at: arguments, list and condition. */
    List<Ref> refs() {
        return refs(work, changes);
    }

    private static List<Ref> refs(Work work, Changes of) {
        List<Ref> refs = new ArrayList<>(of.members.values());
        Stream.of(whole(of), of.items)
                .filter(ref -> ref != null && !work.isChoice())
                .forEach(refs::add);
        if (of.condition != null) {
            refs.addAll(of.condition.refs());
        }
        return refs;
    }

    /** Returns the nodes whose results it takes. */
    List<String> takesFrom() {
        return takesFrom;
    }

    /** Returns the nodes that must have ended before. */
    List<String> waitsFor() {
        return waitsFor;
    }

    @Override
    public String toString() {
        return "Node[" + name + "]";
    }
}

package dev.harbor.flow;

import dev.harbor.json.Json;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds everything that is wrong with a flow before it is built. For one use. */
final class FlowCheck {

    private final String flow;
    private final Shape input;
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Map<String, Node> ordered = new LinkedHashMap<>();
    private final Map<String, Shape> shapes = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();

    FlowCheck(String flow, Json inputSchema) {
        this.flow = flow;
        this.input = Shape.of(inputSchema);
    }

    /**
     * Checks nodes and what comes out.
     *
     * @return the nodes, each after those that it waits for
     * @throws InvalidFlow if anything is wrong
     */
    Map<String, Node> check(Collection<Node> all, Map<String, Ref> output) {
        all.forEach(this::add);
        nodes.values().forEach(this::checkNames);
        output.values().forEach(ref -> checkName("the output", ref, false));
        require(!nodes.isEmpty(), "it has no node");
        require(!output.isEmpty(), "it has no output: say output(...)");
        throwIfWrong();
        order();
        throwIfWrong();
        ordered.values().forEach(this::checkEdges);
        output.forEach((member, ref) -> shapeOf("the output", ref, null));
        throwIfWrong();
        return ordered;
    }

    private void throwIfWrong() {
        if (!problems.isEmpty()) {
            throw new InvalidFlow(flow, problems);
        }
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            problems.add(otherwise);
        }
    }

    private void add(Node node) {
        require(nodes.putIfAbsent(node.name(), node) == null, "two nodes are called '" + node.name() + "'");
        require(
                node.members().isEmpty() || node.whole() == null,
                "node '" + node.name() + "' gets its arguments as a whole and as members");
    }

    private void checkNames(Node node) {
        String who = "node '" + node.name() + "'";
        List<Ref> refs = new ArrayList<>(node.refs());
        Ref items = node.items();
        boolean isList = items != null;
        refs.remove(items);
        refs.forEach(ref -> checkName(who, ref, isList));
        if (items != null) {
            checkName(who, items, false);
        }
        if (node.condition() != null) {
            require(
                    node.condition().refs().stream().noneMatch(Ref::isToElement),
                    who + " has a condition on an element; a condition is asked once, before its list");
        }
        Stream.concat(node.work().of().stream(), node.after().stream())
                .forEach(other -> checkName(who, Ref.to(other), false));
    }

    private void checkName(String who, Ref ref, boolean isList) {
        require(!ref.isToElement() || isList, who + " refers to an element, but runs for no list: say each(...)");
        require(
                !ref.isToNode() || nodes.containsKey(ref.node()),
                who + " refers to '" + ref.node() + "', which is no node; there are " + nodes.keySet());
    }

    private void order() {
        List<Node> left = new ArrayList<>(nodes.values());
        boolean progress = true;
        while (progress) {
            List<Node> free = left.stream()
                    .filter(node -> ordered.keySet().containsAll(node.waitsFor()))
                    .toList();
            free.forEach(node -> ordered.put(node.name(), node));
            left.removeAll(free);
            progress = !free.isEmpty();
        }
        if (!left.isEmpty()) {
            problems.add("its nodes wait for each other: " + cycle(left));
        }
    }

    /** Each node that is left waits for another one that is, so that following them leads round in the end. */
    private String cycle(List<Node> left) {
        List<String> names = left.stream().map(Node::name).toList();
        List<String> path = new ArrayList<>();
        String at = names.get(0);
        while (!path.contains(at)) {
            path.add(at);
            at = Objects.requireNonNull(nodes.get(at)).waitsFor().stream()
                    .filter(names::contains)
                    .findFirst()
                    .orElseThrow();
        }
        path.add(at);
        return String.join(" -> ", path.subList(path.indexOf(at), path.size()));
    }

    private void checkEdges(Node node) {
        String who = "node '" + node.name() + "'";
        Shape element = node.items() == null ? null : elementOf(who, node.items());
        if (node.condition() != null) {
            node.condition().refs().forEach(ref -> shapeOf(who, ref, null));
        }
        if (!node.work().isChoice()) {
            checkArguments(who, node, element);
        }
        shapes.put(node.name(), resultOf(node));
    }

    private @Nullable Shape elementOf(String who, Ref items) {
        Shape list = shapeOf(who, items, null);
        List<String> types = list.types();
        if (!types.isEmpty() && !types.contains("array")) {
            problems.add(who + " runs for each element of " + items + ", which is " + String.join(" or ", types));
        }
        return list.get("items").map(list::inside).orElse(Shape.ANY);
    }

    private void checkArguments(String who, Node node, @Nullable Shape element) {
        Tool<?, ?> tool = node.work().tool();
        Shape target = tool == null ? Shape.ANY : Shape.of(tool.definition().inputSchema());
        Ref whole = node.whole();
        if (whole != null) {
            report(who + " gets " + whole, misfit(who, whole, element, target));
            return;
        }
        Map<String, Shape> taken = target.properties();
        node.members().forEach((member, ref) -> {
            Shape property = taken.get(member);
            require(
                    property != null || !target.isClosed(),
                    who + " takes no '" + member + "'; it takes " + taken.keySet());
            String problem = misfit(who, ref, element, property == null ? Shape.ANY : property);
            report(who + " gets '" + member + "' from " + ref, problem);
        });
        target.required().stream()
                .filter(member -> !node.members().containsKey(member))
                .forEach(member -> problems.add(who + " does not get '" + member + "', which is required"));
    }

    private @Nullable String misfit(String who, Ref ref, @Nullable Shape element, Shape target) {
        Json value = ref.value();
        return value != null ? Fit.misfit(value, target) : Fit.misfit(shapeOf(who, ref, element), target);
    }

    private void report(String what, @Nullable String problem) {
        if (problem != null) {
            problems.add(what + ": " + problem);
        }
    }

    /** Returns the shape of what is at a reference, and reports where nothing can be. */
    private Shape shapeOf(String who, Ref ref, @Nullable Shape element) {
        Shape found = shapeOf(ref, element);
        if (found == null) {
            problems.add(who + " refers to " + ref + ", where nothing is");
            return Shape.ANY;
        }
        return found;
    }

    private @Nullable Shape shapeOf(Ref ref, @Nullable Shape element) {
        if (ref.value() != null) {
            return Shape.of(Json.of(Map.of("const", ref.value())));
        }
        Shape from = ref.isToElement() ? element : ref.isToNode() ? shapes.get(ref.node()) : input;
        return from == null ? Shape.ANY : from.at(ref.pointer());
    }

    private Shape resultOf(Node node) {
        if (node.work().isChoice()) {
            List<Shape> all = node.work().of().stream().map(shapes::get).toList();
            return all.stream().distinct().count() == 1 ? all.get(0) : Shape.ANY;
        }
        Tool<?, ?> tool = node.work().tool();
        Shape one = tool == null ? Shape.ANY : Shape.of(tool.definition().outputSchema());
        return node.items() == null ? one : Shape.arrayOf(one);
    }

    /** Returns the schema of what comes out, or null when nothing is known of it. */
    @Nullable
    Json outputSchema(Map<String, Ref> output) {
        Ref whole = output.get("");
        if (whole != null) {
            Json schema = schemaOf(whole);
            return schema.equals(Json.EMPTY_OBJECT) ? null : schema;
        }
        Map<String, Object> properties = new LinkedHashMap<>();
        output.forEach((member, ref) -> properties.put(member, schemaOf(ref)));
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", "object");
        members.put("properties", properties);
        members.put("additionalProperties", false);
        return Json.of(members);
    }

    private Json schemaOf(Ref ref) {
        Shape shape = Objects.requireNonNull(shapeOf(ref, null));
        boolean isDocument = ref.pointer().isEmpty() && shape.schema().equals(shape.root());
        return isDocument ? shape.schema() : shape.alone();
    }

    SideEffect strongest() {
        return nodes.values().stream()
                .map(node -> node.work().effect())
                .max(SideEffect::compareTo)
                .orElse(SideEffect.PURE);
    }
}

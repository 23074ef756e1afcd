package dev.harbor.json;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Builds the nodes of one codec. Equal object types share a node, which is also how a type can contain itself.
 *
 * <p>Not thread-safe; used once.
 */
final class NodeBuilder {

    /** Types that need more types the deeper one looks never end. */
    private static final int MAX_DEPTH = 200;

    private static final MethodType GETTER = MethodType.methodType(Object.class, Object.class);

    private final Map<Class<?>, Node> own;
    private final Map<Shape, Node> objects = new HashMap<>();
    private final Map<Shape, ObjectNode> arms = new HashMap<>();
    private final List<DefaultNode> defaults = new ArrayList<>();
    private int depth;

    /** Takes the nodes of the embedder's own codecs by class. */
    NodeBuilder(Map<Class<?>, Node> own) {
        this.own = own;
    }

    /** Builds the node of a whole type. */
    Node root(Shape shape, String where) {
        return finished(node(shape, where), where);
    }

    /** Builds the node of a parameter list, which reads into an {@code Object[]}. */
    Node parameters(List<Codec.Parameter> parameters) {
        ObjectNode node = new ObjectNode("Parameters");
        List<Property> members = new ArrayList<>();
        for (Codec.Parameter parameter : parameters) {
            String where = parameter.name();
            Shape type = new ShapeResolver(Map.of(), where).resolve(parameter.type());
            Shape shape = type.withNullable(type.nullable() || parameter.nullable());
            Node value = withDefault(node(shape, where), shape, parameter.defaultJson(), where);
            int place = members.size();
            members.add(new Property(
                    parameter.name(), value, parameter.description(), new LateHandle(() -> element(place))));
        }
        requireDistinct(members, "parameters");
        node.complete(members, new LateHandle(NodeBuilder::same));
        return finished(node, "parameters");
    }

    private static MethodHandle element(int place) {
        return MethodHandles.insertArguments(MethodHandles.arrayElementGetter(Object[].class), 1, place)
                .asType(GETTER);
    }

    private static MethodHandle same() {
        return MethodHandles.identity(Object[].class).asType(MethodType.methodType(Object.class, Object[].class));
    }

    private Node finished(Node root, String where) {
        defaults.forEach(DefaultNode::resolve);
        if (!root.hasFiniteValue(new HashSet<>())) {
            throw Unsupported.at(where, "it can only contain itself without end");
        }
        return root;
    }

    private Node node(Shape shape, String where) {
        if (++depth > MAX_DEPTH) {
            throw Unsupported.at(where, "the types inside one another have no end");
        }
        Node node = presentNode(shape.withNullable(false), where);
        depth--;
        if (!shape.nullable() || node.mayBeMissing()) {
            return node;
        }
        if (shape.raw().isPrimitive()) {
            throw Unsupported.at(where, shape + " can't be null");
        }
        return MaybeNode.nullable(node);
    }

    private Node presentNode(Shape shape, String where) {
        Class<?> raw = shape.raw();
        Node known = own.getOrDefault(raw, Scalars.ALL.get(raw));
        if (known != null) {
            return known;
        }
        if (raw.isArray()) {
            Node element = node(shape.arguments().get(0), where + "[]");
            return SequenceNode.array(element, raw.getComponentType());
        }
        if (raw == List.class) {
            return SequenceNode.list(node(shape.arguments().get(0), where + "[]"));
        }
        if (raw == Set.class) {
            return new SetNode(node(shape.arguments().get(0), where + "[]"));
        }
        if (raw == Map.class) {
            return map(shape, where);
        }
        if (raw == Optional.class) {
            return optional(shape.arguments().get(0), where);
        }
        return declared(shape, where);
    }

    private Node declared(Shape shape, String where) {
        Class<?> raw = shape.raw();
        if (raw.isEnum()) {
            Declaration.requireKnown(raw, where);
            return new EnumNode(EnumNames.of(raw, where));
        }
        if (raw.isRecord()) {
            return record(shape, where);
        }
        if (raw.isSealed() && raw.isInterface()) {
            return sealed(shape, where);
        }
        throw Unsupported.at(where, UnsupportedReason.of(raw));
    }

    private Node map(Shape shape, String where) {
        Node key = node(shape.arguments().get(0), where + "{key}");
        if (!(key instanceof NameNode name)) {
            throw Unsupported.at(
                    where + "{key}",
                    shape.arguments().get(0) + " is not written as text, so it can't be the key of a map");
        }
        return new MapNode(name, node(shape.arguments().get(1), where + "{}"));
    }

    private Node optional(Shape inner, String where) {
        Node node = node(inner, where);
        if (node.mayBeMissing()) {
            throw Unsupported.at(where, "an Optional of what may be absent itself would be absent in two ways");
        }
        return MaybeNode.optional(node);
    }

    // ---- records

    private Node record(Shape shape, String where) {
        Node known = objects.get(shape);
        if (known != null) {
            return known;
        }
        RecordAccess access = new RecordAccess(shape.raw(), where);
        ObjectNode node = new ObjectNode(shape.definitionName());
        objects.put(shape, node);
        node.complete(members(shape, access, where, List.of()), access.maker());
        Declaration.requireKnown(shape.raw(), where);
        return node;
    }

    private ObjectNode arm(Shape shape, String kind, String where) {
        ObjectNode known = arms.get(shape);
        if (known != null) {
            return known;
        }
        RecordAccess access = new RecordAccess(shape.raw(), where);
        ObjectNode node = new ObjectNode(shape.definitionName());
        arms.put(shape, node);
        Property discriminator =
                new Property(SealedNode.DISCRIMINATOR, new ConstNode(kind), null, new LateHandle(() -> constant(kind)));
        node.complete(members(shape, access, where, List.of(discriminator)), access.makerIgnoringFirst());
        Declaration.requireKnown(shape.raw(), where);
        return node;
    }

    private static MethodHandle constant(String kind) {
        return MethodHandles.dropArguments(MethodHandles.constant(Object.class, kind), 0, Object.class);
    }

    private List<Property> members(Shape shape, RecordAccess access, String where, List<Property> before) {
        List<Property> members = new ArrayList<>(before);
        Map<TypeVariable<?>, Shape> variables = variables(shape);
        RecordComponent[] components = access.components();
        for (int i = 0; i < components.length; i++) {
            String path = where + "." + components[i].getName();
            Declaration declaration = new Declaration(path, access.places(i));
            Shape type = new ShapeResolver(variables, path).resolve(components[i].getAnnotatedType());
            Shape used = type.withNullable(type.nullable() || declaration.nullable());
            Node value = withDefault(node(used, path), used, declaration.defaultText(), path);
            String name = declaration.name(components[i].getName());
            members.add(new Property(name, value, declaration.description(), access.getter(i)));
        }
        requireDistinct(members, where);
        return members;
    }

    private static Map<TypeVariable<?>, Shape> variables(Shape shape) {
        TypeVariable<?>[] parameters = shape.raw().getTypeParameters();
        Map<TypeVariable<?>, Shape> variables = new HashMap<>();
        for (int i = 0; i < parameters.length; i++) {
            variables.put(parameters[i], shape.arguments().get(i));
        }
        return variables;
    }

    private static void requireDistinct(List<Property> members, String where) {
        Set<String> names = new HashSet<>();
        for (Property member : members) {
            if (member.name().isBlank()) {
                throw Unsupported.at(where, "a member has a blank name in JSON");
            }
            if (!names.add(member.name())) {
                throw Unsupported.at(where, "two members are named " + Excerpt.quoted(member.name()) + " in JSON");
            }
        }
    }

    private Node withDefault(Node node, Shape shape, @Nullable String text, String where) {
        if (text == null) {
            return node;
        }
        if (shape.nullable() || node.mayBeMissing()) {
            throw Unsupported.at(where, "it has a default and may be absent, so that missing would mean two things");
        }
        DefaultNode withDefault = new DefaultNode(node, text, where);
        defaults.add(withDefault);
        return withDefault;
    }

    // ---- sealed interfaces

    private Node sealed(Shape shape, String where) {
        Node known = objects.get(shape);
        if (known != null) {
            return known;
        }
        Declaration.requireKnown(shape.raw(), where);
        SealedNode node = new SealedNode(shape.definitionName());
        objects.put(shape, node);
        Map<Class<?>, Shape> records = new LinkedHashMap<>();
        SealedArms.collect(shape, where, records);
        records.forEach((type, arm) -> addArm(node, type, arm, where + "(" + type.getSimpleName() + ")"));
        return node;
    }

    private void addArm(SealedNode node, Class<?> type, Shape shape, String where) {
        String kind = new Declaration(where, type).kind(type.getSimpleName());
        if (!node.add(kind, type, arm(shape, kind, where))) {
            throw Unsupported.at(
                    where, "two records are named " + Excerpt.quoted(kind) + "; tell them apart by @JsonTypeName");
        }
    }
}

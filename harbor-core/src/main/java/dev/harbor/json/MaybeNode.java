package dev.harbor.json;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Is a value that may be absent: missing where it is a component, null anywhere. Both mean the same. */
final class MaybeNode extends Node {

    private final Node node;
    private final @Nullable Object absent;
    private final Function<Object, Object> wrap;
    private final Function<Object, @Nullable Object> unwrap;

    private MaybeNode(
            Node node,
            @Nullable Object absent,
            Function<Object, Object> wrap,
            Function<Object, @Nullable Object> unwrap) {
        this.node = node;
        this.absent = absent;
        this.wrap = wrap;
        this.unwrap = unwrap;
    }

    static MaybeNode nullable(Node node) {
        return new MaybeNode(node, null, value -> value, value -> value);
    }

    static MaybeNode optional(Node node) {
        return new MaybeNode(node, Optional.empty(), Optional::of, value -> ((Optional<?>) value).orElse(null));
    }

    static MaybeNode optionalInt() {
        return new MaybeNode(
                IntegerNode.INT,
                OptionalInt.empty(),
                value -> OptionalInt.of((Integer) value),
                value -> value.equals(OptionalInt.empty()) ? null : (Object) ((OptionalInt) value).getAsInt());
    }

    static MaybeNode optionalLong() {
        return new MaybeNode(
                IntegerNode.LONG,
                OptionalLong.empty(),
                value -> OptionalLong.of((Long) value),
                value -> value.equals(OptionalLong.empty()) ? null : (Object) ((OptionalLong) value).getAsLong());
    }

    static MaybeNode optionalDouble() {
        return new MaybeNode(
                FloatNode.DOUBLE,
                OptionalDouble.empty(),
                value -> OptionalDouble.of((Double) value),
                value -> value.equals(OptionalDouble.empty()) ? null : (Object) ((OptionalDouble) value).getAsDouble());
    }

    @Override
    @Nullable
    Object read(JsonReader in) {
        return in.takeNull() ? absent : wrap.apply(Objects.requireNonNull(node.read(in)));
    }

    @Override
    void write(JsonWriter out, @Nullable Object value) {
        Object present = value == null ? null : unwrap.apply(value);
        if (present == null) {
            out.nothing();
        } else if (present instanceof Json json && json.isNull()) {
            throw out.invalid("type", "must not be a present null, which reads back as absent");
        } else {
            node.write(out, present);
        }
    }

    @Override
    void writePresent(JsonWriter out, Object value) {
        write(out, value);
    }

    @Override
    Map<String, Object> schema(SchemaDocument document) {
        return SchemaDocument.nullable(document.use(node));
    }

    @Override
    Map<String, Object> memberSchema(SchemaDocument document) {
        return document.isStrict() ? document.use(node) : document.use(this);
    }

    @Override
    List<Node> parts() {
        return List.of(node);
    }

    @Override
    boolean mayBeMissing() {
        return true;
    }

    @Override
    @Nullable
    Object missing() {
        return absent;
    }

    @Override
    boolean omits(@Nullable Object value) {
        return value == null || unwrap.apply(value) == null;
    }
}

package dev.harbor.json;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Is a type with all its variables replaced. Equal shapes share a node.
 *
 * @param raw the class; of an array the array class
 * @param arguments the type arguments; of an array its component
 * @param nullable whether the use of the type says that it may be null
 */
record Shape(Class<?> raw, List<Shape> arguments, boolean nullable) {

    Shape {
        arguments = List.copyOf(arguments);
    }

    static Shape of(Class<?> raw) {
        return new Shape(raw, List.of(), false);
    }

    Shape withNullable(boolean mayBeNull) {
        return mayBeNull == nullable ? this : new Shape(raw, arguments, mayBeNull);
    }

    /** Returns the name under which a schema may define it: {@code Pair_Instant_List_UUID}. */
    String definitionName() {
        StringBuilder name = new StringBuilder();
        appendTo(name);
        return name.toString();
    }

    private void appendTo(StringBuilder name) {
        String simple = raw.getSimpleName();
        for (int i = 0; i < simple.length(); i++) {
            char c = simple.charAt(i);
            boolean plain = c < 0x80 && Character.isLetterOrDigit(c);
            name.append(plain ? c : '_');
        }
        for (Shape argument : arguments) {
            argument.appendTo(name.append('_'));
        }
    }

    /** Is written out, like the next: what a record derives is linked at its first use, which every start would pay for. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Shape that
                && raw == that.raw
                && nullable == that.nullable
                && arguments.equals(that.arguments);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * raw.hashCode() + arguments.hashCode()) + Boolean.hashCode(nullable);
    }

    @Override
    public String toString() {
        if (raw.isArray()) {
            return arguments.get(0) + "[]";
        }
        String inner = arguments.stream().map(Shape::toString).collect(Collectors.joining(", "));
        return inner.isEmpty() ? raw.getTypeName() : raw.getTypeName() + "<" + inner + ">";
    }
}

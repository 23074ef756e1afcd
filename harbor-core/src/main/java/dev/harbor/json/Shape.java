package dev.harbor.json;

import java.util.List;
import java.util.stream.Collectors;

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

    @Override
    public String toString() {
        if (raw.isArray()) {
            return arguments.get(0) + "[]";
        }
        String inner = arguments.stream().map(Shape::toString).collect(Collectors.joining(", "));
        return inner.isEmpty() ? raw.getTypeName() : raw.getTypeName() + "<" + inner + ">";
    }
}

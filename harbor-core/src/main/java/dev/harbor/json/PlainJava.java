package dev.harbor.json;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Translates between JSON and plain Java values: maps, collections, strings, numbers, booleans and null. */
final class PlainJava {

    private static final int FIRST_DEPTH = 8;

    private PlainJava() {}

    // ---- reading

    /** Reads the value ahead; {@code number} makes what a number becomes. */
    static @Nullable Object read(JsonReader in, Function<NumberLiteral, Object> number) {
        return switch (in.peek()) {
            case '{' -> readObject(in, number);
            case '[' -> readArray(in, number);
            case '"' -> in.string();
            case 't', 'f' -> in.bool();
            case 'n' -> {
                in.takeNull();
                yield null;
            }
            default -> number.apply(in.number("value"));
        };
    }

    private static Map<String, Object> readObject(JsonReader in, Function<NumberLiteral, Object> number) {
        Map<String, Object> members = new LinkedHashMap<>();
        in.beginObject();
        while (in.nextMember()) {
            String name = in.name();
            if (members.containsKey(name)) {
                throw in.duplicate(name);
            }
            members.put(name, read(in, number));
        }
        return Collections.unmodifiableMap(members);
    }

    private static List<Object> readArray(JsonReader in, Function<NumberLiteral, Object> number) {
        List<Object> elements = new ArrayList<>();
        in.beginArray();
        for (int i = 0; in.nextElement(i); i++) {
            elements.add(read(in, number));
        }
        return Collections.unmodifiableList(elements);
    }

    /** Returns a long if the number is written as a small integer, else a decimal with every digit. */
    static Object number(NumberLiteral literal) {
        if (literal.isSmallInteger()) {
            return literal.asLong();
        }
        BigDecimal exact = literal.asDecimal();
        boolean fits = literal.isInteger() && exact.toBigInteger().bitLength() < Long.SIZE;
        return fits ? (Object) exact.longValueExact() : exact;
    }

    /** Returns a decimal that equals every other one of the same value. */
    static Object comparableNumber(NumberLiteral literal) {
        return literal.asDecimal().stripTrailingZeros();
    }

    // ---- writing

    static void write(JsonWriter out, @Nullable Object value) {
        new Walk(out).value(value);
    }

    /** Writes one value; knows what it is inside of, to name a cycle when it meets one. */
    private static final class Walk {

        private final JsonWriter out;
        private @Nullable Object[] open = new Object[FIRST_DEPTH];
        private int depth;

        Walk(JsonWriter out) {
            this.out = out;
        }

        void value(@Nullable Object value) {
            if (value == null) {
                out.nothing();
            } else if (value instanceof String text) {
                out.string(text);
            } else if (value instanceof Boolean truth) {
                out.bool(truth);
            } else if (value instanceof Number number) {
                number(number);
            } else if (value instanceof Json json) {
                out.raw(json);
            } else {
                container(value);
            }
        }

        private void number(Number value) {
            if (value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte) {
                out.number(value.longValue());
            } else if (value instanceof Double d) {
                out.number(d);
            } else if (value instanceof Float f) {
                out.number(f);
            } else if (value instanceof BigDecimal decimal) {
                out.number(decimal);
            } else if (value instanceof BigInteger integer) {
                out.number(integer);
            } else {
                throw unsupported(value);
            }
        }

        private void container(Object value) {
            enter(value);
            if (value instanceof Map<?, ?> map) {
                members(map);
            } else if (value instanceof Collection<?> collection) {
                elements(collection);
            } else if (value.getClass().isArray()) {
                elements(asList(value));
            } else {
                throw unsupported(value);
            }
            open[--depth] = null;
        }

        /** The nesting is bounded, so that a look at each level costs less than a set. */
        private void enter(Object value) {
            for (int i = 0; i < depth; i++) {
                if (open[i] == value) {
                    throw out.unserializable("the value contains itself");
                }
            }
            if (depth == open.length) {
                open = Arrays.copyOf(open, depth * 2);
            }
            open[depth++] = value;
        }

        private void members(Map<?, ?> map) {
            out.beginObject();
            map.forEach((key, member) -> {
                if (!(key instanceof String name)) {
                    throw out.unserializable("a key is no string but "
                            + (key == null ? "null" : key.getClass().getName()));
                }
                out.name(name);
                value(member);
            });
            out.endObject();
        }

        private void elements(Collection<?> elements) {
            out.beginArray();
            int i = 0;
            for (Object element : elements) {
                out.element(i++);
                value(element);
            }
            out.endArray();
        }

        private static List<Object> asList(Object array) {
            List<Object> elements = new ArrayList<>(Array.getLength(array));
            for (int i = 0; i < Array.getLength(array); i++) {
                elements.add(Array.get(array, i));
            }
            return elements;
        }

        private UnserializableException unsupported(Object value) {
            return out.unserializable(
                    value.getClass().getName()
                            + " is not supported; allowed are Map, Collection, arrays, String, Boolean, the numbers of java.lang and java.math, Json and null");
        }
    }
}

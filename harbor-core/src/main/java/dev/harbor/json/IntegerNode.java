package dev.harbor.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Year;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Is an integer within bounds. A number without fraction is one however it is written: {@code 2}, {@code 2.0}, {@code 2e0}. */
final class IntegerNode extends Node {

    static final IntegerNode BYTE = new IntegerNode(Byte.MIN_VALUE, Byte.MAX_VALUE, value -> (byte) value);
    static final IntegerNode SHORT = new IntegerNode(Short.MIN_VALUE, Short.MAX_VALUE, value -> (short) value);
    static final IntegerNode INT = new IntegerNode(Integer.MIN_VALUE, Integer.MAX_VALUE, value -> (int) value);
    static final IntegerNode LONG = new IntegerNode(Long.MIN_VALUE, Long.MAX_VALUE, value -> value);
    static final IntegerNode YEAR = new IntegerNode(
            Year.MIN_VALUE, Year.MAX_VALUE, value -> Year.of((int) value), year -> ((Year) year).getValue());

    private final long min;
    private final long max;
    private final LongFunction<Object> make;
    private final Function<Object, Number> number;

    private IntegerNode(long min, long max, LongFunction<Object> make) {
        this(min, max, make, value -> (Number) value);
    }

    private IntegerNode(long min, long max, LongFunction<Object> make, Function<Object, Number> number) {
        this.min = min;
        this.max = max;
        this.make = make;
        this.number = number;
    }

    @Override
    @Nullable
    Object read(JsonReader in) {
        return in.atNumber() ? make.apply(value(in)) : in.repair("integer", this, false);
    }

    /** Reads the value without wrapping it. */
    long value(JsonReader in) {
        NumberLiteral literal = in.number("integer");
        long value = literal.isSmallInteger() ? literal.asLong() : exact(in, literal);
        if (value < min || value > max) {
            throw outOfRange(in);
        }
        return value;
    }

    private long exact(JsonReader in, NumberLiteral literal) {
        BigInteger value = integral(in, literal);
        if (value.bitLength() >= Long.SIZE) {
            throw outOfRange(in);
        }
        return value.longValue();
    }

    /** Returns the number as an integer; refuses a fraction. */
    static BigInteger integral(JsonReader in, NumberLiteral literal) {
        BigDecimal value = literal.asDecimal();
        if (!literal.isInteger() && value.stripTrailingZeros().scale() > 0) {
            throw in.invalid("type", "must be integer, was a number with a fraction");
        }
        return value.toBigInteger();
    }

    private InvalidJsonException outOfRange(JsonReader in) {
        return in.invalid("range", "must be from " + min + " to " + max);
    }

    @Override
    void writePresent(JsonWriter out, Object value) {
        out.number(number.apply(value).longValue());
    }

    @Override
    Map<String, Object> schema(SchemaDocument document) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "integer");
        schema.put("minimum", min);
        schema.put("maximum", max);
        return schema;
    }

    @Override
    boolean differsLikeJava() {
        return true;
    }
}

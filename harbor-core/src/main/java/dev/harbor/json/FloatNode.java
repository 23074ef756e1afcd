package dev.harbor.json;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Is a binary floating point number. A decimal rounds to the nearest one, an integer literal has to be equal to one, and nothing rounds to infinity.
 */
final class FloatNode extends Node {

    /** Literals up to these lengths, if they have no exponent, are within the bounds; integers are below 2^24 and 2^53. */
    private static final int EXACT_FLOAT_DIGITS = 7;

    private static final int EXACT_DOUBLE_DIGITS = 15;

    // The bounds lie between the largest value and the point from which rounding leads to infinity, so that each value
    // has a spelling within them.
    static final FloatNode DOUBLE = new FloatNode(
            new BigDecimal("1.7976931348623158E308"),
            EXACT_DOUBLE_DIGITS,
            Double::valueOf,
            value -> new BigDecimal((Double) value),
            (out, value) -> out.number((double) (Double) value));
    static final FloatNode FLOAT = new FloatNode(
            new BigDecimal("3.4028235E38"),
            EXACT_FLOAT_DIGITS,
            Float::valueOf,
            value -> new BigDecimal((Float) value),
            (out, value) -> out.number((float) (Float) value));

    private final BigDecimal bound;
    private final int exactDigits;
    private final Function<String, Number> round;
    private final Function<Object, BigDecimal> exact;
    private final BiConsumer<JsonWriter, Object> writer;

    private FloatNode(
            BigDecimal bound,
            int exactDigits,
            Function<String, Number> round,
            Function<Object, BigDecimal> exact,
            BiConsumer<JsonWriter, Object> writer) {
        this.bound = bound;
        this.exactDigits = exactDigits;
        this.round = round;
        this.exact = exact;
        this.writer = writer;
    }

    @Override
    @Nullable
    Object read(JsonReader in) {
        return in.atNumber() ? value(in) : in.repair("number", this, false);
    }

    /** Reads the value as a Float or Double. */
    Number value(JsonReader in) {
        NumberLiteral literal = in.number("number");
        String digits = literal.toString();
        if (digits.length() > exactDigits || literal.hasExponent()) {
            check(in, literal);
        }
        return round.apply(digits);
    }

    private void check(JsonReader in, NumberLiteral literal) {
        BigDecimal value = literal.asDecimal();
        if (value.abs().compareTo(bound) > 0) {
            throw in.invalid("range", "must be from -" + bound + " to " + bound);
        }
        if (literal.isInteger() && exact.apply(round.apply(literal.toString())).compareTo(value) != 0) {
            throw in.invalid("precision", "is an integer with more digits than the number can keep");
        }
    }

    @Override
    void writePresent(JsonWriter out, Object value) {
        writer.accept(out, value);
    }

    @Override
    Map<String, Object> schema(SchemaDocument document) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "number");
        schema.put("minimum", bound.negate());
        schema.put("maximum", bound);
        return schema;
    }
}

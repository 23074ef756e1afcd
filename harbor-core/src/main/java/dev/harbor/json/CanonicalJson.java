package dev.harbor.json;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes values so that equal ones have equal text: members sorted by code unit, the fewest escapes, numbers without superfluous digits and in one notation
 * (plain from 1e-6 to below 1e21, else with an exponent).
 */
final class CanonicalJson {

    private static final int MOST_PLAIN_DIGITS = 21;
    private static final int MOST_LEADING_ZEROS = 5;

    private CanonicalJson() {}

    static void write(JsonWriter out, @Nullable Object value) {
        if (value instanceof Map<?, ?> members) {
            object(out, members);
        } else if (value instanceof List<?> elements) {
            array(out, elements);
        } else if (value instanceof BigDecimal number) {
            out.raw(Json.trusted(spell(number)));
        } else {
            PlainJava.write(out, value);
        }
    }

    private static void object(JsonWriter out, Map<?, ?> members) {
        Map<String, Object> sorted = new TreeMap<>();
        members.forEach((name, value) -> sorted.put((String) name, value));
        out.beginObject();
        sorted.forEach((name, value) -> {
            out.name(name);
            write(out, value);
        });
        out.endObject();
    }

    private static void array(JsonWriter out, List<?> elements) {
        out.beginArray();
        for (int i = 0; i < elements.size(); i++) {
            out.element(i);
            write(out, elements.get(i));
        }
        out.endArray();
    }

    static String spell(BigDecimal number) {
        BigDecimal shortest = number.stripTrailingZeros();
        String digits = shortest.unscaledValue().abs().toString();
        int point = digits.length() - shortest.scale();
        String sign = shortest.signum() < 0 ? "-" : "";
        if (point > MOST_PLAIN_DIGITS || point < -MOST_LEADING_ZEROS) {
            String fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
            int exponent = point - 1;
            return sign + digits.charAt(0) + fraction + (exponent > 0 ? "e+" : "e") + exponent;
        }
        return shortest.toPlainString();
    }
}

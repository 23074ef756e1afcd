package dev.harbor.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Spoils documents a little, so that most of them are nearly valid. */
final class Mutations {

    private static final List<String> STRANGERS = List.of(
            "null",
            "true",
            "false",
            "0",
            "1",
            "-1",
            "1.0",
            "1.5",
            "2e0",
            "1e400",
            "-1e400",
            "9007199254740993",
            "3000000000",
            "9223372036854775808",
            "16777217",
            "3.4028235E38",
            "3.4028236E38",
            "1.7976931348623158E308",
            "1.7976931348623159E308",
            "-0.0",
            "\"\"",
            "\"x\"",
            "\"1\"",
            "\"true\"",
            "\"LOW\"",
            "\"low\"",
            "\" LOW\"",
            "\"read-only\"",
            "\"READ_ONLY\"",
            "\"no access\"",
            "\"circle\"",
            "\"Square\"",
            "\"AQI=\"",
            "\"AQJ=\"",
            "\"AQI\"",
            "\"A\"",
            "\"A-_=\"",
            "\"2026-02-28\"",
            "\"2026-02-30\"",
            "\"2023-02-29\"",
            "\"0000-01-01\"",
            "\"+12345-01-01\"",
            "\"2026-02-28T10:00:00Z\"",
            "\"2026-02-28t10:00:00z\"",
            "\"2026-02-28T10:00Z\"",
            "\"2026-02-28T24:00:00Z\"",
            "\"2026-02-28T23:59:60Z\"",
            "\"2026-02-28T10:00:00-00:00\"",
            "\"2026-02-28T10:00:00+18:00\"",
            "\"2026-02-28T10:00:00+18:01\"",
            "\"2026-02-28T10:00:00+0200\"",
            "\"2026-02-28T10:00:00.1234567890Z\"",
            "\"2026-02-30T10:00:00Z\"",
            "\"2026-02-30T10:00:00\"",
            "\"2026-02-28T10:00:00\"",
            "\"2026-03-29T02:30:00+01:00[Europe/Oslo]\"",
            "\"2026-02-28T10:00:00+05:00[Europe/Oslo]\"",
            "\"2026-02-28T10:00:00+01:00[Mars/Base]\"",
            "\"10:00\"",
            "\"10:00:00Z\"",
            "\"10:00:00+25:00\"",
            "\"24:00\"",
            "\"P1D\"",
            "\"PT\"",
            "\"P\"",
            "\"-PT1H\"",
            "\"PT0.5S\"",
            "\"P1Y2M\"",
            "\"P1W\"",
            "\"PT1H-5M\"",
            "\"2026-02\"",
            "\"2026-13\"",
            "\"--02-30\"",
            "\"--02-29\"",
            "\"en\"",
            "\"de-DE-1996\"",
            "\"x\\n\"",
            "\"en-a\"",
            "\"not a locale!!\"",
            "\"Europe/Oslo\"",
            "\"Mars/Base\"",
            "\"3B241101-e2bb-4255-8caf-4136c566a962\"",
            "\"1-1-1-1-1\"",
            "\"a b\"",
            "\"%zz\"",
            "\"a%41\"",
            "\"\\ud83d\\ude00\"",
            "\"\\u00e9\"",
            "\"\\n\"",
            "[]",
            "[null]",
            "[1,1.0]",
            "[\"a\",\"a\"]",
            "[[]]",
            "{}",
            "{\"a\":1}",
            "{\"kind\":\"circle\",\"radius\":1}",
            "{\"kind\":\"Square\",\"side\":2}",
            "{\"kind\":\"Some\"}",
            "{\"value\":1}");

    private final Random random;

    Mutations(Random random) {
        this.random = random;
    }

    /** Returns the text of a document that differs from this one in one place, mostly. */
    String mutate(Json document) {
        return Json.of(mutated(document.toJava())).toString();
    }

    private @Nullable Object mutated(@Nullable Object value) {
        boolean here = random.nextInt(3) == 0;
        if (value instanceof Map<?, ?> map && !map.isEmpty() && !here) {
            return inside(map);
        }
        if (value instanceof List<?> list && !list.isEmpty() && !here) {
            List<Object> copy = new ArrayList<>(list);
            int i = random.nextInt(copy.size());
            copy.set(i, mutated(copy.get(i)));
            return copy;
        }
        return random.nextBoolean() ? stranger() : bent(value);
    }

    private Map<Object, Object> inside(Map<?, ?> map) {
        Map<Object, Object> copy = new LinkedHashMap<>(map);
        Object key = one(new ArrayList<>(map.keySet()));
        Object value = copy.get(key);
        switch (random.nextInt(6)) {
            case 0 -> copy.remove(key);
            case 1 -> copy.put(random.nextBoolean() ? "zzz" : key + "x", value);
            case 2 -> {
                copy.remove(key);
                copy.put(bent(key), value);
            }
            default -> copy.put(key, mutated(value));
        }
        return copy;
    }

    private Object bent(@Nullable Object value) {
        if (value instanceof String text) {
            return text(text);
        }
        if (value instanceof Number) {
            return number(new BigDecimal(value.toString()));
        }
        if (value instanceof List<?> list && !list.isEmpty()) {
            List<Object> longer = new ArrayList<>(list);
            longer.add(list.get(random.nextInt(list.size())));
            return longer;
        }
        return random.nextBoolean() ? Json.of(value).toString() : stranger();
    }

    private Object text(String text) {
        return switch (random.nextInt(7)) {
            case 0 -> text + "\n";
            case 1 -> text.toUpperCase(java.util.Locale.ROOT);
            case 2 -> text.toLowerCase(java.util.Locale.ROOT);
            case 3 -> text.isEmpty() ? "x" : text.substring(0, text.offsetByCodePoints(text.length(), -1));
            case 4 -> " " + text;
            case 5 -> text + text;
            default -> replaced(text);
        };
    }

    private String replaced(String text) {
        if (text.isEmpty()) {
            return "x";
        }
        int i = random.nextInt(text.length());
        boolean pair = Character.isSurrogate(text.charAt(i));
        return pair
                ? text + "x"
                : text.substring(0, i) + "0139ZT:-+.".charAt(random.nextInt(10)) + text.substring(i + 1);
    }

    private Object number(BigDecimal number) {
        return switch (random.nextInt(6)) {
            case 0 -> number.add(new BigDecimal("0.5"));
            case 1 -> number.toString();
            case 2 -> number.setScale(Math.max(number.scale(), 0) + 1);
            case 3 -> number.negate();
            case 4 -> number.multiply(new BigDecimal(BigInteger.TEN.pow(30)));
            default -> number.scaleByPowerOfTen(-2);
        };
    }

    private Object stranger() {
        return Json.parse(one(STRANGERS));
    }

    private <X> X one(List<X> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}

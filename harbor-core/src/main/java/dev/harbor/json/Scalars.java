package dev.harbor.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Function;

/** Lists the types that are neither made of others nor declared by the embedder. */
final class Scalars {

    private static final String DATE = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])";
    private static final String TIME = "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?";
    private static final String SHORT_TIME = "([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?";
    private static final String OFFSET = "(Z|[+-](0[0-9]|1[0-7]):[0-5][0-9]|[+-]18:00)";
    private static final String LONG_OFFSET = "(Z|[+-](0[0-9]|1[0-7]):[0-5][0-9](:[0-5][0-9])?|[+-]18:00)";

    static final Map<Class<?>, Node> ALL = all();

    private Scalars() {}

    private static Map<Class<?>, Node> all() {
        Map<Class<?>, Node> all = new HashMap<>();
        numbers(all);
        texts(all);
        times(all);
        all.put(Json.class, new AnyNode());
        all.put(void.class, new NothingNode());
        all.put(Void.class, new NothingNode());
        all.put(OptionalInt.class, MaybeNode.optionalInt());
        all.put(OptionalLong.class, MaybeNode.optionalLong());
        all.put(OptionalDouble.class, MaybeNode.optionalDouble());
        return Map.copyOf(all);
    }

    private static void numbers(Map<Class<?>, Node> all) {
        both(all, boolean.class, Boolean.class, new BooleanNode());
        both(all, byte.class, Byte.class, IntegerNode.BYTE);
        both(all, short.class, Short.class, IntegerNode.SHORT);
        both(all, int.class, Integer.class, IntegerNode.INT);
        both(all, long.class, Long.class, IntegerNode.LONG);
        both(all, float.class, Float.class, FloatNode.FLOAT);
        both(all, double.class, Double.class, FloatNode.DOUBLE);
        all.put(BigInteger.class, new BigIntegerNode());
        all.put(BigDecimal.class, new BigDecimalNode());
    }

    private static void both(Map<Class<?>, Node> all, Class<?> primitive, Class<?> box, Node node) {
        all.put(primitive, node);
        all.put(box, node);
    }

    private static void texts(Map<Class<?>, Node> all) {
        all.put(String.class, TextNode.free());
        both(
                all,
                char.class,
                Character.class,
                text("one character of the basic plane", "^[\\u0000-\\uFFFF]$", s -> s.charAt(0)));
        all.put(
                UUID.class,
                text(
                                "a UUID such as 3b241101-e2bb-4255-8caf-4136c566a962",
                                "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$",
                                UUID::fromString)
                        .plus("format", "uuid"));
        all.put(URI.class, Texts.uri());
        all.put(Locale.class, Texts.locale());
        all.put(byte[].class, new BytesNode());
    }

    private static void times(Map<Class<?>, Node> all) {
        all.put(
                LocalDate.class,
                text("a date such as 2026-02-28", "^" + DATE + "$", LocalDate::parse)
                        .plus("format", "date"));
        all.put(LocalTime.class, text("a time such as 10:15:30", "^" + SHORT_TIME + "$", LocalTime::parse));
        all.put(
                LocalDateTime.class,
                text(
                        "a date and time such as 2026-02-28T10:15:30",
                        "^" + DATE + "T" + SHORT_TIME + "$",
                        LocalDateTime::parse));
        all.put(Instant.class, Texts.instant("^" + DATE + "T" + TIME + OFFSET + "$"));
        all.put(OffsetDateTime.class, Texts.offsetDateTime("^" + DATE + "T" + TIME + OFFSET + "$"));
        all.put(OffsetTime.class, Texts.offsetTime("^" + TIME + OFFSET + "$"));
        all.put(
                ZonedDateTime.class,
                text(
                        "a date and time with a zone such as 2026-02-28T10:15:30+01:00[Europe/Oslo]",
                        "^" + DATE + "T" + SHORT_TIME + LONG_OFFSET + "(\\[[A-Za-z0-9~/._+:-]+\\])?$",
                        Texts::zonedDateTime));
        all.put(
                ZoneId.class,
                text(
                        "a time zone such as Europe/Oslo or +01:00",
                        "^[A-Za-z0-9~/._+:-]+$",
                        ZoneId::of,
                        zone -> ((ZoneId) zone).getId()));
        all.put(Duration.class, Texts.duration());
        all.put(Period.class, Texts.period());
        all.put(Year.class, IntegerNode.YEAR);
        all.put(YearMonth.class, text("a month such as 2026-02", "^[0-9]{4}-(0[1-9]|1[0-2])$", YearMonth::parse));
        all.put(
                MonthDay.class,
                text(
                        "a day of the year such as --02-28",
                        "^--((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|[12][0-9]))$",
                        MonthDay::parse));
    }

    private static TextNode text(
            String wanted, String pattern, Function<String, Object> parse, Function<Object, String> print) {
        return TextNode.of(wanted, pattern, parse, print);
    }

    private static TextNode text(String wanted, String pattern, Function<String, Object> parse) {
        return TextNode.of(wanted, pattern, parse);
    }
}

package dev.harbor.json;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes random values of shapes, small and extreme ones alike. */
final class RandomValues {

    private static final Map<Class<?>, Function<Random, Object>> LEAVES = leaves();

    private final Random random;
    private int budget;

    RandomValues(Random random) {
        this.random = random;
    }

    Object value(Shape shape) {
        budget = 60;
        return present(shape);
    }

    private @Nullable Object any(Shape shape) {
        return shape.nullable()
                        && !shape.raw().getSimpleName().startsWith("Optional")
                        && (budget <= 0 || random.nextInt(3) == 0)
                ? null
                : present(shape);
    }

    private Object present(Shape shape) {
        budget--;
        Class<?> raw = shape.raw();
        Function<Random, Object> leaf = LEAVES.get(raw);
        if (leaf != null) {
            return leaf.apply(random);
        }
        if (raw.isEnum()) {
            return one(Arrays.asList(raw.getEnumConstants()));
        }
        if (raw.isArray()) {
            return array(shape.arguments().get(0), raw.getComponentType());
        }
        if (raw == List.class) {
            return list(shape.arguments().get(0));
        }
        if (raw == Set.class) {
            return set(shape.arguments().get(0));
        }
        if (raw == Map.class) {
            return map(shape);
        }
        if (raw == Optional.class) {
            return scarce()
                    ? Optional.empty()
                    : Optional.of(present(shape.arguments().get(0)));
        }
        return raw.isRecord() ? record(shape) : present(arm(shape));
    }

    private boolean scarce() {
        return budget <= 0 || random.nextInt(4) == 0;
    }

    private int size() {
        return budget <= 0 ? 0 : random.nextInt(4);
    }

    private List<@Nullable Object> list(Shape element) {
        List<@Nullable Object> list = new ArrayList<>();
        for (int i = size(); i > 0; i--) {
            list.add(any(element));
        }
        return list;
    }

    /** Keeps to elements that JSON tells apart, since a set of others is not one in JSON. */
    private Set<@Nullable Object> set(Shape element) {
        Set<@Nullable Object> set = new LinkedHashSet<>();
        Set<String> texts = new LinkedHashSet<>();
        for (Object each : list(element)) {
            if (texts.add(Same.text(each))) {
                set.add(each);
            }
        }
        return set;
    }

    private Map<Object, @Nullable Object> map(Shape shape) {
        Map<Object, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = size(); i > 0; i--) {
            map.put(present(shape.arguments().get(0)), any(shape.arguments().get(1)));
        }
        return map;
    }

    private Object array(Shape element, Class<?> component) {
        List<?> values = list(element);
        Object array = Array.newInstance(component, values.size());
        for (int i = 0; i < values.size(); i++) {
            Array.set(array, i, values.get(i));
        }
        return array;
    }

    private Shape arm(Shape sealed) {
        Map<Class<?>, Shape> arms = new LinkedHashMap<>();
        SealedArms.collect(sealed, "test", arms);
        List<Shape> shapes = new ArrayList<>(arms.values());
        // the first arm of each family has no part of the family in it
        return budget <= 0 ? shapes.get(0) : one(shapes);
    }

    private Object record(Shape shape) {
        RecordComponent[] components = shape.raw().getRecordComponents();
        Object[] values = new Object[components.length];
        Class<?>[] types = new Class<?>[components.length];
        Map<java.lang.reflect.TypeVariable<?>, Shape> variables = new LinkedHashMap<>();
        for (int i = 0; i < shape.arguments().size(); i++) {
            variables.put(shape.raw().getTypeParameters()[i], shape.arguments().get(i));
        }
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = any(new ShapeResolver(variables, "test").resolve(components[i].getAnnotatedType()));
        }
        try {
            Constructor<?> constructor = shape.raw().getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private <X> X one(List<X> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    // ---- leaves

    private static Map<Class<?>, Function<Random, Object>> leaves() {
        Map<Class<?>, Function<Random, Object>> leaves = new LinkedHashMap<>();
        numbers(leaves);
        texts(leaves);
        times(leaves);
        leaves.put(boolean.class, Random::nextBoolean);
        leaves.put(Boolean.class, Random::nextBoolean);
        leaves.put(OptionalInt.class, r -> r.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(r.nextInt()));
        leaves.put(OptionalLong.class, r -> r.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(r.nextLong()));
        leaves.put(OptionalDouble.class, r -> r.nextBoolean() ? OptionalDouble.empty() : OptionalDouble.of(finite(r)));
        leaves.put(byte[].class, r -> {
            byte[] bytes = new byte[r.nextInt(9)];
            r.nextBytes(bytes);
            return bytes;
        });
        return leaves;
    }

    private static void numbers(Map<Class<?>, Function<Random, Object>> leaves) {
        leaves.put(byte.class, r -> (byte) r.nextInt());
        leaves.put(Byte.class, r -> (byte) r.nextInt());
        leaves.put(Short.class, r -> pick(r, Short.MIN_VALUE, Short.MAX_VALUE, (short) 0, (short) r.nextInt()));
        leaves.put(int.class, Random::nextInt);
        leaves.put(Integer.class, r -> pick(r, Integer.MIN_VALUE, Integer.MAX_VALUE, 0, r.nextInt(100)));
        leaves.put(Long.class, r -> pick(r, Long.MIN_VALUE, Long.MAX_VALUE, 9007199254740993L, r.nextLong()));
        leaves.put(double.class, RandomValues::finite);
        leaves.put(Double.class, RandomValues::finite);
        leaves.put(
                Float.class,
                r -> pick(r, Float.MAX_VALUE, -Float.MAX_VALUE, Float.MIN_VALUE, -0.0f, 16777216f, r.nextFloat()));
        leaves.put(BigInteger.class, r -> new BigInteger(r.nextInt(200), r).subtract(BigInteger.TEN));
        leaves.put(BigDecimal.class, r -> new BigDecimal(new BigInteger(r.nextInt(99), r), r.nextInt(60) - 30));
    }

    private static double finite(Random r) {
        double any = Double.longBitsToDouble(r.nextLong());
        double finite = Double.isFinite(any) ? any : 0.1;
        return pick(r, Double.MAX_VALUE, -Double.MAX_VALUE, Double.MIN_VALUE, -0.0, 9007199254740992.0, finite);
    }

    private static void texts(Map<Class<?>, Function<Random, Object>> leaves) {
        leaves.put(String.class, RandomValues::text);
        leaves.put(char.class, r -> pick(r, 'a', '\n', '"', '\u0000', '\u20ac', '\ufffd'));
        leaves.put(Character.class, r -> pick(r, 'a', '\n', '"', '\u0000', '\u20ac', '\ufffd'));
        leaves.put(UUID.class, r -> new UUID(r.nextLong(), r.nextLong()));
        leaves.put(
                URI.class,
                r -> URI.create(pick(r, "https://example.com/a?b=c#d", "a/b", "mailto:x@y", "urn:x:" + r.nextInt(9))));
        leaves.put(
                Locale.class,
                r -> pick(
                        r,
                        Locale.ROOT,
                        Locale.GERMANY,
                        Locale.forLanguageTag("zh-Hant-TW"),
                        Locale.forLanguageTag("de-u-co-phonebk")));
        leaves.put(Json.class, r -> Json.parse(pick(r, "{\"a\":[1.10,null]}", "1E400", "\"x\"", "[]", "false")));
    }

    static String text(Random r) {
        StringBuilder text = new StringBuilder();
        for (int i = r.nextInt(6); i > 0; i--) {
            text.append(pick(
                    r, "a", "B", "\"", "\\", "\n", "\u0001", "\u00e9", "\u20ac", "\ud83d\ude00", "</", "~", "/", " "));
        }
        return text.toString();
    }

    private static void times(Map<Class<?>, Function<Random, Object>> leaves) {
        leaves.put(LocalDate.class, RandomValues::date);
        leaves.put(LocalTime.class, RandomValues::time);
        leaves.put(LocalDateTime.class, r -> LocalDateTime.of(date(r), time(r)));
        leaves.put(Instant.class, r -> LocalDateTime.of(date(r), time(r)).toInstant(ZoneOffset.UTC));
        leaves.put(OffsetDateTime.class, r -> OffsetDateTime.of(date(r), time(r), offset(r)));
        leaves.put(OffsetTime.class, r -> OffsetTime.of(time(r), offset(r)));
        leaves.put(ZonedDateTime.class, r -> ZonedDateTime.of(date(r), time(r), zone(r)));
        leaves.put(ZoneId.class, RandomValues::zone);
        leaves.put(
                Duration.class,
                r -> pick(
                        r,
                        Duration.ZERO,
                        Duration.ofSeconds(-1, 5),
                        Duration.ofMillis(r.nextInt()),
                        Duration.ofDays(r.nextInt())));
        leaves.put(
                Period.class,
                r -> pick(r, Period.ZERO, Period.of(1, -2, 3), Period.of(r.nextInt(9), r.nextInt(9), r.nextInt(9))));
        leaves.put(Year.class, r -> Year.of(pick(r, Year.MIN_VALUE, Year.MAX_VALUE, 2026)));
        leaves.put(YearMonth.class, r -> YearMonth.from(date(r)));
        leaves.put(MonthDay.class, r -> pick(r, MonthDay.of(2, 29), MonthDay.from(date(r))));
        leaves.put(DayOfWeek.class, r -> DayOfWeek.of(1 + r.nextInt(7)));
        leaves.put(Month.class, r -> Month.of(1 + r.nextInt(12)));
    }

    private static LocalDate date(Random r) {
        return pick(
                r,
                LocalDate.of(0, 1, 1),
                LocalDate.of(9999, 12, 31),
                LocalDate.of(2024, 2, 29),
                LocalDate.ofEpochDay(r.nextInt(40_000)));
    }

    private static LocalTime time(Random r) {
        return pick(
                r, LocalTime.MIDNIGHT, LocalTime.MAX, LocalTime.of(10, 15), LocalTime.ofSecondOfDay(r.nextInt(86_400)));
    }

    private static ZoneOffset offset(Random r) {
        return pick(r, ZoneOffset.UTC, ZoneOffset.ofHours(18), ZoneOffset.ofHoursMinutes(-3, -30));
    }

    private static ZoneId zone(Random r) {
        return pick(
                r,
                ZoneId.of("Europe/Oslo"),
                ZoneId.of("America/New_York"),
                ZoneId.of("UTC"),
                ZoneId.of("UTC+01:00"),
                offset(r));
    }

    @SafeVarargs
    private static <X> X pick(Random r, X... choices) {
        return choices[r.nextInt(choices.length)];
    }
}

package dev.harbor.json;

import dev.harbor.json.Family.ArrayOf;
import dev.harbor.json.Family.Generic;
import java.lang.reflect.Type;
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
import java.time.ZonedDateTime;
import java.util.ArrayList;
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

/** Composes supported types at random. */
final class RandomTypes {

    /** The types of which no other type is a part. */
    static final List<Class<?>> LEAVES = List.of(
            Boolean.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            Character.class,
            String.class,
            BigInteger.class,
            BigDecimal.class,
            UUID.class,
            URI.class,
            Locale.class,
            byte[].class,
            int[].class,
            double[].class,
            boolean[].class,
            LocalDate.class,
            LocalTime.class,
            LocalDateTime.class,
            Instant.class,
            OffsetDateTime.class,
            OffsetTime.class,
            ZonedDateTime.class,
            ZoneId.class,
            Duration.class,
            Period.class,
            Year.class,
            YearMonth.class,
            MonthDay.class,
            DayOfWeek.class,
            Month.class,
            Json.class,
            Family.Plain.class,
            Family.Spoken.class,
            Family.Wired.class,
            Family.Empty.class,
            Family.Figure.class);

    private static final List<Class<?>> OPTIONALS =
            List.of(OptionalInt.class, OptionalLong.class, OptionalDouble.class);

    /** The types whose values can be the keys of a map. */
    private static final List<Class<?>> KEYS = List.of(
            String.class,
            Family.Plain.class,
            Family.Wired.class,
            UUID.class,
            URI.class,
            LocalDate.class,
            Locale.class,
            Instant.class,
            Duration.class,
            YearMonth.class,
            Character.class);

    private static final List<Class<?>> UNARY = List.of(
            Family.Box.class,
            Family.Many.class,
            Family.Perhaps.class,
            Family.Preset.class,
            Family.Tree.class,
            Family.Ping.class,
            Family.Pong.class,
            Family.Choice.class,
            Family.Some.class,
            List.class,
            Set.class);

    private final Random random;

    RandomTypes(Random random) {
        this.random = random;
    }

    /** Returns a type of at most that many levels. */
    Type type(int levels) {
        if (levels == 0) {
            return leaf();
        }
        return switch (random.nextInt(8)) {
            case 0 -> leaf();
            case 1 -> Generic.of(Map.class, one(KEYS), type(levels - 1));
            case 2 -> Generic.of(Family.Pair.class, type(levels - 1), type(levels - 1));
            case 3 -> new ArrayOf(type(levels - 1));
            case 4 -> optional(levels - 1);
            default -> Generic.of(one(UNARY), type(levels - 1));
        };
    }

    /** Puts the Optional into a record, where it may be missing, or leaves it bare. */
    private Type optional(int levels) {
        Type optional = random.nextInt(3) == 0 ? one(OPTIONALS) : Generic.of(Optional.class, present(levels));
        return random.nextBoolean() ? optional : Generic.of(Family.Pair.class, optional, leaf());
    }

    private Type present(int levels) {
        Type type = type(levels);
        boolean absent =
                OPTIONALS.contains(type) || (type instanceof Generic generic && generic.raw() == Optional.class);
        return absent ? leaf() : type;
    }

    private Type leaf() {
        return one(LEAVES);
    }

    private <X> X one(List<X> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** Returns every leaf bare, and in each of the containers. */
    static List<Type> everyLeafEverywhere() {
        List<Type> types = new ArrayList<>();
        for (Class<?> leaf : LEAVES) {
            types.add(leaf);
            types.add(new ArrayOf(leaf));
            types.add(Generic.of(Optional.class, leaf));
            types.add(Generic.of(Map.class, String.class, leaf));
            UNARY.forEach(raw -> types.add(Generic.of(raw, leaf)));
        }
        KEYS.forEach(key -> types.add(Generic.of(Map.class, key, Integer.class)));
        types.addAll(OPTIONALS);
        return types;
    }
}

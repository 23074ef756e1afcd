package dev.harbor.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What a benchmark has to reach: a measure that must not be above a limit, and may aim lower.
 *
 * @param kind what is looked at
 * @param other the id of what a ratio is to; empty for other kinds
 * @param name what the table calls that
 * @param must the highest value that is acceptable
 * @param aim the value to hope for; {@code must} where there is no such hope
 */
record Goal(Kind kind, String other, String name, double must, double aim) {

    /** What is looked at. */
    enum Kind {
        RATIO,
        BYTES,
        NANOS
    }

    /** How it came out. */
    enum Verdict {
        MET,
        AIM_MISSED,
        MISSED
    }

    static Goal ratio(String other, String name, double must, double aim) {
        return new Goal(Kind.RATIO, other, name, must, aim);
    }

    static Goal ratio(String other, String name, double must) {
        return ratio(other, name, must, must);
    }

    static Goal bytes(double must) {
        return new Goal(Kind.BYTES, "", "", must, must);
    }

    static Goal nanos(double must) {
        return new Goal(Kind.NANOS, "", "", must, must);
    }

    /** Returns what came out; empty if what it is compared with was not measured. */
    OptionalDouble value(String id, Map<String, Samples> results) {
        Samples mine = results.getOrDefault(id, Samples.NONE);
        Samples theirs = kind == Kind.RATIO ? results.getOrDefault(other, Samples.NONE) : mine;
        if (mine.isEmpty() || theirs.isEmpty()) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(
                switch (kind) {
                    case RATIO -> mine.medianNanos() / theirs.medianNanos();
                    case BYTES -> Math.rint(mine.leastBytes());
                    case NANOS -> mine.medianNanos();
                });
    }

    Verdict judge(double value) {
        if (value > must) {
            return Verdict.MISSED;
        }
        return value <= aim ? Verdict.MET : Verdict.AIM_MISSED;
    }

    /** Returns what the table says of it: measured, goal, met. */
    List<String> cells(String id, Map<String, Samples> results) {
        OptionalDouble value = value(id, results);
        String goal = "≤ " + text(must) + (aim < must ? ", aim " + text(aim) : "");
        return value.isEmpty()
                ? List.of("not compared", goal, "")
                : List.of((text(value.getAsDouble()) + " " + name).strip(), goal, met(value.getAsDouble()));
    }

    private String met(double value) {
        return switch (judge(value)) {
            case MET -> "yes";
            case AIM_MISSED -> "yes, the aim is not";
            case MISSED -> "NO";
        };
    }

    private String text(double value) {
        return switch (kind) {
            case RATIO -> String.format(Locale.ROOT, "%.2f ×", value);
            case BYTES -> Table.bytes(value) + " B";
            case NANOS -> Table.time(value);
        };
    }
}

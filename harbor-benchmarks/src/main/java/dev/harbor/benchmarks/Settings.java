package dev.harbor.benchmarks;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How long and what to measure, given as {@code name=value}.
 *
 * @param rounds how often the whole programme is run; each round is a new JVM for each benchmark, and all take turns, so that a busy minute meets all
 * @param warmups iterations that don't count
 * @param iterations iterations that count
 * @param millis the length of an iteration
 * @param coldStarts how many new JVMs a cold start is measured in, all rounds together
 * @param only what the id of a benchmark must contain, or several such texts with {@code |} between them, one of which it must; empty for all
 */
record Settings(int rounds, int warmups, int iterations, int millis, int coldStarts, String only) {

    private static final Set<String> NAMES = Set.of("rounds", "warmups", "iterations", "millis", "coldStarts", "only");

    static Settings of(String... arguments) {
        Map<String, String> given = Arrays.stream(arguments)
                .map(argument -> argument.split("=", 2))
                .collect(Collectors.toMap(pair -> known(pair[0]), pair -> pair.length == 2 ? pair[1] : ""));
        Function<String, String> text = name -> given.getOrDefault(name, "");
        return new Settings(
                number(text.apply("rounds"), 2),
                number(text.apply("warmups"), 3),
                number(text.apply("iterations"), 3),
                number(text.apply("millis"), 1000),
                number(text.apply("coldStarts"), 6),
                text.apply("only"));
    }

    boolean chooses(String id) {
        return Arrays.stream(only.split("[|]")).anyMatch(id::contains);
    }

    private static String known(String name) {
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException("no such setting: '" + name + "'; there are " + NAMES);
        }
        return name;
    }

    private static int number(String text, int otherwise) {
        int number = text.isEmpty() ? otherwise : Integer.parseInt(text);
        if (number < 1) {
            throw new IllegalArgumentException("must be 1 or more: " + number);
        }
        return number;
    }
}

package dev.harbor.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Fails when a call allocates more than its goal allows. Bytes are the same on a busy machine and on a quiet one, so this can stop a build; times can't,
 * and no time is looked at here. {@value #SCALE} in the environment tightens all limits, to see that the guard holds.
 */
public final class BenchGuard {

    /** A number up to 1 that the limits are multiplied with. */
    static final String SCALE = "BENCH_GUARD_SCALE";

    /** What is reached where that is less than the goal allows; it may only fall. */
    private static final Map<String, Double> REACHED = Map.of("policy layer: retry, breaker, bulkhead, deadline", 88.0);

    private static final Path FOLDER = Path.of("target", "bench-guard");

    private BenchGuard() {}

    /** Measures, prints, and ends with 1 if a limit is broken. */
    public static void main(String[] arguments) throws IOException {
        Files.createDirectories(FOLDER);
        Trial trial = new Trial(Settings.of("rounds=1", "warmups=5", "iterations=3", "millis=1000"), FOLDER);
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        double scale = scale(System.getenv().getOrDefault(SCALE, "1"));
        boolean broken = false;
        for (Entry entry : Programme.guarded()) {
            List<Allowance> allowances = of(entry, trial.of(entry), scale);
            allowances.forEach(allowance -> out.println(allowance.text()));
            broken |= allowances.stream().anyMatch(Allowance::isBroken);
        }
        if (broken) {
            out.println(
                    "A call allocates more than its goal allows; docs/reference/performance.md says how to find out where.");
            System.exit(1);
        }
    }

    static double scale(String text) {
        double scale = Double.parseDouble(text);
        if (!(scale > 0 && scale <= 1)) {
            throw new IllegalArgumentException(
                    SCALE + " must be above 0 and at most 1: it tightens the limits and never widens them");
        }
        return scale;
    }

    static List<Allowance> of(Entry entry, Samples samples, double scale) {
        return entry.goals().stream()
                .filter(goal -> goal.kind() == Goal.Kind.BYTES)
                .map(goal -> new Allowance(
                        entry.id(),
                        goal.value(entry.id(), Map.of(entry.id(), samples)).orElse(Double.NaN),
                        REACHED.getOrDefault(entry.id(), goal.must()) * scale))
                .toList();
    }

    /**
     * One limit and what was measured.
     *
     * @param id the benchmark
     * @param bytes what an operation allocates; not a number if that was not measured
     * @param limit what it may allocate
     */
    record Allowance(String id, double bytes, double limit) {

        /** What was not measured counts as broken. */
        boolean isBroken() {
            return !(bytes <= limit);
        }

        String text() {
            return (isBroken() ? "TOO MUCH  " : "ok        ") + Table.bytes(bytes) + " B of " + Table.bytes(limit)
                    + " B  " + id;
        }
    }
}

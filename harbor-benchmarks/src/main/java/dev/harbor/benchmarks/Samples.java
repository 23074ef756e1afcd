package dev.harbor.benchmarks;

import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.Stream;

/**
 * What was measured of one benchmark, one number for each iteration.
 *
 * @param nanos time for each operation
 * @param bytes bytes allocated for each operation
 */
record Samples(List<Double> nanos, List<Double> bytes) {

    static final Samples NONE = new Samples(List.of(), List.of());

    Samples and(Samples more) {
        return new Samples(joined(nanos, more.nanos), joined(bytes, more.bytes));
    }

    boolean isEmpty() {
        return nanos.isEmpty();
    }

    double medianNanos() {
        return median(nanos);
    }

    /** Returns the bytes of the best iteration: on a busy machine the compiler is late, and what it has not compiled yet allocates more. */
    double leastBytes() {
        return bytes.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN);
    }

    /** Returns how far the iterations lie apart, as a share of their median: small on a quiet machine. */
    double spread() {
        DoubleSummaryStatistics all =
                nanos.stream().mapToDouble(Double::doubleValue).summaryStatistics();
        return (all.getMax() - all.getMin()) / medianNanos();
    }

    static double median(Collection<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private static List<Double> joined(List<Double> some, List<Double> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }
}

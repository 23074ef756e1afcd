package dev.harbor.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;

final class ProgrammeTest {

    private static final List<Entry> ALL = Programme.all();

    @Test
    void all_ids_areUnique() {
        assertThat(ALL).extracting(Entry::id).doesNotHaveDuplicates();
    }

    @Test
    void all_comparisons_areWithSomethingMeasuredByTheSameClock() {
        for (Entry entry : ALL) {
            for (Goal goal : entry.goals()) {
                assertThat(goal.kind() != Goal.Kind.RATIO
                                || ALL.stream()
                                        .anyMatch(other ->
                                                other.id().equals(goal.other()) && other.clock() == entry.clock()))
                        .as("%s of %s", goal, entry.id())
                        .isTrue();
            }
        }
    }

    @Test
    void all_methods_areBenchmarksAndAllBenchmarksAreMeasured() {
        Set<String> measured = ALL.stream().map(Entry::method).collect(Collectors.toSet());

        assertThat(measured).allMatch(name -> isBenchmark(name));
        assertThat(measured.stream()
                        .map(name -> name.substring(0, name.indexOf('.')))
                        .distinct())
                .allSatisfy(type -> assertThat(benchmarks(type)).isSubsetOf(measured));
    }

    @Test
    void on_oldJdk_leavesOutWhatNeedsVirtualThreads() {
        assertThat(Programme.on(17)).hasSize(ALL.size() - 1);
        assertThat(Programme.on(25)).hasSameSizeAs(ALL);
    }

    private static boolean isBenchmark(String name) {
        return benchmarks(name.substring(0, name.indexOf('.'))).contains(name);
    }

    private static Set<String> benchmarks(String type) {
        try {
            // The policy layer is not public, so its benchmark is in its package.
            String home = type.equals("ShellBenchmark") ? "dev.harbor.dispatch." : "dev.harbor.benchmarks.";
            Method[] methods = Class.forName(home + type).getMethods();
            return Arrays.stream(methods)
                    .filter(method -> method.isAnnotationPresent(Benchmark.class))
                    .map(method -> type + "." + method.getName())
                    .collect(Collectors.toSet());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }
}

package dev.harbor.contracts;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Runs a suite inside a test and tells what failed. */
final class Suites {

    private Suites() {}

    /** Returns the names of the methods that failed; fails itself when nothing ran. */
    static Set<String> failures(Class<?> suite) {
        EngineExecutionResults results = EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(suite))
                .execute();
        if (results.testEvents().started().count() == 0) {
            throw new AssertionError("no test of " + suite + " ran");
        }
        return results.testEvents().failed().stream()
                .map(event -> event.getTestDescriptor().getSource().orElseThrow())
                .map(source -> ((MethodSource) source).getMethodName())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}

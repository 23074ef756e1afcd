package dev.harbor.architecture;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tells whether a test exists and is run. */
final class TestIndex {

    private final Map<String, Set<String>> tests = new HashMap<>();
    private final Map<String, Set<String>> parents = new HashMap<>();
    private final Set<String> run = new HashSet<>();

    TestIndex(List<TestClass> classes) {
        for (TestClass each : classes) {
            tests.computeIfAbsent(each.name(), name -> new HashSet<>()).addAll(each.tests());
            parents.computeIfAbsent(each.name(), name -> new HashSet<>()).add(each.parent());
        }
        classes.stream().filter(TestClass::runs).forEach(each -> markRun(each.name()));
    }

    /** Reads every test source of the repository, and the contract suites, which are tests in a library. */
    static TestIndex ofRepository() {
        List<Path> files = Repository.files(name -> name.endsWith(".java")
                && (name.contains("src/test/java/") || name.startsWith("harbor-testkit/src/main/java/"))
                && !name.contains("/planted/"));
        return new TestIndex(TestSources.read(files));
    }

    /** Tells whether a class, or one that extends it, is run and has the test, inherited or its own. */
    boolean contains(String type, String test) {
        return run.contains(type) && declares(type, test);
    }

    private boolean declares(String type, String test) {
        return tests.getOrDefault(type, Set.of()).contains(test)
                || parents.getOrDefault(type, Set.of()).stream().anyMatch(parent -> declares(parent, test));
    }

    private void markRun(String type) {
        if (run.add(type)) {
            parents.getOrDefault(type, Set.of()).forEach(this::markRun);
        }
    }
}

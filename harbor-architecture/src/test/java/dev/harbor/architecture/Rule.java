package dev.harbor.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.function.Function;

/**
 * A rule that can be put to any tree of packages, so that the same code judges Harbor and a tree of planted violations.
 *
 * @param name what the rule wants, in a few words
 * @param below makes the rule for the packages below a root
 * @param offenders the planted classes that break it, by their names below the planted root
 */
record Rule(String name, Function<String, ArchRule> below, List<String> offenders) {

    static Rule of(String name, Function<String, ArchRule> below, String... offenders) {
        return new Rule(name, below, List.of(offenders));
    }

    /** Returns one line for each place that breaks the rule. */
    List<String> violations(String root, JavaClasses classes) {
        return below.apply(root).evaluate(classes).getFailureReport().getDetails();
    }

    @Override
    public String toString() {
        return name;
    }
}

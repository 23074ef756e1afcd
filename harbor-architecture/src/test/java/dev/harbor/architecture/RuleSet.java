package dev.harbor.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Some rules, and the classes that all of them look at.
 *
 * @param name what the rules are about
 * @param subjects tells of the classes below a root which ones are looked at
 * @param claims tells of the source files of Harbor which ones it is meant to look at; {@link Coverage} compares the two
 * @param rules the rules
 */
record RuleSet(
        String name, Function<String, Predicate<JavaClass>> subjects, Predicate<SourceFile> claims, List<Rule> rules) {

    @Override
    public String toString() {
        return name;
    }
}

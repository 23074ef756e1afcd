package dev.harbor.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Makes rules out of plain functions. */
final class Conditions {

    private Conditions() {}

    /** Returns a rule that fails with each line that the function finds in a class. */
    static ArchRule no(String what, Predicate<JavaClass> where, Function<JavaClass, Stream<String>> findings) {
        return classes()
                .that(DescribedPredicate.describe("are concerned", where))
                .should(finding(what, findings));
    }

    /** Returns a rule that fails with each use of one class by another that the predicate refuses. */
    static ArchRule noUse(String what, Predicate<JavaClass> where, BiPredicate<JavaClass, JavaClass> refused) {
        return no(
                what,
                where,
                type -> uses(type)
                        .filter(use -> refused.test(
                                use.getOriginClass(), use.getTargetClass().getBaseComponentType()))
                        .map(Dependency::getDescription));
    }

    private static Stream<Dependency> uses(JavaClass type) {
        return type.getDirectDependenciesFromSelf().stream();
    }

    private static ArchCondition<JavaClass> finding(String what, Function<JavaClass, Stream<String>> findings) {
        return new ArchCondition<>("have no " + what) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                findings.apply(type)
                        .distinct()
                        .forEach(line -> events.add(SimpleConditionEvent.violated(type, what + ": " + line)));
            }
        };
    }
}

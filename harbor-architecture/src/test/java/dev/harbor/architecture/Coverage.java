package dev.harbor.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Finds what rules are meant to judge and don't see. A rule about classes that nobody imported holds, and says nothing. */
final class Coverage {

    private final JavaClasses classes;

    Coverage(JavaClasses classes) {
        this.classes = classes;
    }

    /** Returns the classes of a module that a set of rules is meant to look at and does not. */
    List<String> unseen(RuleSet set, String root, String module) {
        Predicate<JavaClass> subject = set.subjects().apply(root);
        Set<String> seen = classes.stream()
                .filter(type -> isFrom(module, type) && subject.test(type))
                .map(JavaClass::getName)
                .collect(Collectors.toSet());
        return SourceFile.of(module)
                .filter(set.claims())
                .map(SourceFile::type)
                .filter(type -> !seen.contains(type))
                .toList();
    }

    private static boolean isFrom(String module, JavaClass type) {
        return type.getSource().orElseThrow().getUri().toString().contains('/' + module + '/');
    }
}

package dev.harbor.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/** What a package must say about itself. */
final class PackageRules {

    private PackageRules() {}

    static RuleSet set() {
        return new RuleSet("packages", root -> new Features(root)::contain, file -> true, all());
    }

    private static List<Rule> all() {
        return List.of(Rule.of(
                "each package is described and null-marked",
                PackageRules::marked,
                "unlisted has no package-info",
                "policy is not @NullMarked"));
    }

    private static ArchRule marked(String root) {
        return Conditions.no(
                "package that says nothing about nulls", new Features(root)::contain, PackageRules::silence);
    }

    private static Stream<String> silence(JavaClass type) {
        JavaPackage home = type.getPackage();
        if (home.tryGetPackageInfo().isEmpty()) {
            return Stream.of(home.getName() + " has no package-info");
        }
        return home.isAnnotatedWith(NullMarked.class)
                ? Stream.empty()
                : Stream.of(home.getName() + " is not @NullMarked");
    }
}

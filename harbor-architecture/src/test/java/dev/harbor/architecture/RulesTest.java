package dev.harbor.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Puts every rule to Harbor, where it must hold, and to planted violations, where it must fail. */
final class RulesTest {

    private static final String HARBOR = "dev.harbor";
    private static final String PLANTED = "planted";

    private static final JavaClasses HARBOR_CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(HARBOR);
    private static final JavaClasses PLANTED_CLASSES = new ClassFileImporter().importPackages(PLANTED);

    static Stream<Rule> rules() {
        return Rules.ALL.stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void rule_onHarbor_holds(Rule rule) {
        List<String> violations = rule.violations(HARBOR, HARBOR_CLASSES).stream()
                .filter(line -> Exemption.ALL.stream().noneMatch(each -> each.covers(rule, line)))
                .toList();

        assertThat(violations).as(rule.name()).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void rule_onPlantedViolations_reportsEach(Rule rule) {
        String report = String.join("\n", rule.violations(PLANTED, PLANTED_CLASSES));

        assertThat(rule.offenders()).isNotEmpty();
        assertThat(rule.offenders()).allSatisfy(each -> assertThat(report).contains(PLANTED + '.' + each));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void rule_onInnocentClass_reportsNothing(Rule rule) {
        assertThat(rule.violations(PLANTED, PLANTED_CLASSES)).noneMatch(line -> line.contains("Innocent"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"harbor-core, 90"})
    void import_ofModule_seesItsClasses(String module, int atLeast) {
        assertThat(HARBOR_CLASSES.stream().filter(type -> isFrom(module, type))).hasSizeGreaterThanOrEqualTo(atLeast);
    }

    @Test
    void import_ofHarbor_seesNoTest() {
        assertThat(HARBOR_CLASSES).noneMatch(type -> type.getName().equals(RulesTest.class.getName()));
    }

    @Test
    void exemptions_eachIsNeeded() {
        assertThat(Exemption.ALL)
                .allMatch(each -> rules().anyMatch(rule ->
                        rule.violations(HARBOR, HARBOR_CLASSES).stream().anyMatch(line -> each.covers(rule, line))));
    }

    private static boolean isFrom(String module, JavaClass type) {
        return type.getSource().orElseThrow().getUri().toString().contains('/' + module + '/');
    }
}

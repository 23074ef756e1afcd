package dev.harbor.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Puts every rule to Harbor, where it must hold, and to planted violations, where it must fail. */
final class RulesTest {

    private static final String HARBOR = "dev.harbor";
    private static final String PLANTED = "planted";

    private static final JavaClasses HARBOR_CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(HARBOR);
    private static final JavaClasses NO_CLASSES = new ClassFileImporter().importClasses();
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

    static Stream<Arguments> setsAndModules() {
        return Rules.SETS.stream()
                .flatMap(set -> SourceFile.modules().stream().map(module -> Arguments.of(set, module)));
    }

    @ParameterizedTest(name = "{0} of {1}")
    @MethodSource("setsAndModules")
    void set_ofRules_seesEachClassThatItClaims(RuleSet set, String module) {
        assertThat(new Coverage(HARBOR_CLASSES).unseen(set, HARBOR, module)).isEmpty();
    }

    @ParameterizedTest(name = "{0} of {1}")
    @MethodSource("setsAndModules")
    void set_ofRules_onAnImportWithoutTheModule_isFoundOut(RuleSet set, String module) {
        List<String> claimed =
                SourceFile.of(module).filter(set.claims()).map(SourceFile::type).toList();

        for (JavaClasses others : List.of(NO_CLASSES, PLANTED_CLASSES, without(module))) {
            assertThat(new Coverage(others).unseen(set, HARBOR, module)).isEqualTo(claimed);
        }
    }

    private static JavaClasses without(String module) {
        return HARBOR_CLASSES.that(DescribedPredicate.describe(
                "are of other modules",
                type -> !type.getSource().orElseThrow().getUri().toString().contains('/' + module + '/')));
    }

    @Test
    void set_ofRules_onAnImportWithoutOneClass_isFoundOut() {
        JavaClasses most = HARBOR_CLASSES.that(DescribedPredicate.describe(
                "are not Json", type -> !type.getName().equals("dev.harbor.json.Json")));

        assertThat(Rules.SETS)
                .allSatisfy(set -> assertThat(new Coverage(most).unseen(set, HARBOR, "harbor-core"))
                        .containsExactly("dev.harbor.json.Json"));
    }

    @Test
    void sets_claimMostOfEachModule() {
        assertThat(SourceFile.modules())
                .contains("harbor-core", "harbor-artifacts", "harbor-testkit", "harbor-examples")
                .allSatisfy(module -> assertThat(SourceFile.of(module)).hasSizeGreaterThan(2));
        for (RuleSet set : Rules.SETS) {
            assertThat(SourceFile.modules())
                    .filteredOn(module -> !module.startsWith("harbor-example"))
                    .allSatisfy(module -> assertThat(SourceFile.of(module).filter(set.claims()))
                            .isNotEmpty());
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void rule_onNothing_doesNotHold(Rule rule) {
        assertThatThrownBy(() -> rule.violations(HARBOR, NO_CLASSES))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("failed to check any classes");
    }

    /** What rules know by its name and would not miss. */
    @ParameterizedTest
    @ValueSource(strings = {"llm", "plan", "transport", "dispatch", "tool", "event", "run", "runtime", "catalog"})
    void feature_thatRulesName_exists(String feature) {
        assertThat(HARBOR_CLASSES).anyMatch(type -> type.getPackageName().equals(HARBOR + '.' + feature));
        assertThat(HARBOR_CLASSES.contain(HARBOR + ".tool.TransportKind")).isTrue();
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
}

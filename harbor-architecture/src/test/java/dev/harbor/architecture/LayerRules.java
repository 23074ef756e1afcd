package dev.harbor.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Who may use whom. */
final class LayerRules {

    /** The packages that may name a kind of transport: whoever else does is about to decide by it. */
    private static final Set<String> MAY_NAME_KINDS = Set.of("tool", "event", "transport", "flow");

    private LayerRules() {}

    static RuleSet set() {
        return new RuleSet("layers", root -> new Features(root)::contain, file -> true, all());
    }

    private static List<Rule> all() {
        return List.of(
                Rule.of("a package is in the table of layers", LayerRules::known, "unlisted.Stray"),
                Rule.of("a package uses lower layers only", LayerRules::downwards, "json.LooksUp", "event.SeesSibling"),
                Rule.of("packages are free of cycles", LayerRules::acyclic, "policy.Chicken", "tool.Egg"),
                apart("llm", "sees no tool surface", "llm.CarriesTools", "tool", "catalog", "dispatch"),
                apart("plan", "decides and never acts", "plan.Acts", "dispatch", "run", "runtime"),
                apart("planner", "decides and never acts", "planner.Acts", "dispatch", "history", "runtime"),
                apart("transport", "never dispatches", "transport.Dispatches", "dispatch", "run", "runtime"),
                apart("dispatch", "sees no transport", "dispatch.PicksTransport", "transport"),
                Rule.of("only who describes a call names a kind of transport", LayerRules::kinds, "dispatch.Switches"),
                Rule.of("nobody compares kinds of transport", LayerRules::comparisons, "event.Compares"),
                Rule.of("an internal package belongs to its feature", LayerRules::internals, "llm.Peeks"));
    }

    private static Rule apart(String feature, String name, String offender, String... unseen) {
        return Rule.of(feature + " " + name, root -> unseen(root, feature, unseen), offender);
    }

    private static ArchRule unseen(String root, String feature, String... unseen) {
        String[] packages =
                Stream.of(unseen).map(each -> root + "." + each + "..").toArray(String[]::new);
        return noClasses()
                .that()
                .resideInAPackage(root + "." + feature + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(packages);
    }

    private static ArchRule known(String root) {
        Features features = new Features(root);
        return Conditions.no(
                "package outside the table",
                features::contain,
                type -> Stream.of(type.getName()).filter(name -> !features.isKnown(type)));
    }

    private static ArchRule downwards(String root) {
        Features features = new Features(root);
        return Conditions.noUse(
                "use of the same or a higher layer",
                features::contain,
                (from, to) -> features.contain(to) && !features.allows(from, to));
    }

    private static ArchRule acyclic(String root) {
        return slices().matching(root + ".(*)..").should().beFreeOfCycles();
    }

    private static ArchRule kinds(String root) {
        Features features = new Features(root);
        return Conditions.noUse(
                "name of a kind of transport",
                type -> features.isCore(type) && !MAY_NAME_KINDS.contains(features.of(type)),
                (from, to) -> isKind(root, to));
    }

    private static ArchRule comparisons(String root) {
        return Conditions.no(
                "comparison of kinds of transport",
                type -> !isKind(root, type),
                type -> type.getMethodCallsFromSelf().stream()
                        .filter(call -> isKind(root, call.getTargetOwner()))
                        .filter(call -> call.getName().equals("equals"))
                        .map(Object::toString));
    }

    private static ArchRule internals(String root) {
        Features features = new Features(root);
        return Conditions.noUse(
                "use of foreign internals",
                features::contain,
                (from, to) -> features.contain(to) && Features.isInternal(to) && !features.opens(from, to));
    }

    private static boolean isKind(String root, JavaClass type) {
        return type.getName().equals(root + ".tool.TransportKind");
    }
}

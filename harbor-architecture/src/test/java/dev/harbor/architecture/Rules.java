package dev.harbor.architecture;

import java.util.List;

/** All rules over classes. */
final class Rules {

    static final List<RuleSet> SETS =
            List.of(LayerRules.set(), SignatureRules.set(), CodeRules.set(), PackageRules.set());

    static final List<Rule> ALL =
            SETS.stream().map(RuleSet::rules).flatMap(List::stream).toList();

    private Rules() {}
}

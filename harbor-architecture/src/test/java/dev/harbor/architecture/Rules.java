package dev.harbor.architecture;

import java.util.List;
import java.util.stream.Stream;

/** All rules over classes. */
final class Rules {

    static final List<Rule> ALL = Stream.of(LayerRules.all(), SignatureRules.all(), CodeRules.all(), PackageRules.all())
            .flatMap(List::stream)
            .toList();

    private Rules() {}
}

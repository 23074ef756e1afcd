package dev.harbor.architecture;

import java.util.List;

/**
 * A place that may break a rule.
 *
 * @param rule the name of the rule
 * @param place a text that the violation holds, as narrow as it can be
 * @param reason why
 */
record Exemption(String rule, String place, String reason) {

    /** One line each. An exemption that is not needed any more fails the build. */
    static final List<Exemption> ALL = List.of();

    boolean covers(Rule broken, String violation) {
        return broken.name().equals(rule) && violation.contains(place);
    }
}

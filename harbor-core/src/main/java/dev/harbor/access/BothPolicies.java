package dev.harbor.access;

import java.util.Objects;

/** Lets through what two policies let through. Immutable. */
record BothPolicies(AccessPolicy first, AccessPolicy second) implements AccessPolicy {

    BothPolicies {
        Objects.requireNonNull(first, "first");
        Objects.requireNonNull(second, "second");
    }

    @Override
    public Verdict evaluate(AccessRequest request) {
        Verdict one = Objects.requireNonNull(first.evaluate(request), "verdict");
        if (one instanceof Verdict.Deny) {
            return one;
        }
        Verdict two = Objects.requireNonNull(second.evaluate(request), "verdict");
        return one instanceof Verdict.Ask asked ? asking(asked, two) : two;
    }

    private static Verdict asking(Verdict.Ask one, Verdict two) {
        if (two instanceof Verdict.Ask other
                && one.reason().length() + other.reason().length() < 1000) {
            return Verdict.ask(one.reason() + "; " + other.reason());
        }
        return two instanceof Verdict.Deny ? two : one;
    }

    @Override
    public String ref() {
        return "both(" + first.ref() + "," + second.ref() + ")";
    }
}

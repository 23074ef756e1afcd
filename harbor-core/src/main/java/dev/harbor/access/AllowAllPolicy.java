package dev.harbor.access;

import java.util.Objects;

/**
 * Lets every tool through.
 *
 * <p>Immutable.
 */
public final class AllowAllPolicy implements AccessPolicy {

    private static final AllowAllPolicy INSTANCE = new AllowAllPolicy();

    private AllowAllPolicy() {}

    /** Returns the only one. */
    public static AllowAllPolicy instance() {
        return INSTANCE;
    }

    @Override
    public Verdict evaluate(AccessRequest request) {
        Objects.requireNonNull(request, "request");
        return Verdict.allow();
    }

    @Override
    public String ref() {
        return "allow-all/v1";
    }
}

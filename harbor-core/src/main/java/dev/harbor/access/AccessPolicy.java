package dev.harbor.access;

/**
 * Decides whether a tool may be shown or called. It bypasses nothing else: schemas, budgets, cancellation, intents and credentials hold whatever it says.
 * When it throws, the answer is no and the call fails loudly.
 *
 * <p>Implementations must be thread-safe, quick and free of effects.
 */
@FunctionalInterface
public interface AccessPolicy {

    /** Decides. */
    Verdict evaluate(AccessRequest request);

    /**
     * Returns a name of this policy and its settings that changes when its answers may change; runs are bound to it. Unless overridden it is the name of the
     * class, and of a lambda that of the class where it is written: name a policy whose answers depend on settings.
     */
    default String ref() {
        // What follows in the name of a lambda's class differs from process to process.
        return getClass().getName().replaceFirst("\\$\\$Lambda.*", "");
    }

    /** Returns a policy that lets through what both let through, and asks where one of them asks. */
    default AccessPolicy and(AccessPolicy other) {
        return new BothPolicies(this, other);
    }
}

package dev.harbor.policy;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * Says after which kinds of failure another attempt may be made. {@link ErrorClass#PERMANENT} is never one of them.
 *
 * <p>Immutable.
 *
 * @param classes the kinds
 */
public record RetryOn(Set<ErrorClass> classes) {

    /** Transient failures, timeouts and failures of the other side. */
    public static final RetryOn STANDARD = of(ErrorClass.TRANSIENT, ErrorClass.TIMEOUT, ErrorClass.SERVER);

    private static final RetryOn NEVER = new RetryOn(Set.of());

    /**
     * Copies the set.
     *
     * @throws IllegalArgumentException if it holds {@link ErrorClass#PERMANENT}
     */
    public RetryOn {
        classes = classes.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(classes));
        if (classes.contains(ErrorClass.PERMANENT)) {
            throw new IllegalArgumentException(
                    "a permanent failure can't be retried; allowed are TRANSIENT, TIMEOUT and SERVER");
        }
    }

    /** Returns a set that allows no retry. */
    public static RetryOn never() {
        return NEVER;
    }

    /**
     * Returns a set of kinds.
     *
     * @throws IllegalArgumentException if one of them is {@link ErrorClass#PERMANENT}
     */
    public static RetryOn of(ErrorClass... classes) {
        return new RetryOn(Set.copyOf(Arrays.asList(classes)));
    }

    /** Tells whether a failure of that kind may be retried. */
    public boolean allows(ErrorClass errorClass) {
        return classes.contains(errorClass);
    }
}

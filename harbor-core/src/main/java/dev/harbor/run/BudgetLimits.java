package dev.harbor.run;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Limits what a run may use, over all its drives, restarts included. What is not limited is unlimited, except the steps of one drive and
 * the child runs.
 *
 * <p>Immutable.
 */
public final class BudgetLimits {

    /** The most decisions of one drive when nothing is said: {@value}. */
    public static final int DEFAULT_MAX_STEPS_PER_DRIVE = 32;

    /** The most decisions that one drive may be allowed: {@value}. */
    public static final int MAX_STEPS_PER_DRIVE = 4096;

    /** The most child runs when nothing is said: {@value}. */
    public static final int DEFAULT_MAX_CHILD_RUNS = 64;

    /** The longest time that a run may be limited to, about a century; leave the limit unset for more. */
    public static final Duration MAX_ELAPSED = Duration.ofDays(36_500);

    private final @Nullable Duration maxElapsed;
    private final long maxModelCalls;
    private final long maxToolCalls;
    private final long maxOutputBytes;
    private final long maxTokens;
    private final long maxCostMicros;
    private final long maxSteps;
    private final int maxStepsPerDrive;
    private final long maxChildRuns;

    private BudgetLimits(Builder from) {
        maxElapsed = from.maxElapsed;
        maxModelCalls = from.maxModelCalls;
        maxToolCalls = from.maxToolCalls;
        maxOutputBytes = from.maxOutputBytes;
        maxTokens = from.maxTokens;
        maxCostMicros = from.maxCostMicros;
        maxSteps = from.maxSteps;
        maxStepsPerDrive = from.maxStepsPerDrive;
        maxChildRuns = from.maxChildRuns;
    }

    /**
     * Returns limits where only the steps of one drive are limited, to {@value #DEFAULT_MAX_STEPS_PER_DRIVE}, and the child runs, to
     * {@value #DEFAULT_MAX_CHILD_RUNS}.
     */
    public static BudgetLimits defaults() {
        return builder().build();
    }

    /** Returns a builder that starts from the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the most time from the start, waiting included, or null. */
    public @Nullable Duration maxElapsed() {
        return maxElapsed;
    }

    /** Returns the most calls of the model; {@link Long#MAX_VALUE} for no limit. */
    public long maxModelCalls() {
        return maxModelCalls;
    }

    /** Returns the most calls of tools; {@link Long#MAX_VALUE} for no limit. */
    public long maxToolCalls() {
        return maxToolCalls;
    }

    /** Returns the most bytes of results and answers; {@link Long#MAX_VALUE} for no limit. */
    public long maxOutputBytes() {
        return maxOutputBytes;
    }

    /** Returns the most tokens of the model; {@link Long#MAX_VALUE} for no limit. */
    public long maxTokens() {
        return maxTokens;
    }

    /** Returns the highest cost of the model in millionths of its currency; {@link Long#MAX_VALUE} for no limit. */
    public long maxCostMicros() {
        return maxCostMicros;
    }

    /** Returns the most decisions; {@link Long#MAX_VALUE} for no limit. */
    public long maxSteps() {
        return maxSteps;
    }

    /** Returns the most decisions between a start or resumption and the next end or pause. */
    public int maxStepsPerDrive() {
        return maxStepsPerDrive;
    }

    /** Returns the most child runs, those of child runs counted in; {@link Long#MAX_VALUE} for no limit. */
    public long maxChildRuns() {
        return maxChildRuns;
    }

    private List<@Nullable Object> values() {
        return Arrays.asList(
                maxElapsed,
                maxModelCalls,
                maxToolCalls,
                maxOutputBytes,
                maxTokens,
                maxCostMicros,
                maxSteps,
                maxStepsPerDrive,
                maxChildRuns);
    }

    /** Tells whether other limits limit the same to the same. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof BudgetLimits limits && values().equals(limits.values());
    }

    @Override
    public int hashCode() {
        return values().hashCode();
    }

    /** Collects limits. Each setter checks its own argument. Not thread-safe. */
    public static final class Builder {

        private @Nullable Duration maxElapsed;
        private long maxModelCalls = Long.MAX_VALUE;
        private long maxToolCalls = Long.MAX_VALUE;
        private long maxOutputBytes = Long.MAX_VALUE;
        private long maxTokens = Long.MAX_VALUE;
        private long maxCostMicros = Long.MAX_VALUE;
        private long maxSteps = Long.MAX_VALUE;
        private int maxStepsPerDrive = DEFAULT_MAX_STEPS_PER_DRIVE;
        private long maxChildRuns = DEFAULT_MAX_CHILD_RUNS;

        private Builder() {}

        /** Limits the time from the start, waiting included; more than zero and at most {@link #MAX_ELAPSED}. */
        public Builder maxElapsed(Duration limit) {
            Objects.requireNonNull(limit, "limit");
            if (limit.isZero() || limit.isNegative() || limit.compareTo(MAX_ELAPSED) > 0) {
                throw new IllegalArgumentException(
                        "maxElapsed must be more than zero and at most " + MAX_ELAPSED + ", got " + limit);
            }
            maxElapsed = limit;
            return this;
        }

        /** Limits calls of the model; 0 or more. */
        public Builder maxModelCalls(long limit) {
            maxModelCalls = notNegative("maxModelCalls", limit);
            return this;
        }

        /** Limits calls of tools; 0 or more. */
        public Builder maxToolCalls(long limit) {
            maxToolCalls = notNegative("maxToolCalls", limit);
            return this;
        }

        /** Limits bytes of results and answers; 0 or more. */
        public Builder maxOutputBytes(long limit) {
            maxOutputBytes = notNegative("maxOutputBytes", limit);
            return this;
        }

        /** Limits tokens of the model; 0 or more. */
        public Builder maxTokens(long limit) {
            maxTokens = notNegative("maxTokens", limit);
            return this;
        }

        /** Limits the cost of the model in millionths of its currency; 0 or more. */
        public Builder maxCostMicros(long limit) {
            maxCostMicros = notNegative("maxCostMicros", limit);
            return this;
        }

        /** Limits decisions; 0 or more. */
        public Builder maxSteps(long limit) {
            maxSteps = notNegative("maxSteps", limit);
            return this;
        }

        /** Limits the decisions of one drive, so that a planner that goes round in circles ends; 1 to {@value BudgetLimits#MAX_STEPS_PER_DRIVE}. */
        public Builder maxStepsPerDrive(int limit) {
            if (limit < 1 || limit > MAX_STEPS_PER_DRIVE) {
                throw new IllegalArgumentException(
                        "maxStepsPerDrive must be 1 to " + MAX_STEPS_PER_DRIVE + ", got " + limit);
            }
            maxStepsPerDrive = limit;
            return this;
        }

        /**
         * Limits the child runs that the run and its child runs spawn, all together; 0 or more, and 0 for none at all. One more is refused, which the planner
         * reads as the answer to its decision, and ends nothing.
         */
        public Builder maxChildRuns(long limit) {
            maxChildRuns = notNegative("maxChildRuns", limit);
            return this;
        }

        /** Returns the limits; the builder may be used again. */
        public BudgetLimits build() {
            return new BudgetLimits(this);
        }

        private static long notNegative(String what, long limit) {
            if (limit < 0) {
                throw new IllegalArgumentException(what + " must not be negative, got " + limit);
            }
            return limit;
        }
    }
}

package dev.harbor.policy;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Says how the calls of a tool run. What is not set is not a default yet: it falls to the transport's policy by {@link #orElse}, and at last to
 * {@link #STANDARD}. "None" is always said by name ({@link Builder#noTimeout()}, {@link RetryOn#never()}, {@link Validation#NONE}); zero, null and empty
 * never mean "default".
 *
 * <p>Immutable.
 */
public final class ToolPolicy {

    /** The time limit of one attempt when none is set: 30 seconds. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

    /** The most attempts when none are set, for calls that may be repeated at all: {@value}. */
    public static final int DEFAULT_MAX_ATTEMPTS = 4;

    /** The lowest threshold for offloading that can be set, in bytes: {@value}. */
    public static final int MIN_HEAVY_THRESHOLD_BYTES = 1024;

    /** The highest threshold for offloading that can be set, in bytes: {@value}. */
    public static final int MAX_HEAVY_THRESHOLD_BYTES = 1 << 20;

    /**
     * Every default: 30 s an attempt, 4 attempts, {@link Backoff#STANDARD}, {@link RetryOn#STANDARD}, {@link Validation#BOTH}. The breaker is left unset:
     * its default, {@link Breaker#STANDARD}, holds for all but pure tools, which get one only where it was set for them.
     */
    public static final ToolPolicy STANDARD = new Builder()
            .timeout(DEFAULT_TIMEOUT)
            .noDeadline()
            .maxAttempts(DEFAULT_MAX_ATTEMPTS)
            .backoff(Backoff.STANDARD)
            .retryOn(RetryOn.STANDARD)
            .validation(Validation.BOTH)
            .isolation(Isolation.AUTO)
            .noBulkhead()
            .noRateLimit()
            .build();

    private static final ToolPolicy UNSET = new Builder().build();

    private static final List<String> NAMES = List.of(
            "timeout",
            "deadline",
            "maxAttempts",
            "backoff",
            "retryOn",
            "validation",
            "isolation",
            "breaker",
            "maxConcurrentCalls",
            "rateLimit",
            "heavyThresholdBytes");

    private final @Nullable Setting<Duration> timeout;
    private final @Nullable Setting<Duration> deadline;
    private final @Nullable Integer maxAttempts;
    private final @Nullable Backoff backoff;
    private final @Nullable RetryOn retryOn;
    private final @Nullable Validation validation;
    private final @Nullable Isolation isolation;
    private final @Nullable Setting<Breaker> breaker;
    private final @Nullable Setting<Integer> bulkhead;
    private final @Nullable Setting<RateLimit> rateLimit;
    private final @Nullable Integer heavyThresholdBytes;

    private ToolPolicy(Builder from) {
        this.timeout = from.timeout;
        this.deadline = from.deadline;
        this.maxAttempts = from.maxAttempts;
        this.backoff = from.backoff;
        this.retryOn = from.retryOn;
        this.validation = from.validation;
        this.isolation = from.isolation;
        this.breaker = from.breaker;
        this.bulkhead = from.bulkhead;
        this.rateLimit = from.rateLimit;
        this.heavyThresholdBytes = from.heavyThresholdBytes;
    }

    /** Returns a policy in which nothing is set. */
    public static ToolPolicy unset() {
        return UNSET;
    }

    /** Returns a builder in which nothing is set. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder that starts from this policy. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** Returns a policy that takes from {@code fallback} whatever is not set here. */
    public ToolPolicy orElse(ToolPolicy fallback) {
        Objects.requireNonNull(fallback, "fallback");
        return equals(UNSET) ? fallback : new Builder(this).fill(fallback).build();
    }

    /** Returns the time limit of one attempt; empty for none. */
    public Optional<Duration> timeout() {
        return timeout == null ? Optional.of(DEFAULT_TIMEOUT) : timeout.optional();
    }

    /** Returns the time limit of the whole call, all attempts and waits together; empty for none beyond the caller's. */
    public Optional<Duration> deadline() {
        return deadline == null ? Optional.empty() : deadline.optional();
    }

    /** Returns the most attempts, the first one included. */
    public int maxAttempts() {
        return maxAttempts == null ? DEFAULT_MAX_ATTEMPTS : maxAttempts;
    }

    /** Returns the wait between attempts. */
    public Backoff backoff() {
        return backoff == null ? Backoff.STANDARD : backoff;
    }

    /** Returns the failures after which another attempt may be made. */
    public RetryOn retryOn() {
        return retryOn == null ? RetryOn.STANDARD : retryOn;
    }

    /** Returns which sides are checked against their schema. */
    public Validation validation() {
        return validation == null ? Validation.BOTH : validation;
    }

    /** Returns on whose thread the tool runs. */
    public Isolation isolation() {
        return isolation == null ? Isolation.AUTO : isolation;
    }

    /** Returns the circuit breaker; empty for none. Pure tools get none unless it was set for them. */
    public Optional<Breaker> breaker() {
        return breaker == null ? Optional.of(Breaker.STANDARD) : breaker.optional();
    }

    /** Tells whether a breaker, or none, was set on purpose. */
    public boolean isBreakerSet() {
        return breaker != null;
    }

    /** Returns how many calls may run at once; empty for no limit. */
    public OptionalInt maxConcurrentCalls() {
        Integer calls = bulkhead == null ? null : bulkhead.value();
        return calls == null ? OptionalInt.empty() : OptionalInt.of(calls);
    }

    /** Returns the rate limit; empty for none. */
    public Optional<RateLimit> rateLimit() {
        return rateLimit == null ? Optional.empty() : rateLimit.optional();
    }

    /** Returns the size in bytes at which this tool's results are offloaded; empty for the runtime's. It can only lower the runtime's. */
    public OptionalInt heavyThresholdBytes() {
        return heavyThresholdBytes == null ? OptionalInt.empty() : OptionalInt.of(heavyThresholdBytes);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ToolPolicy that && state().equals(that.state());
    }

    @Override
    public int hashCode() {
        return state().hashCode();
    }

    @Override
    public String toString() {
        StringJoiner set = new StringJoiner(", ", "ToolPolicy[", "]");
        List<@Nullable Object> values = state();
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) != null) {
                set.add(NAMES.get(i) + "=" + values.get(i));
            }
        }
        return set.toString();
    }

    /** What was set, in the order of the names: policies that leave different things open are not equal, since they are filled differently. */
    private List<@Nullable Object> state() {
        return Arrays.asList(
                timeout,
                deadline,
                maxAttempts,
                backoff,
                retryOn,
                validation,
                isolation,
                breaker,
                bulkhead,
                rateLimit,
                heavyThresholdBytes);
    }

    /** What was said about something that can be switched off: a value, or null for none. */
    private record Setting<T>(@Nullable T value) {

        static <T> Setting<T> of(T value) {
            return new Setting<>(Objects.requireNonNull(value, "value"));
        }

        static <T> Setting<T> none() {
            return new Setting<>(null);
        }

        Optional<T> optional() {
            return Optional.ofNullable(value);
        }

        @Override
        public String toString() {
            return value == null ? "none" : value.toString();
        }
    }

    /** Collects settings. Each setter checks its own argument. Not thread-safe. */
    public static final class Builder {

        private @Nullable Setting<Duration> timeout;
        private @Nullable Setting<Duration> deadline;
        private @Nullable Integer maxAttempts;
        private @Nullable Backoff backoff;
        private @Nullable RetryOn retryOn;
        private @Nullable Validation validation;
        private @Nullable Isolation isolation;
        private @Nullable Setting<Breaker> breaker;
        private @Nullable Setting<Integer> bulkhead;
        private @Nullable Setting<RateLimit> rateLimit;
        private @Nullable Integer heavyThresholdBytes;

        private Builder() {}

        private Builder(ToolPolicy from) {
            fill(from);
        }

        private Builder fill(ToolPolicy from) {
            timeout = first(timeout, from.timeout);
            deadline = first(deadline, from.deadline);
            maxAttempts = first(maxAttempts, from.maxAttempts);
            backoff = first(backoff, from.backoff);
            retryOn = first(retryOn, from.retryOn);
            validation = first(validation, from.validation);
            isolation = first(isolation, from.isolation);
            breaker = first(breaker, from.breaker);
            bulkhead = first(bulkhead, from.bulkhead);
            rateLimit = first(rateLimit, from.rateLimit);
            heavyThresholdBytes = first(heavyThresholdBytes, from.heavyThresholdBytes);
            return this;
        }

        private static <T> @Nullable T first(@Nullable T mine, @Nullable T other) {
            return mine != null ? mine : other;
        }

        /**
         * Limits one attempt.
         *
         * @throws IllegalArgumentException if the limit is not more than zero
         */
        public Builder timeout(Duration limit) {
            timeout = Setting.of(positive("timeout", limit));
            return this;
        }

        /** Sets no limit for one attempt; the call's deadline still holds. */
        public Builder noTimeout() {
            timeout = Setting.none();
            return this;
        }

        /**
         * Limits the whole call, all attempts and waits together.
         *
         * @throws IllegalArgumentException if the limit is not more than zero
         */
        public Builder deadline(Duration limit) {
            deadline = Setting.of(positive("deadline", limit));
            return this;
        }

        /** Sets no limit for the whole call beyond the caller's or the run's. */
        public Builder noDeadline() {
            deadline = Setting.none();
            return this;
        }

        /**
         * Sets the most attempts, the first one included.
         *
         * @throws IllegalArgumentException if it is not 1 to 100
         */
        public Builder maxAttempts(int attempts) {
            if (attempts < 1 || attempts > 100) {
                throw new IllegalArgumentException(
                        "maxAttempts must be 1 to 100 (the first attempt counts), got " + attempts);
            }
            maxAttempts = attempts;
            return this;
        }

        /** Allows exactly one attempt. */
        public Builder noRetry() {
            return maxAttempts(1);
        }

        /** Sets the wait between attempts. */
        public Builder backoff(Backoff value) {
            backoff = Objects.requireNonNull(value, "backoff");
            return this;
        }

        /** Sets the failures after which another attempt may be made. */
        public Builder retryOn(RetryOn value) {
            retryOn = Objects.requireNonNull(value, "retryOn");
            return this;
        }

        /** Sets which sides are checked against their schema. */
        public Builder validation(Validation value) {
            validation = Objects.requireNonNull(value, "validation");
            return this;
        }

        /** Sets on whose thread the tool runs. */
        public Builder isolation(Isolation value) {
            isolation = Objects.requireNonNull(value, "isolation");
            return this;
        }

        /** Sets the circuit breaker. */
        public Builder breaker(Breaker value) {
            breaker = Setting.of(value);
            return this;
        }

        /** Switches the circuit breaker off. */
        public Builder noBreaker() {
            breaker = Setting.none();
            return this;
        }

        /**
         * Limits how many calls may run at once; one more is refused at once.
         *
         * @throws IllegalArgumentException if it is less than 1
         */
        public Builder maxConcurrentCalls(int calls) {
            if (calls < 1) {
                throw new IllegalArgumentException("maxConcurrentCalls must be 1 or more, got " + calls);
            }
            bulkhead = Setting.of(calls);
            return this;
        }

        /** Sets no limit for calls at once. */
        public Builder noBulkhead() {
            bulkhead = Setting.none();
            return this;
        }

        /** Sets the rate limit. */
        public Builder rateLimit(RateLimit value) {
            rateLimit = Setting.of(value);
            return this;
        }

        /** Sets no rate limit. */
        public Builder noRateLimit() {
            rateLimit = Setting.none();
            return this;
        }

        /**
         * Lowers the size at which results are offloaded.
         *
         * @throws IllegalArgumentException if it is not {@value ToolPolicy#MIN_HEAVY_THRESHOLD_BYTES} to {@value ToolPolicy#MAX_HEAVY_THRESHOLD_BYTES}
         */
        public Builder heavyThresholdBytes(int bytes) {
            if (bytes < MIN_HEAVY_THRESHOLD_BYTES || bytes > MAX_HEAVY_THRESHOLD_BYTES) {
                throw new IllegalArgumentException("heavyThresholdBytes must be " + MIN_HEAVY_THRESHOLD_BYTES + " to "
                        + MAX_HEAVY_THRESHOLD_BYTES + ", got " + bytes);
            }
            heavyThresholdBytes = bytes;
            return this;
        }

        /** Returns the policy; the builder may be used again. */
        public ToolPolicy build() {
            return new ToolPolicy(this);
        }

        private static Duration positive(String what, Duration limit) {
            if (limit.isZero() || limit.isNegative()) {
                throw new IllegalArgumentException(what + " must be more than zero, got " + limit + "; say no"
                        + what.substring(0, 1).toUpperCase(Locale.ROOT) + what.substring(1) + "() for none");
            }
            return limit;
        }
    }
}

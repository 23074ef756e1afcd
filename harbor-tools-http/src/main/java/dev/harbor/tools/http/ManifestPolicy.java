package dev.harbor.tools.http;

import dev.harbor.json.Param;
import dev.harbor.policy.Backoff;
import dev.harbor.policy.Breaker;
import dev.harbor.policy.ErrorClass;
import dev.harbor.policy.RateLimit;
import dev.harbor.policy.RetryOn;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.policy.Validation;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Is how calls run, as a manifest says it. */
record ManifestPolicy(
        @Param(description = "of one attempt, such as PT30S") @Nullable
        Duration timeout,

        @Param(description = "of the whole call") @Nullable Duration deadline,

        @Param(value = "max_attempts", description = "the first included") @Nullable
        Integer maxAttempts,

        @Nullable Wait backoff,
        @Param("retry_on") @Nullable List<Failure> retryOn,
        @Nullable Check validate,
        @Param("max_concurrent_calls") @Nullable Integer maxConcurrentCalls,
        @Param("rate_limit") @Nullable Rate rateLimit,

        @Param(description = "null leaves the default, an object sets it") @Nullable
        Circuit breaker,

        @Param("heavy_threshold_bytes") @Nullable Integer heavyThresholdBytes) {

    enum Failure {
        @Param("transient")
        TRANSIENT,
        @Param("timeout")
        TIMEOUT,
        @Param("5xx")
        SERVER
    }

    enum Check {
        @Param("none")
        NONE,
        @Param("in")
        IN,
        @Param("out")
        OUT,
        @Param("both")
        BOTH
    }

    record Wait(Duration base, double multiplier, Duration max) {}

    record Rate(int attempts, Duration period) {}

    record Circuit(
            int window,
            @Param("minimum_attempts") int minimumAttempts,
            @Param("failure_percent") double failurePercent,
            @Param("open_for") Duration openFor,
            @Param("trial_calls") int trialCalls) {}

    ToolPolicy build() {
        ToolPolicy.Builder policy = ToolPolicy.builder();
        if (timeout != null) {
            policy.timeout(timeout);
        }
        if (deadline != null) {
            policy.deadline(deadline);
        }
        if (maxAttempts != null) {
            policy.maxAttempts(maxAttempts);
        }
        if (backoff != null) {
            policy.backoff(new Backoff(backoff.base(), backoff.multiplier(), backoff.max()));
        }
        if (retryOn != null) {
            policy.retryOn(RetryOn.of(retryOn.stream()
                    .map(each -> ErrorClass.valueOf(each.name()))
                    .toArray(ErrorClass[]::new)));
        }
        if (validate != null) {
            policy.validation(validation(validate));
        }
        limits(policy);
        return policy.build();
    }

    private void limits(ToolPolicy.Builder policy) {
        if (maxConcurrentCalls != null) {
            policy.maxConcurrentCalls(maxConcurrentCalls);
        }
        if (rateLimit != null) {
            policy.rateLimit(new RateLimit(rateLimit.attempts(), rateLimit.period()));
        }
        if (breaker != null) {
            policy.breaker(new Breaker(
                    breaker.window(),
                    breaker.minimumAttempts(),
                    breaker.failurePercent(),
                    breaker.openFor(),
                    breaker.trialCalls()));
        }
        if (heavyThresholdBytes != null) {
            policy.heavyThresholdBytes(heavyThresholdBytes);
        }
    }

    private static Validation validation(Check check) {
        return switch (check) {
            case NONE -> Validation.NONE;
            case IN -> Validation.IN;
            case OUT -> Validation.OUT;
            case BOTH -> Validation.BOTH;
        };
    }
}

/**
 * How a call runs: time limits, attempts, backoff, breaker, bulkhead, rate, validation, isolation and the size at which a result is offloaded. Whether
 * a call may be made at all is the business of {@code dev.harbor.access}.
 */
@NullMarked
package dev.harbor.policy;

import org.jspecify.annotations.NullMarked;

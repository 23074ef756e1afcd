package dev.harbor.spring.boot;

import dev.harbor.policy.BreakerState;
import dev.harbor.runtime.HarborRuntime;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Says how a runtime is doing. It is up as long as it is open: one bad source breaks nothing else, so a source that is down and a breaker that is open are details
 * and no reason to send traffic elsewhere.
 */
final class HarborHealth implements HealthIndicator {

    private final HarborRuntime runtime;
    private final BooleanSupplier isOpen;

    HarborHealth(HarborRuntime runtime, BooleanSupplier isOpen) {
        this.runtime = runtime;
        this.isOpen = isOpen;
    }

    @Override
    public Health health() {
        Health.Builder health = isOpen.getAsBoolean() ? Health.up() : Health.outOfService();
        return health.withDetail("sources", new TreeMap<>(runtime.sources()))
                .withDetail("openBreakers", openBreakers())
                .withDetail("abandonedAttempts", runtime.abandonedAttempts())
                .build();
    }

    private Map<String, BreakerState> openBreakers() {
        Map<String, BreakerState> open = new TreeMap<>();
        runtime.breakers().forEach((tool, state) -> {
            if (state != BreakerState.CLOSED) {
                open.put(tool.toString(), state);
            }
        });
        return open;
    }
}

package dev.harbor.spring.boot;

import dev.harbor.runtime.HarborRuntime;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Shows how the runtime is doing under {@code harbor} of the health endpoint. */
@AutoConfiguration(after = HarborLifecycleAutoConfiguration.class)
@ConditionalOnClass(HealthIndicator.class)
@ConditionalOnBean(HarborLifecycle.class)
@ConditionalOnEnabledHealthIndicator("harbor")
final class HarborHealthAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = "harborHealthIndicator")
    HealthIndicator harborHealthIndicator(HarborRuntime runtime, HarborLifecycle lifecycle) {
        return new HarborHealth(runtime, lifecycle::isRunning);
    }
}

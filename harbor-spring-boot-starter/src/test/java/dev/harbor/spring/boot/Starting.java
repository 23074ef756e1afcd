package dev.harbor.spring.boot;

import dev.harbor.identity.Identity;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Starts applications that have the starter, and artifacts in memory unless they say otherwise. */
final class Starting {

    static final Identity ADA = Identity.of("acme", "ada", "session-1");

    private Starting() {}

    static ApplicationContextRunner bare() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        HarborAutoConfiguration.class,
                        HarborHealthAutoConfiguration.class,
                        HarborLifecycleAutoConfiguration.class,
                        HarborStoresAutoConfiguration.class,
                        HarborTelemetryAutoConfiguration.class,
                        HarborTransportsAutoConfiguration.class));
    }

    static ApplicationContextRunner application() {
        return bare().withPropertyValues("harbor.artifacts.type=memory");
    }
}

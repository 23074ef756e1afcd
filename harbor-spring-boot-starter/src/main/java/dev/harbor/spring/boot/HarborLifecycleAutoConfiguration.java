package dev.harbor.spring.boot;

import dev.harbor.runtime.HarborRuntime;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** Looks after the runtime of an application, whoever has made it, as long as it is clear which one that is. */
@AutoConfiguration(after = HarborAutoConfiguration.class)
@ConditionalOnProperty(name = "harbor.enabled", matchIfMissing = true)
@ConditionalOnSingleCandidate(HarborRuntime.class)
@EnableConfigurationProperties(HarborProperties.class)
final class HarborLifecycleAutoConfiguration {

    private static final int ORPHANS_AT_ONCE = 100;

    @Bean
    HarborLifecycle harborLifecycle(HarborRuntime runtime, HarborProperties properties) {
        return new HarborLifecycle(runtime, orphans(runtime, properties.runs().resumeEvery()));
    }

    /** Returns who looks for runs, or null when nobody is to. */
    static @Nullable OrphanWatch orphans(HarborRuntime runtime, Duration every) {
        return every.isZero()
                ? null
                : new OrphanWatch(every, () -> runtime.operator().resumeOrphans(ORPHANS_AT_ONCE));
    }
}

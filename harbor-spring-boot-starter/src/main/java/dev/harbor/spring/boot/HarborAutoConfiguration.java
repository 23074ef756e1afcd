package dev.harbor.spring.boot;

import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.error.ConfigurationException;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.journal.Journal;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.safety.ContextSafety;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * Makes the runtime of an application, of its beans and of the properties under {@code harbor}. Whatever it makes is left out when the application has a bean of that type,
 * and all of it when the application has a runtime: what that one is made of is its own business.
 */
@AutoConfiguration(after = {HarborStoresAutoConfiguration.class, HarborTransportsAutoConfiguration.class})
@ConditionalOnProperty(name = "harbor.enabled", matchIfMissing = true)
@ConditionalOnMissingBean(HarborRuntime.class)
@EnableConfigurationProperties(HarborProperties.class)
final class HarborAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnProperty(name = "harbor.journal.type", havingValue = "memory")
    Journal harborJournal() {
        return InMemoryJournal.create();
    }

    @Bean
    @ConditionalOnMissingBean
    ContextSafety harborContextSafety(HarborProperties properties, ObjectProvider<ArtifactStore> stores) {
        Artifacts.Builder artifacts = Artifacts.builder()
                .thresholdBytes(
                        Math.toIntExact(properties.artifacts().threshold().toBytes()));
        ArtifactStore store = stores.getIfAvailable();
        if (store != null) {
            return artifacts.over(store);
        }
        HarborProperties.Store type = properties.artifacts().type();
        Path path = properties.artifacts().path();
        if (type == HarborProperties.Store.FILES) {
            return artifacts.files(Objects.requireNonNull(path));
        }
        if (type == HarborProperties.Store.MEMORY) {
            return artifacts.memory();
        }
        throw type == null ? new MissingArtifactsException() : missingModule("harbor.artifacts.type", type);
    }

    static ConfigurationException missingModule(String property, HarborProperties.Store type) {
        return new ConfigurationException(property + " is " + type.name().toLowerCase(Locale.ROOT)
                + ", which takes dev.harbor:harbor-store-jdbc on the class path");
    }

    /** Its close method is called by the lifecycle, in time, and by the container when the application never came up. */
    @Bean
    HarborRuntime harborRuntime(HarborRuntimeParts parts, ObjectProvider<HarborRuntimeBuilderCustomizer> customizers) {
        HarborRuntime.Builder builder = parts.builder();
        customizers.orderedStream().forEach(each -> each.customize(builder));
        return builder.build();
    }

    @Bean
    HarborRuntimeParts harborRuntimeParts(HarborProperties properties, ConfigurableListableBeanFactory beans) {
        return new HarborRuntimeParts(properties, beans);
    }
}

package dev.harbor.spring.boot;

import dev.harbor.event.Redactor;
import dev.harbor.llm.LlmClient;
import dev.harbor.observability.HarborTelemetry;
import dev.harbor.runtime.HarborRuntime;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/** Shows the runtime in the registry of meters and in the traces of the application, as far as it has them. */
@AutoConfiguration(
        before = HarborAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.opentelemetry.autoconfigure.OpenTelemetrySdkAutoConfiguration"
        })
@ConditionalOnClass(HarborTelemetry.class)
@ConditionalOnProperty(
        name = {"harbor.enabled", "harbor.observability.enabled"},
        matchIfMissing = true)
@EnableConfigurationProperties(HarborProperties.class)
final class HarborTelemetryAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    HarborTelemetry harborTelemetry(
            HarborProperties properties,
            Environment environment,
            ObjectProvider<MeterRegistry> registry,
            ObjectProvider<OpenTelemetry> tracing,
            ObjectProvider<Redactor> redactor) {
        HarborProperties.Observability shown = properties.observability();
        HarborTelemetry.Builder builder = HarborTelemetry.builder().maxTools(shown.maxTools());
        registry.ifAvailable(builder::meters);
        tracing.ifAvailable(builder::tracing);
        String agent = agent(shown.agent(), environment);
        if (agent != null) {
            builder.agent(agent);
        }
        if (shown.content()) {
            builder.content(redactor.getIfAvailable(Redactor::standard));
        }
        return (shown.identities() ? builder.identities() : builder).build();
    }

    private static @Nullable String agent(@Nullable String own, Environment environment) {
        return own == null ? environment.getProperty("spring.application.name") : own;
    }

    /** Comes before the customizers of the application, which have the last word. */
    @Bean
    @Order(Integer.MIN_VALUE)
    HarborRuntimeBuilderCustomizer harborTelemetryCustomizer(
            HarborProperties properties, HarborTelemetry telemetry, ObjectProvider<LlmClient> model) {
        return builder -> {
            telemetry.install(builder);
            model.ifAvailable(client ->
                    builder.llm(telemetry.model(client, properties.llm().provider())));
        };
    }

    @Bean
    SmartInitializingSingleton harborTelemetryWatch(HarborTelemetry telemetry, ObjectProvider<HarborRuntime> runtime) {
        return () -> runtime.ifUnique(telemetry::watch);
    }
}

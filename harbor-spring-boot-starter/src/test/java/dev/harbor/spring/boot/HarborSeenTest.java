package dev.harbor.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.harbor.json.Json;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.Message;
import dev.harbor.llm.Role;
import dev.harbor.observability.HarborTelemetry;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Planner;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.web.server.context.WebServerApplicationContext;

/** What operators see of the runtime of an application, and how it ends. */
final class HarborSeenTest {

    @Test
    void meters_areThoseOfTheApplication() {
        Planner asking = context -> {
            context.model()
                    .complete(
                            LlmRequest.of(List.of(Message.of(Role.USER, "?"))),
                            LlmCall.of(context.identity()).run(context.runId()));
            return Decision.finish(Json.NULL);
        };
        Starting.application()
                .withPropertyValues("harbor.journal.type=memory", "harbor.llm.provider=openai")
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withBean(LlmClient.class, () -> (request, call) -> LlmReply.of("yes"))
                .withBean(Planner.class, () -> asking)
                .run(context -> {
                    HarborRuntime runtime = context.getBean(HarborRuntime.class);
                    runtime.as(Starting.ADA).start(RunRequest.goal("ask")).await(Duration.ofMinutes(1));
                    MeterRegistry registry = context.getBean(MeterRegistry.class);
                    assertThat(registry.get("gen_ai.invoke_agent.duration")
                                    .timer()
                                    .count())
                            .isEqualTo(1);
                    assertThat(registry.get("gen_ai.client.operation.duration")
                                    .tag("gen_ai.provider.name", "openai")
                                    .timer()
                                    .count())
                            .isEqualTo(1);
                    assertThat(registry.get("harbor.attempts.abandoned").gauge().value())
                            .isZero();
                });
    }

    @Test
    void telemetry_isLeftOut_whenItIsNotWantedOrNotThere() {
        Starting.application()
                .withPropertyValues("harbor.observability.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(HarborTelemetry.class));
        Starting.application()
                .withClassLoader(new FilteredClassLoader(HarborTelemetry.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("harborTelemetry"));
    }

    @Test
    void telemetry_ofTheApplication_countsMore() {
        HarborTelemetry own = HarborTelemetry.builder().build();
        Starting.application()
                .withBean("own", HarborTelemetry.class, () -> own)
                .run(context ->
                        assertThat(context.getBean(HarborTelemetry.class)).isSameAs(own));
    }

    @Test
    void health_isUp_andOutOfServiceOnceClosed() {
        Starting.application().run(context -> {
            HealthIndicator indicator = context.getBean("harborHealthIndicator", HealthIndicator.class);
            Health health = Objects.requireNonNull(indicator.health());
            assertThat(health.getStatus()).isEqualTo(Status.UP);
            assertThat(health.getDetails()).containsKeys("sources", "openBreakers", "abandonedAttempts");
            context.getBean(HarborLifecycle.class).stop();
            assertThat(Objects.requireNonNull(indicator.health()).getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
        });
        Starting.application()
                .withPropertyValues("management.health.harbor.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean("harborHealthIndicator"));
    }

    @Test
    void runtime_isClosedBetweenRequestsAndServer() {
        assertThat(HarborLifecycle.PHASE)
                .isLessThan(WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE)
                .isGreaterThan(WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE);
    }

    @Test
    void context_thatIsPaused_keepsItsRuntime_andOneThatWasStopped_staysSo() {
        Starting.application().run(context -> {
            HarborLifecycle lifecycle = context.getBean(HarborLifecycle.class);
            assertThat(lifecycle.isPauseable()).isFalse();
            lifecycle.stop();
            assertThat(catchThrowable(lifecycle::start))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("can't be opened again");
        });
    }

    @Test
    void runtime_isClosed_withItsApplication() {
        AtomicReference<HarborRuntime> runtime = new AtomicReference<>();
        Starting.application().withPropertyValues("harbor.journal.type=memory").run(context -> {
            runtime.set(context.getBean(HarborRuntime.class));
            assertThat(catchThrowable(() -> runtime.get().as(Starting.ADA).tools()))
                    .isNull();
        });
        assertThat(catchThrowable(() -> runtime.get().as(Starting.ADA).tools())).hasMessageContaining("closed");
    }

    @Test
    void properties_haveMetadata() throws IOException {
        try (InputStream in =
                HarborProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            String metadata = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            assertThat(metadata)
                    .contains("\"harbor.artifacts.type\"", "\"harbor.journal.path\"", "\"harbor.close-grace\"")
                    .contains("mandatory unless there is a bean of it", "\"harbor.runs.resume-every\"");
        }
    }
}

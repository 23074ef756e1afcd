package dev.harbor.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.event.Redactor;
import dev.harbor.identity.Identity;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmReply;
import dev.harbor.observability.HarborTelemetry;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import org.junit.jupiter.api.Test;

/** The code that the page on observing quotes. */
final class ObserveTest {

    record City(String name) {}

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final OpenTelemetry openTelemetry = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build())
            .build();

    @Test
    void telemetry_showsCallsInBoth() {
        MeterRegistry registry = new SimpleMeterRegistry();
        LlmClient client = (request, call) -> LlmReply.of("yes");
        Tool<City, City> forecast = Tool.<City, City>of("weather.forecast", City.class, City.class, city -> city)
                .effect(SideEffect.READ);
        // snippet: observe
        HarborTelemetry telemetry = HarborTelemetry.builder()
                .tracing(openTelemetry)
                .meters(registry)
                .agent("concierge")
                .build();
        HarborRuntime runtime = telemetry
                .install(HarborRuntime.builder())
                .tools(forecast)
                .llm(telemetry.model(client, "openai"))
                .artifacts(Artifacts.memory())
                .build();
        telemetry.watch(runtime);
        // end
        try (telemetry;
                runtime) {
            runtime.as(Identity.of("acme", "ada", "session-1"))
                    .call(forecast, new City("Oslo"))
                    .orThrow();
        }
        assertThat(spans.getFinishedSpanItems())
                .extracting(SpanData::getName)
                .containsExactly("execute_tool weather.forecast");
        assertThat(registry.get("harbor.tool.calls").counter().count()).isEqualTo(1);
    }

    @Test
    void content_isAskedFor() {
        // snippet: observe-content
        HarborTelemetry telemetry = HarborTelemetry.builder()
                .tracing(openTelemetry)
                .content(Redactor.standard())
                .identities()
                .build();
        // end
        try (telemetry) {
            assertThat(telemetry.propagator().traceHeaders()).isEmpty();
        }
    }
}

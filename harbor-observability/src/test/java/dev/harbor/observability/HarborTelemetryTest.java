package dev.harbor.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.event.CallProvenance;
import dev.harbor.event.ToolCompleted;
import dev.harbor.event.ToolInvoked;
import dev.harbor.json.Json;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tools.http.HttpAccess;
import dev.harbor.tools.http.HttpTool;
import dev.harbor.tools.http.HttpToolset;
import io.micrometer.core.instrument.Gauge;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class HarborTelemetryTest {

    private static final CallProvenance CALL =
            CallProvenance.of(Trip.ADA, null, "call-1", null, "t", null, Json.EMPTY_OBJECT);

    @Test
    void trace_goesOnToTheServiceBehindATool_onTheThreadOfItsWorker() throws IOException {
        AtomicReference<String> header = new AtomicReference<>();
        HttpServer service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/", exchange -> {
            header.set(exchange.getRequestHeaders().getFirst("traceparent"));
            byte[] answer = "1".getBytes(java.nio.charset.StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        service.start();
        URI at = URI.create("http://localhost:" + service.getAddress().getPort() + "/x");
        HttpTool remote = HttpTool.get("remote.look", at.toString()).build();
        try (Watched watched = new Watched();
                HarborRuntime runtime = watched.telemetry
                        .install(HarborRuntime.builder())
                        .source(HttpToolset.of(
                                "remote", HttpAccess.builder().allowLoopback().build(), remote))
                        .artifacts(Artifacts.memory())
                        .build()) {
            runtime.as(Trip.ADA).call("remote.look", Json.EMPTY_OBJECT).orThrow();

            SpanData call = watched.span("execute_tool remote.look");
            assertThat(header.get())
                    .isEqualTo("00-" + call.getTraceId() + '-' + call.getSpanId() + '-'
                            + call.getSpanContext().getTraceFlags().asHex());
            assertThat(Watched.get(call, Names.TRANSPORT)).isEqualTo("http");
            assertThat(Watched.get(call, Names.SOURCE)).isEqualTo("remote");
        } finally {
            service.stop(0);
        }
    }

    @Test
    void close_endsWhatIsOpen_takesItsGaugesOut_andHearsNothingMore() {
        Watched watched = new Watched();
        watched.telemetry.sink().accept(new ToolInvoked(CALL, Instant.EPOCH));
        assertThat(Span.current().getSpanContext().isValid()).isTrue();

        watched.telemetry.close();
        watched.telemetry.close();

        assertThat(Span.current().getSpanContext().isValid()).isFalse();
        assertThat(Watched.get(watched.span("execute_tool"), Names.ABANDONED)).isTrue();
        assertThat(watched.meters.getMeters()).noneMatch(Gauge.class::isInstance);
        watched.telemetry.sink().accept(new ToolInvoked(CALL, Instant.EPOCH));
        assertThat(Context.current()).isEqualTo(Context.root());
        assertThat(watched.meters.getMeters()).noneMatch(Gauge.class::isInstance);
        watched.close();
    }

    @Test
    void ending_ofWhatWasNotBegun_isNoFault() {
        try (Watched watched = new Watched()) {
            watched.telemetry
                    .sink()
                    .accept(new ToolCompleted(CALL, Instant.EPOCH, 1, Duration.ZERO, 1, List.of(), List.of()));
            assertThat(watched.spans.getFinishedSpanItems()).isEmpty();
        }
    }

    @Test
    void toolThatNobodyHas_hasNoNameInItsSpan() {
        try (Watched watched = new Watched();
                HarborRuntime runtime = watched.telemetry
                        .install(HarborRuntime.builder())
                        .artifacts(Artifacts.memory())
                        .build()) {
            runtime.as(Trip.ADA).call("made.up-by-a-model", Json.EMPTY_OBJECT);
            SpanData call = watched.span("execute_tool");
            assertThat(Watched.get(call, Names.ERROR)).isEqualTo("TOOL_NOT_FOUND");
            assertThat(call.toString()).doesNotContain("made.up");
        }
    }

    @Test
    void withoutTracingAndMeters_itDoesNothing() {
        try (HarborTelemetry nothing = HarborTelemetry.builder().build();
                HarborRuntime runtime = nothing.install(HarborRuntime.builder())
                        .artifacts(Artifacts.memory())
                        .build()) {
            nothing.watch(runtime);
            runtime.as(Trip.ADA).call("made.up", Json.EMPTY_OBJECT);
            assertThat(nothing.propagator().traceHeaders()).isEmpty();
        }
    }

    @Test
    void maxTools_hasBounds() {
        assertThatThrownBy(() -> HarborTelemetry.builder().maxTools(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> HarborTelemetry.builder().maxTools(10_001))
                .isInstanceOf(IllegalArgumentException.class);
    }
}

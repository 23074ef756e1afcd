package dev.harbor.observability;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Is telemetry whose spans and meters a test can look at. */
final class Watched implements AutoCloseable {

    final InMemorySpanExporter spans = InMemorySpanExporter.create();
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final OpenTelemetrySdk sdk = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build())
            .build();
    final HarborTelemetry telemetry;

    Watched() {
        this(builder -> builder);
    }

    Watched(UnaryOperator<HarborTelemetry.Builder> more) {
        telemetry = more.apply(HarborTelemetry.builder().tracing(sdk).meters(meters))
                .build();
    }

    SpanData span(String name) {
        return spans.getFinishedSpanItems().stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no span '" + name + "' among " + tree()));
    }

    static <T> T get(SpanData span, AttributeKey<T> key) {
        T value = span.getAttributes().get(key);
        if (value == null) {
            throw new AssertionError(span.getName() + " has no " + key);
        }
        return value;
    }

    /** Draws what was exported: children below their parents, siblings by name; what ended badly says how. */
    String tree() {
        StringBuilder drawing = new StringBuilder();
        List<SpanData> all = spans.getFinishedSpanItems().stream()
                .sorted(Comparator.comparingLong(SpanData::getStartEpochNanos))
                .toList();
        all.stream()
                .filter(span -> all.stream().noneMatch(each -> each.getSpanId().equals(span.getParentSpanId())))
                .forEach(root -> draw(root, all, "", drawing));
        return drawing.toString();
    }

    private static void draw(SpanData span, List<SpanData> all, String indent, StringBuilder drawing) {
        drawing.append(indent).append(line(span)).append('\n');
        all.stream()
                .filter(each -> each.getParentSpanId().equals(span.getSpanId()))
                .sorted(Comparator.comparingLong(each -> place(each, all)))
                .forEach(child -> draw(child, all, indent + "  ", drawing));
    }

    /** Calls of one batch begin in any order, and are drawn by their number; what is no call comes after the calls that have ended before it. */
    private static long place(SpanData span, List<SpanData> all) {
        return number(span)
                .orElseGet(() -> all.stream()
                                .filter(each -> each.getEndEpochNanos() <= span.getStartEpochNanos())
                                .mapToLong(each -> number(each).orElse(0L))
                                .max()
                                .orElse(0)
                        + 1);
    }

    private static Optional<Long> number(SpanData span) {
        String call = span.getAttributes().get(Names.CALL_ID);
        return call != null && call.matches("c[0-9]+")
                ? Optional.of(Long.parseLong(call.substring(1)) * 2)
                : Optional.empty();
    }

    private static String line(SpanData span) {
        StringBuilder line = new StringBuilder(span.getName());
        String outcome = span.getAttributes().get(Names.OUTCOME);
        String state = span.getAttributes().get(Names.RUN_STATE);
        Long attempts = span.getAttributes().get(Names.ATTEMPTS);
        if (outcome != null) {
            line.append("  ").append(outcome);
        }
        if (state != null) {
            line.append("  ")
                    .append(state)
                    .append(", ")
                    .append(span.getAttributes().get(Names.RUN_REASON));
        }
        if (attempts != null && attempts > 1) {
            line.append(" after ").append(attempts).append(" attempts");
        }
        if (!span.getLinks().isEmpty()) {
            line.append("  (link to the drive before)");
        }
        return line.toString();
    }

    @Override
    public void close() {
        telemetry.close();
        sdk.close();
    }
}

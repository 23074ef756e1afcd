package dev.harbor.observability;

import dev.harbor.error.HarborException;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import io.micrometer.core.instrument.Tags;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks a model inside a span, and measures how long that took and how many tokens. */
final class ObservedModel implements LlmClient {

    private static final Logger LOG = LoggerFactory.getLogger(HarborTelemetry.class);
    private static final String WITHHELD = "withheld, since the redactor threw ";

    private final LlmClient model;
    private final String provider;
    private final Tracer tracer;
    private final Who who;
    private final @Nullable MeterBook book;
    private final Bounded models;
    private final @Nullable Messages content;
    private final LongSupplier nanoTime;
    private final AtomicBoolean reported = new AtomicBoolean();

    ObservedModel(
            LlmClient model,
            String provider,
            Tracer tracer,
            Who who,
            @Nullable MeterBook book,
            Bounded models,
            @Nullable Messages content,
            LongSupplier nanoTime) {
        this.model = model;
        this.provider = provider;
        this.tracer = tracer;
        this.who = who;
        this.book = book;
        this.models = models;
        this.content = content;
        this.nanoTime = nanoTime;
    }

    @Override
    public LlmReply complete(LlmRequest request, LlmCall call) {
        Span span = begin(request, call);
        long begun = nanoTime.getAsLong();
        try {
            LlmReply reply = Context.current()
                    .with(span)
                    .wrapSupplier(() -> model.complete(request, call))
                    .get();
            answered(span, reply);
            measure(request, reply, null, begun);
            return reply;
        } catch (RuntimeException | Error e) {
            String error = errorOf(e);
            span.setAttribute(Names.ERROR, error).setStatus(StatusCode.ERROR);
            measure(request, null, error, begun);
            throw e;
        } finally {
            span.end();
        }
    }

    private static String errorOf(Throwable thrown) {
        return thrown instanceof HarborException known
                ? known.code().value()
                : thrown.getClass().getName();
    }

    private Span begin(LlmRequest request, LlmCall call) {
        String wanted = request.model();
        SpanBuilder builder = tracer.spanBuilder(wanted == null ? Names.CHAT : Names.CHAT + ' ' + wanted)
                .setSpanKind(SpanKind.CLIENT)
                .setAttribute(Names.OPERATION, Names.CHAT)
                .setAttribute(Names.PROVIDER, provider)
                .setAttribute(Names.MAX_TOKENS, (long) request.maxOutputTokens())
                .setAttribute(Names.TEMPERATURE, request.temperature())
                .setAttribute(Names.OUTPUT_TYPE, outputType(request));
        if (wanted != null) {
            builder.setAttribute(Names.REQUEST_MODEL, wanted);
        }
        call.runId().ifPresent(run -> builder.setAttribute(Names.RUN, run));
        who.name(builder, call.identity());
        Span span = builder.startSpan();
        tell(span, Names.INPUT_MESSAGES, said -> said.input(request.messages()));
        return span;
    }

    private static String outputType(LlmRequest request) {
        return switch (request.responseFormat().kind()) {
            case TEXT -> "text";
            case JSON_OBJECT, JSON_SCHEMA -> "json";
        };
    }

    private void answered(Span span, LlmReply reply) {
        span.setAttribute(Names.FINISH_REASONS, List.of(reply.finishReason()));
        if (!reply.model().isEmpty()) {
            span.setAttribute(Names.RESPONSE_MODEL, reply.model());
        }
        if (reply.usage().totalTokens() > 0) {
            span.setAttribute(Names.INPUT_TOKENS, reply.usage().inputTokens())
                    .setAttribute(Names.OUTPUT_TOKENS, reply.usage().outputTokens());
        }
        tell(span, Names.OUTPUT_MESSAGES, said -> said.output(reply));
    }

    /** A redactor is foreign code beside the work: it may not fail the request. Its own message may quote what it was given, so only its kind is told. */
    private void tell(Span span, AttributeKey<String> key, Function<Messages, String> written) {
        if (content == null) {
            return;
        }
        try {
            span.setAttribute(key, written.apply(content));
        } catch (RuntimeException | StackOverflowError e) {
            span.setAttribute(key, WITHHELD + e.getClass().getName());
        }
    }

    private void measure(LlmRequest request, @Nullable LlmReply reply, @Nullable String error, long begun) {
        if (book == null) {
            return;
        }
        try {
            measure(book, request, reply, error, begun);
        } catch (RuntimeException e) {
            if (reported.compareAndSet(false, true)) {
                LOG.warn(
                        "a request to a model was not measured, because the registry failed; this is not reported again",
                        e);
            }
        }
    }

    private void measure(
            MeterBook measured, LlmRequest request, @Nullable LlmReply reply, @Nullable String error, long begun) {
        Tags tags = Tags.of(
                "gen_ai.operation.name",
                Names.CHAT,
                "gen_ai.provider.name",
                provider,
                "gen_ai.request.model",
                request.model() == null ? "none" : models.of(request.model()));
        Duration took = Duration.ofNanos(Math.max(0, nanoTime.getAsLong() - begun));
        measured.time(
                "gen_ai.client.operation.duration",
                tags.and("error.type", error == null ? "none" : measured.code("error.type", error)),
                took);
        if (reply != null && reply.usage().totalTokens() > 0) {
            measured.tokens(
                    tags.and("gen_ai.token.type", "input"), reply.usage().inputTokens());
            measured.tokens(
                    tags.and("gen_ai.token.type", "output"), reply.usage().outputTokens());
        }
    }
}

package dev.harbor.llm;

import dev.harbor.error.ErrorCode;
import dev.harbor.event.EventSink;
import dev.harbor.event.GuardedSinks;
import dev.harbor.event.LlmFormatDowngraded;
import dev.harbor.policy.ErrorClass;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Asks for a freer form of answer when a model can't give the one asked for: JSON by a schema, then any JSON object, then text. A client says that by an
 * {@link LlmException} with {@link ErrorCode#FORMAT_UNSUPPORTED}; every other failure is passed on at once.
 *
 * <p>Thread-safe, if the client is.
 */
public final class DowngradingLlm implements LlmClient {

    private final LlmClient client;
    private final EventSink events;
    private final Clock clock;

    private DowngradingLlm(LlmClient client, EventSink events, Clock clock) {
        this.client = Objects.requireNonNull(client, "client");
        this.events = events;
        this.clock = Objects.requireNonNull(clock, "clock");
    }

    /**
     * Returns a client around another.
     *
     * @param events hears of each step down
     * @param clock gives the time of events
     */
    public static DowngradingLlm of(LlmClient client, EventSink events, Clock clock) {
        return new DowngradingLlm(client, GuardedSinks.of(List.of(events)), clock);
    }

    /**
     * Asks, at most three times.
     *
     * @throws LlmException with {@link ErrorCode#FORMATS_EXHAUSTED} if the model can't even answer with text
     */
    @Override
    public LlmReply complete(LlmRequest request, LlmCall call) {
        LlmRequest current = request;
        while (true) {
            try {
                return client.complete(current, call);
            } catch (LlmException e) {
                if (!e.code().equals(ErrorCode.FORMAT_UNSUPPORTED)) {
                    throw e;
                }
                current = current.responseFormat(freer(current, call, e));
            }
        }
    }

    private ResponseFormat freer(LlmRequest refused, LlmCall call, LlmException why) {
        ResponseFormat.Kind kind = refused.responseFormat().kind();
        if (kind == ResponseFormat.Kind.TEXT) {
            throw new LlmException(
                    ErrorCode.FORMATS_EXHAUSTED,
                    ErrorClass.PERMANENT,
                    "the model can answer in no form that was asked for, not even in text",
                    why);
        }
        ResponseFormat next =
                kind == ResponseFormat.Kind.JSON_SCHEMA ? ResponseFormat.JSON_OBJECT : ResponseFormat.TEXT;
        events.accept(new LlmFormatDowngraded(
                call.provenance(refused.model()), clock.instant(), name(kind), name(next.kind())));
        return next;
    }

    private static String name(ResponseFormat.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}

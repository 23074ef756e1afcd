package dev.harbor.planner;

import dev.harbor.llm.DowngradingLlm;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.ResponseFormat;
import dev.harbor.plan.PlanContext;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * Remembers in which form the model had to be asked, so that a form that it can't answer in is asked for once and not in every turn. It knows nothing of runs: what
 * one learns holds for all, since they share the model.
 *
 * <p>Thread-safe.
 */
final class FormatFloor {

    private volatile ResponseFormat.Kind strictest = ResponseFormat.Kind.JSON_SCHEMA;

    /** Returns the model of a context, asked in the strictest form that it is known for, and in freer ones from there. */
    LlmClient over(PlanContext context) {
        return (request, call) -> {
            LlmRequest wanted = allowed(request);
            LlmClient noting = (asked, asking) -> {
                LlmReply reply = context.model().complete(asked, asking);
                note(wanted.responseFormat().kind(), asked.responseFormat().kind());
                return reply;
            };
            return DowngradingLlm.of(noting, context.events(), new ClockOf(context))
                    .complete(wanted, call);
        };
    }

    private void note(ResponseFormat.Kind wanted, ResponseFormat.Kind given) {
        if (given != wanted) {
            strictest = given;
        }
    }

    private LlmRequest allowed(LlmRequest request) {
        ResponseFormat.Kind known = strictest;
        return request.responseFormat().kind().compareTo(known) <= 0
                ? request
                : request.responseFormat(
                        known == ResponseFormat.Kind.TEXT ? ResponseFormat.TEXT : ResponseFormat.JSON_OBJECT);
    }

    /** The time of a context. */
    private static final class ClockOf extends Clock {

        private final PlanContext context;

        ClockOf(PlanContext context) {
            this.context = context;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return context.now();
        }
    }
}

package dev.harbor.llm;

import dev.harbor.error.ErrorCode;
import dev.harbor.event.EventSink;
import dev.harbor.event.GuardedSinks;
import dev.harbor.event.LlmRetriedWithFeedback;
import dev.harbor.policy.ErrorClass;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Asks again when an answer does not pass a check: the beginning of the answer and what is wrong with it are added to the conversation. Failures of the client
 * are passed on at once; they are not retried here.
 *
 * <p>Thread-safe, if client and check are.
 */
public final class RetryingLlm implements LlmClient {

    /** How often is asked, the first time included, when nothing is said: {@value}. */
    public static final int DEFAULT_MAX_ATTEMPTS = 2;

    /** The most that can be set: {@value}. */
    public static final int LIMIT_OF_ATTEMPTS = 10;

    // An answer and a reason are quoted so far that they are below any threshold, even if each character takes three
    // bytes.
    private static final int MAX_QUOTE_LENGTH = 300;

    private final LlmClient client;
    private final ReplyCheck check;
    private final int maxAttempts;
    private final EventSink events;
    private final Clock clock;

    private RetryingLlm(LlmClient client, ReplyCheck check, int maxAttempts, EventSink events, Clock clock) {
        this.client = Objects.requireNonNull(client, "client");
        this.check = Objects.requireNonNull(check, "check");
        this.maxAttempts = maxAttempts;
        this.events = events;
        this.clock = Objects.requireNonNull(clock, "clock");
    }

    /**
     * Returns a client around another.
     *
     * @param maxAttempts how often is asked, the first time included, 1 to {@value #LIMIT_OF_ATTEMPTS}
     * @param events hears of each repetition
     * @param clock gives the time of events
     * @throws IllegalArgumentException if the number of attempts is out of bounds
     */
    public static RetryingLlm of(LlmClient client, ReplyCheck check, int maxAttempts, EventSink events, Clock clock) {
        if (maxAttempts < 1 || maxAttempts > LIMIT_OF_ATTEMPTS) {
            throw new IllegalArgumentException("maxAttempts must be 1 to " + LIMIT_OF_ATTEMPTS
                    + " (the first attempt counts), got " + maxAttempts);
        }
        return new RetryingLlm(client, check, maxAttempts, GuardedSinks.of(List.of(events)), clock);
    }

    /**
     * Asks until an answer passes. The usage of the answer is that of all attempts together.
     *
     * @throws LlmException with {@link ErrorCode#RETRIES_EXHAUSTED} if none does, with {@link ErrorCode#CANCELLED} if the call is cancelled in between
     */
    @Override
    public LlmReply complete(LlmRequest request, LlmCall call) {
        LlmRequest current = request;
        LlmUsage usage = LlmUsage.NONE;
        for (int attempt = 1; ; attempt++) {
            LlmReply reply = client.complete(current, call);
            usage = usage.plus(reply.usage());
            Optional<String> problem = check.problem(reply);
            if (problem.isEmpty()) {
                return new LlmReply(reply.text(), usage, reply.finishReason(), reply.model());
            }
            requireAnother(attempt, problem.get(), call);
            tell(attempt, problem.get(), current, call);
            current = request.messages(conversation(request, reply, problem.get()));
        }
    }

    private void requireAnother(int attempt, String problem, LlmCall call) {
        if (attempt == maxAttempts) {
            throw new LlmException(
                    ErrorCode.RETRIES_EXHAUSTED,
                    ErrorClass.PERMANENT,
                    "no answer of " + attempt + " passed its check; the last one: " + start(problem, MAX_QUOTE_LENGTH),
                    null);
        }
        if (call.cancellation().isCancelled()) {
            throw new LlmException(
                    ErrorCode.CANCELLED, ErrorClass.PERMANENT, "cancelled before the model was asked again", null);
        }
    }

    private void tell(int attempt, String problem, LlmRequest request, LlmCall call) {
        String reason = start(problem, LlmRetriedWithFeedback.MAX_REASON_LENGTH);
        events.accept(new LlmRetriedWithFeedback(
                call.provenance(request.model()), clock.instant(), attempt, maxAttempts, reason));
    }

    private static List<Message> conversation(LlmRequest request, LlmReply reply, String problem) {
        List<Message> messages = new ArrayList<>(request.messages());
        if (!reply.text().isBlank()) {
            messages.add(Message.of(Role.ASSISTANT, start(reply.text(), MAX_QUOTE_LENGTH)));
        }
        messages.add(Message.of(
                Role.USER,
                "Your answer was refused. Answer again, without this fault:",
                start(problem, MAX_QUOTE_LENGTH)));
        return messages;
    }

    private static String start(String text, int maxLength) {
        if (text.length() <= maxLength) {
            return text;
        }
        int end = maxLength - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "\u2026";
    }
}

package dev.harbor.testkit;

import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmException;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.policy.ErrorClass;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Is what a {@link ScriptedModel} does for one request.
 *
 * <p>Immutable.
 */
public final class ModelAnswer {

    private final LlmClient answer;
    private final @Nullable Gate gate;

    private ModelAnswer(LlmClient answer, @Nullable Gate gate) {
        this.answer = answer;
        this.gate = gate;
    }

    /** Answers with a text. */
    public static ModelAnswer of(String text) {
        return of(LlmReply.of(text));
    }

    /** Answers with a reply. */
    public static ModelAnswer of(LlmReply reply) {
        Objects.requireNonNull(reply, "reply");
        return whole((request, call) -> reply);
    }

    /** Answers with a text made of the request. */
    public static ModelAnswer computed(Function<? super LlmRequest, String> text) {
        Objects.requireNonNull(text, "text");
        return whole((request, call) -> LlmReply.of(text.apply(request)));
    }

    /** Tells pieces one after the other and answers with all of them. */
    public static ModelAnswer streamed(String... pieces) {
        List<String> copy = List.copyOf(Arrays.asList(pieces));
        return new ModelAnswer(
                (request, call) -> {
                    copy.forEach(call.deltas());
                    return LlmReply.of(String.join("", copy));
                },
                null);
    }

    /** Fails as a model does. */
    public static ModelAnswer failure(ErrorClass errorClass, String message) {
        Objects.requireNonNull(errorClass, "errorClass");
        Objects.requireNonNull(message, "message");
        return throwing(() -> new LlmException(errorClass, message, null));
    }

    /** Throws what the supplier makes, for failures that a model should not have. */
    public static ModelAnswer throwing(Supplier<? extends RuntimeException> failure) {
        Objects.requireNonNull(failure, "failure");
        return new ModelAnswer(
                (request, call) -> {
                    throw failure.get();
                },
                null);
    }

    /** Never answers: waits until the call is cancelled, late or interrupted. */
    public static ModelAnswer never() {
        return of("").after(Gate.closed());
    }

    /** Returns this answer, held back until a gate is opened. A call that is cancelled, late or interrupted meanwhile fails as it would with a model. */
    public ModelAnswer after(Gate opened) {
        return new ModelAnswer(answer, Objects.requireNonNull(opened, "opened"));
    }

    /** Tells the text as one piece, as a client does that can't stream. */
    private static ModelAnswer whole(LlmClient answer) {
        return new ModelAnswer(
                (request, call) -> {
                    LlmReply reply = answer.complete(request, call);
                    call.deltas().accept(reply.text());
                    return reply;
                },
                null);
    }

    @Nullable
    Gate gate() {
        return gate;
    }

    LlmReply to(LlmRequest request, LlmCall call) {
        return answer.complete(request, call);
    }
}

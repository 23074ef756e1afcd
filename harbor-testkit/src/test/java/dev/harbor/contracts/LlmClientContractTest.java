package dev.harbor.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmException;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.ResponseFormat;
import dev.harbor.testkit.LlmClientContract;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of model clients sees each fault by the tests that are about it. */
final class LlmClientContractTest {

    /** A fault, and the tests that see it. */
    enum Fault {
        LETS_FOREIGN_EXCEPTIONS_OUT(
                good -> (request, call) -> {
                    try {
                        return good.complete(request, call);
                    } catch (LlmException e) {
                        throw new IllegalStateException(e);
                    }
                },
                "complete_ofFailure_throwsLlmException",
                "complete_ofCancelled_ends",
                "complete_cancelledMeanwhile_ends",
                "complete_besideCancelled_answers",
                "complete_pastDeadline_isLate",
                "complete_deadlineMeanwhile_isLate",
                "complete_interrupted_endsAndKeepsFlag"),
        ANSWERS_WHEN_CANCELLED(
                good -> (request, call) -> {
                    try {
                        return good.complete(request, call);
                    } catch (LlmException e) {
                        return LlmReply.of("");
                    }
                },
                "complete_ofFailure_throwsLlmException",
                "complete_ofCancelled_ends",
                "complete_cancelledMeanwhile_ends",
                "complete_besideCancelled_answers",
                "complete_pastDeadline_isLate",
                "complete_deadlineMeanwhile_isLate",
                "complete_interrupted_endsAndKeepsFlag"),
        MANGLES_TEXT(
                good -> (request, call) -> {
                    LlmReply reply = good.complete(request, call);
                    byte[] ascii = reply.text().getBytes(StandardCharsets.US_ASCII);
                    return LlmReply.of(new String(ascii, StandardCharsets.US_ASCII));
                },
                "complete_ofAnyText_keepsIt"),
        ANSWERS_WHOEVER_ASKED_LAST(
                LlmClientContractTest::sharing, "complete_byManyAtOnce_doesNotBleed", "complete_ofAnyText_keepsIt"),
        HEARS_NO_END(
                good -> (request, call) -> {
                    call.deltas().accept("and ");
                    return good.complete(request, call);
                },
                "deltas_ofReply_addUp",
                "complete_byManyAtOnce_doesNotBleed"),
        SERVES_TEXT_ONLY(
                good -> (request, call) -> request.responseFormat().equals(ResponseFormat.TEXT)
                        ? good.complete(request, call)
                        : LlmReply.of(""),
                "complete_withSettings_answers"),
        STARTS_FROM_THE_FRONT(
                good -> (request, call) -> good.complete(
                        request.messages(request.messages()
                                .subList(0, Math.min(2, request.messages().size()))),
                        call),
                "complete_ofConversation_keepsOrder"),
        SWALLOWS_INTERRUPT(
                good -> (request, call) -> {
                    try {
                        return good.complete(request, call);
                    } finally {
                        Thread.interrupted();
                    }
                },
                "complete_interrupted_endsAndKeepsFlag"),
        TAKES_NULL(
                good -> (request, call) ->
                        request == null || call == null ? LlmReply.of("") : good.complete(request, call),
                "complete_ofNull_isRefused");

        private final UnaryOperator<LlmClient> breaking;
        private final Set<String> seenBy;

        Fault(UnaryOperator<LlmClient> breaking, String... seenBy) {
            this.breaking = breaking;
            this.seenBy = Set.of(seenBy);
        }
    }

    /** Keeps the last request where every thread sees it. */
    private static LlmClient sharing(LlmClient good) {
        AtomicReference<LlmRequest> last = new AtomicReference<>();
        return (request, call) -> {
            LlmRequest before = last.getAndSet(request);
            LlmCall deaf = call.deltas(piece -> {});
            return good.complete(before == null ? request : before, deaf);
        };
    }

    private static UnaryOperator<LlmClient> breaking = UnaryOperator.identity();

    /** The suite over whatever client is set. */
    static final class Suite extends LlmClientContract {

        @Override
        protected LlmClient create(Provider behaviour) {
            return breaking.apply(new ScriptedModelContractTest().create(behaviour));
        }
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void fault_ofClient_isSeen(Fault fault) {
        assertThat(failuresOf(fault.breaking)).as(fault.name()).isEqualTo(fault.seenBy);
    }

    @Test
    void client_thatKeepsTheContract_passes() {
        assertThat(failuresOf(UnaryOperator.identity())).isEmpty();
    }

    private static Set<String> failuresOf(UnaryOperator<LlmClient> fault) {
        breaking = fault;
        return Suites.failures(Suite.class);
    }
}

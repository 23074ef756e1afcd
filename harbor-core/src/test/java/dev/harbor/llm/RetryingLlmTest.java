package dev.harbor.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.error.ErrorCode;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.LlmRetriedWithFeedback;
import dev.harbor.identity.Identity;
import dev.harbor.policy.Cancellation;
import dev.harbor.policy.ErrorClass;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RetryingLlmTest {

    private static final LlmCall CALL = LlmCall.of(Identity.of("acme", "ada", "s1"));
    private static final LlmRequest REQUEST = LlmRequest.of(List.of(Message.of(Role.USER, "a number, please")));
    private static final ReplyCheck NUMBER = reply ->
            reply.text().matches("[0-9]+") ? Optional.empty() : Optional.of("'" + reply.text() + "' is no number");

    private final List<LlmRequest> asked = new ArrayList<>();
    private final List<HarborEvent> events = new ArrayList<>();

    private RetryingLlm client(ReplyCheck check, int maxAttempts, String... answers) {
        LlmClient model = (request, call) -> {
            asked.add(request);
            return new LlmReply(answers[asked.size() - 1], new LlmUsage(10, 1, 5), "stop", "m");
        };
        return RetryingLlm.of(model, check, maxAttempts, events::add, Clock.systemUTC());
    }

    @Test
    void answer_withoutACheck_passes() {
        assertThat(client(ReplyCheck.none(), 5, "anything")
                        .complete(REQUEST, CALL)
                        .text())
                .isEqualTo("anything");
        assertThat(asked).containsExactly(REQUEST);
        assertThat(events).isEmpty();
    }

    @Test
    void answer_thatFailsOnce_isAskedForAgain_withWhatWasWrong() {
        LlmReply reply = client(NUMBER, 2, "seven", "7").complete(REQUEST, CALL);
        assertThat(reply.text()).isEqualTo("7");
        assertThat(reply.usage()).isEqualTo(new LlmUsage(20, 2, 10));
        List<Message> second = asked.get(1).messages();
        assertThat(second).hasSize(3).startsWith(REQUEST.messages().get(0));
        assertThat(second.get(1)).isEqualTo(Message.of(Role.ASSISTANT, "seven"));
        assertThat(second.get(2).parts()).contains(Content.text("'seven' is no number"));
        assertThat(events).singleElement().isInstanceOfSatisfying(LlmRetriedWithFeedback.class, event -> {
            assertThat(event.type()).isEqualTo("llm.retry_with_feedback");
            assertThat(event.attempt()).isEqualTo(1);
            assertThat(event.maxAttempts()).isEqualTo(2);
            assertThat(event.reason()).isEqualTo("'seven' is no number");
        });
    }

    @Test
    void conversation_doesNotGrowWithAttempts() {
        client(NUMBER, 4, "a", "b", "c", "4").complete(REQUEST, CALL);
        assertThat(asked).hasSize(4);
        assertThat(asked.get(3).messages()).hasSize(3).contains(Message.of(Role.ASSISTANT, "c"));
    }

    @Test
    void bound_isExact() {
        for (int attempts = 1; attempts <= 3; attempts++) {
            asked.clear();
            events.clear();
            RetryingLlm client = client(NUMBER, attempts, "a", "b", "c");
            assertThatExceptionOfType(LlmException.class)
                    .isThrownBy(() -> client.complete(REQUEST, CALL))
                    .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.RETRIES_EXHAUSTED));
            assertThat(asked).hasSize(attempts);
            assertThat(events).hasSize(attempts - 1);
        }
    }

    @Test
    void heavyAnswersAndReasons_areQuotedBelowAnyThreshold() {
        String heavy = "x" + "\ud83d\ude00".repeat(100_000);
        client(reply -> reply.text().equals("7") ? Optional.empty() : Optional.of(heavy), 2, heavy, "7")
                .complete(REQUEST, CALL);
        assertThat(asked.get(1).messages())
                .allSatisfy(message -> assertThat(message.parts())
                        .allSatisfy(part -> assertThat(part.sizeBytes()).isLessThan(1024)));
        assertThat(asked.get(1).messages().get(1).parts().get(0).toString())
                .doesNotContain("\ud83d\u2026")
                .contains("\ude00\u2026");
        assertThat(((LlmRetriedWithFeedback) events.get(0)).reason()).hasSizeLessThanOrEqualTo(256);
    }

    @Test
    void blankAnswer_isNotQuoted() {
        client(NUMBER, 2, " \n", "7").complete(REQUEST, CALL);
        assertThat(asked.get(1).messages()).extracting(Message::role).containsExactly(Role.USER, Role.USER);
    }

    @Test
    void failure_ofTheClient_isNotRetried() {
        LlmException failure = new LlmException(ErrorClass.TRANSIENT, "connection lost", null);
        RetryingLlm client = RetryingLlm.of(
                (request, call) -> {
                    asked.add(request);
                    throw failure;
                },
                NUMBER,
                3,
                events::add,
                Clock.systemUTC());
        assertThatExceptionOfType(LlmException.class)
                .isThrownBy(() -> client.complete(REQUEST, CALL))
                .isSameAs(failure);
        assertThat(asked).hasSize(1);
    }

    @Test
    void cancellation_betweenAttempts_ends() {
        Cancellation cancellation = Cancellation.create();
        RetryingLlm client = client(
                reply -> {
                    cancellation.cancel("enough");
                    return Optional.of("no");
                },
                3,
                "a",
                "b");
        assertThatExceptionOfType(LlmException.class)
                .isThrownBy(() -> client.complete(REQUEST, CALL.cancellation(cancellation)))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
        assertThat(asked).hasSize(1);
    }

    @Test
    void attempts_outOfBounds_areRefused() {
        for (int attempts : new int[] {-1, 0, 11}) {
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> client(NUMBER, attempts))
                    .withMessageContaining("1 to 10");
        }
    }
}

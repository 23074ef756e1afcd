package dev.harbor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.llm.Content;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmException;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.Message;
import dev.harbor.llm.ResponseFormat;
import dev.harbor.llm.Role;
import dev.harbor.policy.Cancellation;
import dev.harbor.policy.ErrorClass;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Holds an implementation of {@link LlmClient} to what every client guarantees: answers go to who asked, every failure is an {@link LlmException}, and a call
 * that is cancelled, late or interrupted ends.
 *
 * <pre>{@code
 * final class MyClientTest extends LlmClientContract {
 *     @Override
 *     protected LlmClient create(Provider behaviour) {
 *         return new MyClient(new FakeProvider(behaviour));
 *     }
 * }
 * }</pre>
 */
public abstract class LlmClientContract {

    private static final int THREADS = 64;

    /** Says how the provider behind a client behaves. */
    public enum Provider {
        /** It answers with the text of the last part of the last message. */
        ECHOES,
        /** It refuses or breaks every time. */
        FAILS,
        /** It takes requests and never answers. */
        HANGS
    }

    /** Creates the suite. */
    protected LlmClientContract() {}

    /** Returns a new client whose provider behaves so. It reads the time from the clock of the machine. */
    protected abstract LlmClient create(Provider behaviour);

    private static LlmRequest asking(String text) {
        return LlmRequest.of(List.of(
                Message.of(Role.SYSTEM, "Repeat the last text.", "Add nothing."),
                Message.of(Role.USER, "first", text)));
    }

    private static LlmCall call() {
        return LlmCall.of(TestIdentities.DEFAULT);
    }

    private static Instant fromNow(Duration time) {
        return Clock.systemUTC().instant().plus(time);
    }

    @Test
    @DisplayName("Given a request, the reply is the provider's, with usage that is not negative")
    void complete_ofRequest_answers() {
        LlmReply reply = create(Provider.ECHOES).complete(asking("hello"), call());

        assertThat(reply.text()).isEqualTo("hello");
        assertThat(reply.usage()).isNotNull();
        assertThat(reply.finishReason()).isNotNull();
        assertThat(reply.model()).isNotNull();
    }

    @Test
    @DisplayName("Given text of any kind, it goes to the provider and back unchanged")
    void complete_ofAnyText_keepsIt() {
        LlmClient client = create(Provider.ECHOES);
        for (String text : List.of(
                "Gr\u00f6\u00dfe \u6f22\u5b57 \ud83d\ude80",
                "line\nline\ttab \\ \"quoted\" </tag>",
                "{\"a\":[1.10]}",
                "x".repeat(30_000))) {
            assertThat(client.complete(asking(text), call()).text()).isEqualTo(text);
        }
    }

    @Test
    @DisplayName("Given messages of every role, the last one is what is answered")
    void complete_ofConversation_keepsOrder() {
        List<Message> messages = new ArrayList<>(List.of(Message.of(Role.SYSTEM, "Repeat.")));
        for (int i = 0; i < 20; i++) {
            messages.add(Message.of(Role.USER, "question " + i));
            messages.add(Message.of(Role.ASSISTANT, "answer " + i));
        }
        messages.add(Message.of(Role.USER, "the last"));

        assertThat(create(Provider.ECHOES)
                        .complete(LlmRequest.of(messages), call())
                        .text())
                .isEqualTo("the last");
    }

    @Test
    @DisplayName("Given every form of answer and every setting, the request is served")
    void complete_withSettings_answers() {
        LlmClient client = create(Provider.ECHOES);
        LlmRequest text = asking("{}");
        Json schema = Json.parse("{\"type\":\"object\"}");
        List<LlmRequest> requests = List.of(
                text.responseFormat(ResponseFormat.JSON_OBJECT),
                text.responseFormat(ResponseFormat.schema(schema)),
                new LlmRequest(text.messages(), ResponseFormat.TEXT, 1, 0, null),
                new LlmRequest(text.messages(), ResponseFormat.TEXT, 100_000, 2, null));

        requests.forEach(
                request -> assertThat(client.complete(request, call()).text()).isEqualTo("{}"));
    }

    @Test
    @DisplayName("Given a part that is no text, it is sent or refused with an LlmException, never left out in silence")
    void complete_ofMedia_sendsOrRefuses() {
        LlmClient client = create(Provider.ECHOES);
        Content picture = new Content.Media("image/png", "data:image/png;base64,iVBORw0KGgo=", "dot.png");
        LlmRequest request = LlmRequest.of(List.of(new Message(Role.USER, List.of(picture, Content.text("a dot")))));

        assertThat(endOf(() -> client.complete(request, call()))).isIn("a dot", "LlmException");
    }

    private static String endOf(Callable<LlmReply> work) {
        try {
            return work.call().text();
        } catch (Exception e) {
            return e.getClass().getSimpleName();
        }
    }

    @Test
    @DisplayName("Given a listener, the pieces it hears make up the reply, or there are none")
    void deltas_ofReply_addUp() {
        List<String> pieces = new ArrayList<>();
        LlmReply reply = create(Provider.ECHOES).complete(asking("one two three"), call().deltas(pieces::add));

        assertThat(String.join("", pieces)).isIn(reply.text(), "");
        assertThat(pieces).doesNotContainNull();
    }

    @Test
    @DisplayName("Given 64 threads that ask at once, each gets the answer and the pieces of its own request")
    void complete_byManyAtOnce_doesNotBleed() {
        LlmClient client = create(Provider.ECHOES);
        Together.run(THREADS, number -> {
            for (int i = 0; i < 5; i++) {
                String text = "thread " + number + " request " + i;
                StringBuilder heard = new StringBuilder();
                LlmCall call =
                        LlmCall.of(TestIdentities.unique()).run("run-" + number).deltas(heard::append);
                assertThat(client.complete(asking(text), call).text()).isEqualTo(text);
                assertThat(heard.toString()).isIn(text, "");
            }
            return number;
        });
    }

    @Test
    @DisplayName("Given a provider that fails, there is an LlmException that says what kind of failure it was")
    void complete_ofFailure_throwsLlmException() {
        LlmClient client = create(Provider.FAILS);

        assertThatExceptionOfType(LlmException.class)
                .isThrownBy(() -> client.complete(asking("hello"), call()))
                .satisfies(failure -> {
                    assertThat(failure.errorClass()).isNotNull();
                    assertThat(failure.getMessage()).isNotBlank();
                    assertThat(failure.code()).isNotEqualTo(ErrorCode.CANCELLED);
                });
    }

    @Test
    @DisplayName("Given a call that was cancelled before, the provider is not waited for")
    void complete_ofCancelled_ends() {
        Cancellation cancellation = Cancellation.create();
        cancellation.cancel("not wanted");
        Bounded<LlmReply> asking = Bounded.start(
                () -> create(Provider.HANGS).complete(asking("hello"), call().cancellation(cancellation)));

        assertFails(asking);
    }

    @Test
    @DisplayName("Given a call that is cancelled while the provider is silent, it ends")
    void complete_cancelledMeanwhile_ends() {
        Cancellation cancellation = Cancellation.create();
        Bounded<LlmReply> asking = Bounded.start(
                () -> create(Provider.HANGS).complete(asking("hello"), call().cancellation(cancellation)));
        cancellation.cancel("not wanted");

        assertFails(asking);
    }

    @Test
    @DisplayName("Given a call among others that is cancelled, the others are not affected")
    void complete_besideCancelled_answers() throws Exception {
        LlmClient client = create(Provider.HANGS);
        Cancellation first = Cancellation.create();
        Cancellation second = Cancellation.create();
        Bounded<LlmReply> one = Bounded.start(() -> client.complete(asking("1"), call().cancellation(first)));
        Bounded<LlmReply> two = Bounded.start(() -> client.complete(asking("2"), call().cancellation(second)));
        first.cancel("not wanted");

        assertFails(one);
        assertThat(two.isOver()).as("the other call is over").isFalse();
        second.cancel("not wanted either");
        assertFails(two);
    }

    @Test
    @DisplayName("Given a deadline that has passed, the call fails as late")
    void complete_pastDeadline_isLate() {
        Bounded<LlmReply> asking = Bounded.start(() ->
                create(Provider.HANGS).complete(asking("hello"), call().deadline(fromNow(Duration.ofSeconds(-1)))));

        assertThat(assertFails(asking).errorClass()).isEqualTo(ErrorClass.TIMEOUT);
    }

    @Test
    @DisplayName("Given a deadline that passes while the provider is silent, the call fails as late")
    void complete_deadlineMeanwhile_isLate() {
        Bounded<LlmReply> asking = Bounded.start(() ->
                create(Provider.HANGS).complete(asking("hello"), call().deadline(fromNow(Duration.ofMillis(100)))));

        assertThat(assertFails(asking).errorClass()).isEqualTo(ErrorClass.TIMEOUT);
    }

    @Test
    @DisplayName("Given a deadline that is far away, the answer comes")
    void complete_beforeDeadline_answers() {
        LlmCall call = call().deadline(fromNow(Duration.ofHours(1)));

        assertThat(create(Provider.ECHOES).complete(asking("hello"), call).text())
                .isEqualTo("hello");
    }

    @Test
    @DisplayName(
            "Given a thread that is interrupted while the provider is silent, the call ends and the thread stays interrupted")
    void complete_interrupted_endsAndKeepsFlag() {
        AtomicBoolean flag = new AtomicBoolean();
        LlmClient client = create(Provider.HANGS);
        Bounded<LlmReply> asking = Bounded.start(() -> {
            try {
                return client.complete(asking("hello"), call());
            } finally {
                flag.set(Thread.currentThread().isInterrupted());
            }
        });
        asking.interrupt();

        assertFails(asking);
        assertThat(flag).as("the flag of the thread").isTrue();
    }

    @Test
    @DisplayName("Given null, it is refused")
    void complete_ofNull_isRefused() {
        LlmClient client = create(Provider.ECHOES);

        assertThatNullPointerException().isThrownBy(() -> client.complete(Nothing.of(), call()));
        assertThatNullPointerException().isThrownBy(() -> client.complete(asking("hello"), Nothing.of()));
    }

    private static LlmException assertFails(Bounded<LlmReply> asking) {
        return assertThatExceptionOfType(LlmException.class)
                .isThrownBy(asking::end)
                .actual();
    }
}

package dev.harbor.tools.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.pause.Resolution;
import dev.harbor.policy.Cancellation;
import dev.harbor.runtime.ResolvedPause;
import dev.harbor.tool.ToolOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server takes back what it has asked: nothing is answered, and the call goes on. */
@Timeout(60)
@SuppressWarnings("try") // worlds are only held
final class WithdrawnQuestionTest {

    private static final Json WENT_ON = Json.string("went on");

    @Test
    void questionThatIsTakenBack_whileAPersonIsAsked_isNotAnswered_andTheCallGoesOnWithItsResult() {
        try (World world = new World(StdioTest.source("wild").elicitation())) {
            ToolOutcome<Json> paused = world.call("srv.ask", "{}");
            String token = ((ToolOutcome.Paused<Json>) paused).token();
            world.result("srv.withdraw", "{}");
            ResolvedPause done =
                    world.ada.resolvePause(token, Resolution.resume("ada", Json.parse("{\"color\":\"blue\"}")));
            Json result = Objects.requireNonNull(Objects.requireNonNull(done.run())
                    .await(Duration.ofSeconds(20))
                    .result());
            assertThat(result).isEqualTo(WENT_ON);
            assertThat(world.result("srv.unasked", "{}")).isEqualTo(Json.string("unasked: 0"));
        }
    }

    @Test
    void modelThatWorksOnAQuestionThatIsTakenBack_isInterrupted_andNotAnswered() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        McpSampling model = request -> {
            asked.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            return Json.EMPTY_OBJECT;
        };
        try (World world = new World(StdioTest.source("wild").sampling(model))) {
            FutureTask<Json> call = new FutureTask<>(() -> world.result("srv.sample", "{}"));
            new Thread(call).start();
            assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
            world.result("srv.withdraw", "{}");
            assertThat(call.get(30, TimeUnit.SECONDS)).isEqualTo(WENT_ON);
            assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(world.result("srv.unasked", "{}")).isEqualTo(Json.string("unasked: 0"));
        }
    }

    @Test
    void serverThatCancelsOurCall_orWhatNobodyKnows_isPassedOver_andCounted() {
        McpSource source = StdioTest.source("wild");
        try (World world = new World(source)) {
            assertThat(world.result("srv.mine", "{}")).isEqualTo(Json.string("not cancelled"));
            assertThat(source.statistics().strays()).isEqualTo(3);
        }
    }

    @Test
    void subscriptionThatAServerOfTheNewestEraEnds_isBegunAnew() {
        McpSource source = StdioTest.source("wild,modern,tears-down");
        try (World world = new World(source)) {
            await().atMost(Duration.ofSeconds(40))
                    .until(() ->
                            !Set.of(Json.string("0"), Json.string("1")).contains(world.result("srv.listens", "{}")));
            assertThat(source.statistics().strays()).isZero();
        }
    }

    @Test
    void questionThatIsTakenBack_beforeItIsHeard_isNeverPutToAnybody() throws Exception {
        Waiting link = new Waiting();
        Patience patience = Patience.of(new ManualTicks(), Duration.ofMinutes(1), Cancellation.create());
        Request request = Request.of("tools/call", Map.of(), Identity.of("acme", "ada", "s"));
        PendingExchange exchange = new PendingExchange(link, 1, request);
        Questions questions = new Questions();
        Question question = new Question(Json.of(7), "elicitation/create", Json.EMPTY_OBJECT, link);
        questions.keep(question);
        exchange.ask(question);
        assertThat(questions.withdraw(Json.of(7))).isTrue();
        assertThat(questions.withdraw(Json.of(7))).isFalse();
        exchange.answered(Envelope.read("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"done\":true}}")
                .get(0));
        assertThat(Objects.requireNonNull(exchange.next(patience).result()).get("done"))
                .contains(Json.of(true));
        question.answer(Json.EMPTY_OBJECT);
        question.refuse(-1, "late");
        assertThat(link.sent).isEmpty();
    }

    @Test
    void idsThatLookAlike_areNotTheSame_andOldQuestionsMakeRoom() {
        Waiting link = new Waiting();
        Questions questions = new Questions();
        questions.keep(new Question(Json.of(1), "elicitation/create", Json.EMPTY_OBJECT, link));
        assertThat(questions.withdraw(Json.string("1"))).isFalse();
        for (int i = 2; i <= Questions.MOST + 1; i++) {
            questions.keep(new Question(Json.of(i), "elicitation/create", Json.EMPTY_OBJECT, link));
        }
        assertThat(questions.withdraw(Json.of(1))).isFalse();
        assertThat(questions.withdraw(Json.of(2))).isTrue();
    }

    /** Is a link that keeps what is sent. */
    private static final class Waiting implements Link, Pendings {

        private final List<Json> sent = new ArrayList<>();

        @Override
        public Exchange open(Request request, Patience patience) {
            throw new IllegalStateException("nothing is asked for");
        }

        @Override
        public void send(Json message) {
            sent.add(message);
        }

        @Override
        public void speak(Spoken spoken) {
            throw new IllegalStateException("nothing is agreed on");
        }

        @Override
        public void listen() {
            throw new IllegalStateException("nobody listens");
        }

        @Override
        public boolean forget(long id) {
            return true;
        }

        @Override
        public void close() {
            sent.clear();
        }
    }
}

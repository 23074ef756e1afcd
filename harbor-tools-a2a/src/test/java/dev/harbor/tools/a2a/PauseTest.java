package dev.harbor.tools.a2a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.harbor.access.ConsentProvider.Consent;
import dev.harbor.access.ConsentRequired;
import dev.harbor.access.CredentialProvider;
import dev.harbor.access.ResourceAuthorizer;
import dev.harbor.access.Secret;
import dev.harbor.error.ErrorCode;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.pause.Pause;
import dev.harbor.pause.PauseException;
import dev.harbor.pause.PauseReason;
import dev.harbor.pause.Resolution;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.run.Run;
import dev.harbor.runtime.RunResult;
import dev.harbor.tool.ToolOutcome;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A task that waits for somebody is a pause; what is answered goes to the same task, once, and only its own identity can answer. */
final class PauseTest {

    private static final Duration BOUND = Duration.ofMinutes(1);

    static Stream<FakeAgent.Speech> speeches() {
        return ResultTest.speeches();
    }

    private static World durable(FakeAgent agent, UnaryOperator<A2aTools.Builder> more) {
        return World.of(agent, more, host -> host.journal(InMemoryJournal.create()));
    }

    private static World durable(FakeAgent agent) {
        return durable(agent, builder -> builder);
    }

    private static ToolOutcome.Paused<Json> paused(ToolOutcome<Json> outcome) {
        assertThat(outcome).isInstanceOf(ToolOutcome.Paused.class);
        return (ToolOutcome.Paused<Json>) outcome;
    }

    /** Resolves a pause and waits for what comes of the call. */
    private static RunResult resolve(World world, String token, Resolution resolution) {
        return world.ada().resolvePause(token, resolution).run().await(BOUND);
    }

    private static String token(RunResult result) {
        return result.tokens().get(0);
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void question_pauses_andItsAnswerGoesToTheSameTask_inAsManyRoundsAsItTakes(FakeAgent.Speech speech)
            throws Exception {
        try (FakeAgent agent = FakeAgent.start(speech);
                World world = durable(agent)) {
            ToolOutcome.Paused<Json> asked = paused(world.say("ask"));
            Pause pause = world.ada().pause(asked.token()).orElseThrow();

            assertThat(pause.reason()).isEqualTo(PauseReason.AWAIT_INPUT);
            assertThat(pause.message()).contains("which colour?", "Fake");
            assertThat(pause.payload().at("/data/0/form").orElseThrow().asString())
                    .isEqualTo("colour");

            RunResult again = resolve(world, asked.token(), Resolution.resume("ada", Json.of("maybe")));
            RunResult end = resolve(world, token(again), Resolution.resume("ada", Json.of("red")));

            assertThat(end.result().toString()).contains("painted maybe, red");
            assertThat(agent.tasks).hasSize(1);
            assertThat(agent.task().received).containsExactly("maybe", "red");
            World.soundly(agent);
        }
    }

    @Test
    void answerInDataAndWords_isSentAsBoth() throws Exception {
        try (FakeAgent agent = FakeAgent.start(FakeAgent.Speech.NEW);
                World world = durable(agent)) {
            ToolOutcome.Paused<Json> asked = paused(world.say("ask"));
            resolve(
                    world,
                    asked.token(),
                    Resolution.resume("ada", Json.of(Map.of("text", "red", "data", Map.of("rgb", "f00")))));

            Json message = agent.messages.get(1).get("message").orElseThrow();
            assertThat(message.at("/parts/0/text").orElseThrow().asString()).isEqualTo("red");
            assertThat(message.at("/parts/1/data/rgb").orElseThrow().asString()).isEqualTo("f00");
            assertThat(message.get("taskId")).contains(Json.of(agent.task().id));
            assertThat(message.get("contextId")).contains(Json.of(agent.task().contextId));
        }
    }

    @Test
    void taskThatMovedOnByItself_isTakenAsItIs_andNothingIsSent() throws Exception {
        try (FakeAgent agent = FakeAgent.start(FakeAgent.Speech.NEW);
                World world = durable(agent)) {
            ToolOutcome.Paused<Json> asked = paused(world.say("ask"));
            agent.task().state("COMPLETED", "decided on my own");
            RunResult end = resolve(world, asked.token(), Resolution.resume("ada", Json.of("red")));

            assertThat(end.result().toString()).contains("decided on my own");
            assertThat(agent.task().received).isEmpty();
        }
    }

    @Test
    void questionThatIsRefused_cancelsTheTask() throws Exception {
        try (FakeAgent agent = FakeAgent.start(FakeAgent.Speech.NEW);
                World world = durable(agent)) {
            ToolOutcome.Paused<Json> asked = paused(world.say("ask"));
            RunResult end =
                    resolve(world, asked.token(), Resolution.reject("ada").note("not now"));

            assertThat(agent.cancels).hasValue(1);
            assertThat(end.result().toString() + end.reason()).contains("A2A_UNANSWERED");
        }
    }

    @Test
    void runThatIsCancelledWhileItsTaskWaits_cancelsTheTask() throws Exception {
        try (FakeAgent agent = FakeAgent.start(FakeAgent.Speech.NEW);
                World world = durable(agent)) {
            for (String what : List.of("ask", "auth")) {
                int before = agent.cancels.get();
                ToolOutcome.Paused<Json> waits = paused(world.say(what));
                String runId =
                        world.ada().pause(waits.token()).map(Pause::runId).orElseThrow();

                world.ada().cancel(runId, "never mind");

                await().atMost(BOUND).until(() -> agent.cancels.get() == before + 1);
            }
            assertThat(agent.tasks.values()).hasSize(2).allMatch(task -> task.is("CANCELED"));
        }
    }

    @Test
    void runThatIsCancelled_whoseTaskIsOver_orGone_asksOnce() throws Exception {
        try (FakeAgent agent = FakeAgent.start(FakeAgent.Speech.NEW);
                World world = durable(agent)) {
            ToolOutcome.Paused<Json> over = paused(world.say("ask"));
            agent.task().state("COMPLETED", "decided on my own");
            ToolOutcome.Paused<Json> gone = paused(world.say("ask"));
            agent.tasks.values().removeIf(task -> !task.is("COMPLETED"));
            for (ToolOutcome.Paused<Json> waits : List.of(over, gone)) {
                int before = agent.cancels.get();
                world.ada()
                        .cancel(world.ada().pause(waits.token()).orElseThrow().runId(), "never mind");
                await().atMost(BOUND).until(() -> agent.cancels.get() == before + 1);
            }
            assertThat(world.runtime.operator().tellAbandoned(10)).isZero();
            assertThat(agent.cancels).hasValue(2);
        }
    }

    @Test
    void authorisation_isLookedForByItself_andTheCallGoesOn() throws Exception {
        try (FakeAgent agent = FakeAgent.start(FakeAgent.Speech.NEW);
                World world = durable(
                        agent,
                        builder -> builder.limits(World.quick()
                                .watch(Duration.ofMillis(100), Duration.ofMillis(200))
                                .build()))) {
            ToolOutcome.Paused<Json> waits = paused(world.say("auth"));
            String runId = world.ada().pause(waits.token()).map(Pause::runId).orElseThrow();
            agent.task().state("COMPLETED", "somebody logged in");

            assertThat(waits.kind()).isEqualTo(PauseReason.EXTERNAL_EVENT.wireName());
            await().atMost(BOUND).until(() -> ended(world, runId));
            assertThat(world.ada().run(runId).orElseThrow().toString()).contains("SUCCEEDED");
            assertThat(agent.executed).hasSize(1);
        }
    }

    private static boolean ended(World world, String runId) {
        return world.ada()
                .run(runId)
                .map(Run::state)
                .filter(state -> state.isTerminal())
                .isPresent();
    }

    @Test
    void authorisationThatSomebodyReports_goesOnWithTheTask() throws Exception {
        try (FakeAgent agent = FakeAgent.start(FakeAgent.Speech.NEW);
                World world = durable(agent)) {
            ToolOutcome.Paused<Json> waits = paused(world.say("auth"));
            agent.task().state("COMPLETED", "you are in");
            RunResult end = resolve(world, waits.token(), Resolution.resume("desk", Json.NULL));

            assertThat(end.result().toString()).contains("you are in");
        }
    }

    @Test
    void taskBeyondTheDeadline_canBeLeftGoing_andIsPickedUp() throws Exception {
        try (FakeAgent agent = FakeAgent.start(FakeAgent.Speech.NEW);
                World world = durable(
                        agent,
                        builder -> builder.onDeadline(A2aDeadline.DETACH)
                                .policy(ToolPolicy.builder()
                                        .timeout(Duration.ofMillis(800))
                                        .build()))) {
            ToolOutcome.Paused<Json> waits = paused(world.say("eof"));
            agent.task().state("COMPLETED", "done at last");
            RunResult end = resolve(world, waits.token(), Resolution.resume("clock", Json.NULL));

            assertThat(end.result().toString()).contains("done at last");
            assertThat(agent.cancels).hasValue(0);
            assertThat(agent.executed).hasSize(1);
        }
    }

    @Test
    void pauseOfAnother_isNobodysElse() throws Exception {
        try (FakeAgent agent = FakeAgent.start(FakeAgent.Speech.NEW);
                World world = durable(agent)) {
            ToolOutcome.Paused<Json> mine = paused(world.say("ask"));
            Identity eve = Identity.of("acme", "eve", "session-1");
            ToolOutcome.Paused<Json> hers =
                    paused(world.runtime.as(eve).call("a_do", Json.of(Map.of("message", "ask"))));

            Assertions.assertThatExceptionOfType(PauseException.class)
                    .isThrownBy(() -> world.runtime
                            .as(eve)
                            .resolvePause(mine.token(), Resolution.resume("eve", Json.of("black"))));
            resolve(world, mine.token(), Resolution.resume("ada", Json.of("red")));

            List<FakeTask> tasks = List.copyOf(agent.tasks.values());
            assertThat(tasks).hasSize(2);
            assertThat(tasks.stream().map(each -> List.copyOf(each.received)))
                    .containsExactlyInAnyOrder(List.of("red"), List.of());
            assertThat(world.runtime.as(eve).pause(hers.token())).isPresent();
        }
    }

    @Test
    void callWithoutAJournal_saysWhatIsAsked() throws Exception {
        try (FakeAgent agent = FakeAgent.start(FakeAgent.Speech.NEW);
                World world = World.of(agent)) {
            assertThat(world.error("ask").code()).isEqualTo(ErrorCode.INPUT_REQUIRED);
            assertThat(world.error("ask").message()).contains("which colour?");
        }
    }

    @Test
    void credentialsThatAreNotAccepted_pause_andTheMessageIsExecutedOnceTheyAre() throws Exception {
        try (FakeAgent agent = FakeAgent.start(FakeAgent.Speech.NEW);
                World world = durable(agent, builder -> builder.bearer("TOKEN"))) {
            agent.token = "another one";
            ToolOutcome.Paused<Json> waits = paused(world.say("echo at last"));
            assertThat(waits.reason()).contains("agents.call").doesNotContain(World.TOKEN);
            agent.token = World.TOKEN;
            RunResult end = resolve(world, waits.token(), Resolution.resume("ada", Json.NULL));

            assertThat(end.result().toString()).contains("at last");
            assertThat(agent.executed).hasSize(1);
        }
    }

    @Test
    void consentThatIsMissing_pauses_andTheTokenIsSentAfterIt() throws Exception {
        AtomicBoolean consented = new AtomicBoolean();
        ResourceAuthorizer authorizer = new ResourceAuthorizer() {
            @Override
            public Optional<Secret> token(URI resource, Identity identity) {
                return consented.get() ? Optional.of(Secret.of(World.TOKEN)) : Optional.empty();
            }

            @Override
            public boolean challenged(
                    URI resource, Identity identity, Secret sent, int status, List<String> wwwAuthenticate) {
                assertThat(wwwAuthenticate).hasSize(1);
                throw new ConsentRequired(new Consent("visit the page", Json.of(Map.of("url", "https://x"))));
            }
        };
        try (FakeAgent agent = FakeAgent.start(FakeAgent.Speech.NEW);
                World world = durable(agent, builder -> builder.authorizer(authorizer))) {
            agent.token = World.TOKEN;
            ToolOutcome.Paused<Json> waits = paused(world.say("echo hello"));
            assertThat(world.ada().pause(waits.token()).orElseThrow().payload().toString())
                    .contains("https://x");
            consented.set(true);
            RunResult end = resolve(world, waits.token(), Resolution.resume("ada", Json.NULL));

            assertThat(end.result().toString()).contains("hello");
            assertThat(agent.executed).hasSize(1);
        }
    }

    @Test
    void consentThatIsMissing_forACredentialByName_pauses_andTheTokenIsSentAfterIt() throws Exception {
        AtomicBoolean consented = new AtomicBoolean();
        CredentialProvider provider = (name, identity) -> {
            if (consented.get()) {
                return Optional.of(Secret.of(World.TOKEN));
            }
            throw new ConsentRequired(new Consent("visit the page", Json.of(Map.of("url", "https://x"))));
        };
        try (FakeAgent agent = FakeAgent.start(FakeAgent.Speech.NEW);
                A2aAccess access = A2aAccess.builder()
                        .allowLoopback()
                        .credentials(provider)
                        .build();
                World world = durable(agent, builder -> builder.access(access).bearer("TOKEN"))) {
            agent.token = World.TOKEN;
            ToolOutcome.Paused<Json> waits = paused(world.say("echo hello"));
            assertThat(world.ada().pause(waits.token()).orElseThrow().payload().toString())
                    .contains("https://x");
            assertThat(agent.executed).isEmpty();
            consented.set(true);
            RunResult end = resolve(world, waits.token(), Resolution.resume("ada", Json.NULL));

            assertThat(end.result().toString()).contains("hello");
            assertThat(agent.executed).hasSize(1);
        }
    }
}

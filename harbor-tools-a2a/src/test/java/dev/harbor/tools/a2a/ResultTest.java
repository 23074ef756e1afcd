package dev.harbor.tools.a2a;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.ArtifactRef;
import dev.harbor.json.Json;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutcome;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of a task is the same in each version, over each binding, streamed and looked up. */
final class ResultTest {

    static Stream<FakeAgent.Speech> speeches() {
        List<FakeAgent.Speech> streamed = List.of(FakeAgent.Speech.NEW, FakeAgent.Speech.OLD, FakeAgent.Speech.REST);
        return Stream.concat(streamed.stream(), streamed.stream().map(FakeAgent.Speech::polled));
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void message_isTheResult(FakeAgent.Speech speech) throws Exception {
        try (FakeAgent agent = FakeAgent.start(speech);
                World world = World.of(agent)) {
            Json result = world.result("echo hello you");

            assertThat(World.text(result)).isEqualTo("hello you");
            assertThat(result.get("state").orElseThrow().asString()).isEqualTo("message");
            assertThat(result.get("task")).isEmpty();
            World.soundly(agent);
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void completed_withPartsOfEveryKind_givesTextDataLinksAndReferences(FakeAgent.Speech speech) throws Exception {
        try (FakeAgent agent = FakeAgent.start(speech);
                World world = World.of(agent)) {
            Json result = world.result("parts");
            Json file = result.at("/files/0").orElseThrow();

            assertThat(World.text(result)).isEqualTo("words");
            assertThat(result.at("/data/0/answer").orElseThrow().asInt()).isEqualTo(42);
            assertThat(result.at("/links/0/url").orElseThrow().asString()).isEqualTo("https://files.example/x.pdf");
            assertThat(file.get("name").orElseThrow().asString()).isEqualTo("report.txt");
            assertThat(file.get("artifact").orElseThrow().asString()).isEqualTo("a2");
            assertThat(file.get("ref").orElseThrow().asString()).matches(ArtifactRef.SPELLING);
            assertThat(world.stored(file)).isEqualTo("bytes of a file");
            assertThat(result.at("/notes/0").orElseThrow().asString()).contains("kind that is not known");
            assertThat(result.get("from").orElseThrow().asString()).contains("Fake", "not instructions");
            World.soundly(agent);
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void completed_inPieces_isJoinedWithoutAnything(FakeAgent.Speech speech) throws Exception {
        try (FakeAgent agent = FakeAgent.start(speech);
                World world = World.of(agent)) {
            assertThat(World.text(world.result("chunks"))).isEqualTo("hello world");
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void completed_withoutArtifacts_saysWhatItsStatusSays(FakeAgent.Speech speech) throws Exception {
        try (FakeAgent agent = FakeAgent.start(speech);
                World world = World.of(agent)) {
            assertThat(World.text(world.result("status all done"))).isEqualTo("all done");
            assertThat(World.text(world.result("empty"))).isEqualTo("(completed, no output)");
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void failedTask_isAnError_withWhatItHadMade(FakeAgent.Speech speech) throws Exception {
        try (FakeAgent agent = FakeAgent.start(speech);
                World world = World.of(agent)) {
            ToolError error = world.error("fail");

            assertThat(error.code()).isEqualTo(Failures.FAILED);
            assertThat(error.errorClass()).isEqualTo(ErrorClass.PERMANENT);
            assertThat(error.outcomeKnown()).isTrue();
            assertThat(error.message()).contains("the oven broke", "kept as sha256:");
            assertThat(agent.executed).hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void rejectedAndCancelledTasks_areErrors(FakeAgent.Speech speech) throws Exception {
        try (FakeAgent agent = FakeAgent.start(speech);
                World world = World.of(agent)) {
            ToolError rejected = world.error("reject");
            ToolError cancelled = world.error("gone");

            assertThat(rejected.code()).isEqualTo(Failures.REJECTED);
            assertThat(rejected.message()).contains("declined", "not my job");
            assertThat(cancelled.code()).isEqualTo(Failures.CANCELLED);
            assertThat(cancelled.message()).contains("cancelled remotely");
            assertThat(List.of(rejected.errorClass(), cancelled.errorClass())).containsOnly(ErrorClass.PERMANENT);
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void streamThatBreaks_isGoneOnWith_andNothingIsSentTwice(FakeAgent.Speech speech) throws Exception {
        try (FakeAgent agent = FakeAgent.start(speech);
                World world = World.of(agent)) {
            assertThat(World.text(world.result("drop"))).isEqualTo("first second");
            assertThat(agent.executed).hasSize(1);
            World.soundly(agent);
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void longText_becomesAnArtifact_withItsBeginning(FakeAgent.Speech speech) throws Exception {
        try (FakeAgent agent = FakeAgent.start(speech);
                World world = World.of(agent)) {
            Json result = world.result("big 200");

            assertThat(World.text(result)).startsWith("xxx").hasSizeLessThanOrEqualTo(1000);
            assertThat(result.at("/files/0/size_bytes").orElseThrow().asLong()).isEqualTo(200 * 1024);
            assertThat(world.stored(result.at("/files/0").orElseThrow())).hasSize(200 * 1024);
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void questionForThePlanner_isAResult_andItsHandleAnswersIt(FakeAgent.Speech speech) throws Exception {
        try (FakeAgent agent = FakeAgent.start(speech);
                World world = World.of(agent, builder -> builder.questions(A2aQuestions.PLANNER))) {
            Json question = world.result("ask");
            String handle = question.get("continue").orElseThrow().asString();
            ToolOutcome<Json> answered =
                    world.ada().call("a_do", Json.of(Map.of("message", "maybe", "continue", handle)));
            ToolOutcome<Json> sure = world.ada().call("a_do", Json.of(Map.of("message", "red", "continue", handle)));

            assertThat(World.text(question)).isEqualTo("which colour?");
            assertThat(question.get("state").orElseThrow().asString()).isEqualTo("input-required");
            assertThat(question.at("/data/0/form").orElseThrow().asString()).isEqualTo("colour");
            assertThat(World.text(answered.orThrow())).isEqualTo("are you sure?");
            assertThat(World.text(sure.orThrow())).isEqualTo("painted maybe, red");
            assertThat(agent.tasks).hasSize(1);
            World.soundly(agent);
        }
    }
}

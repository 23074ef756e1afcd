package dev.harbor.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.access.ApprovalPolicy;
import dev.harbor.access.RestrictionPolicy;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.json.Json;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.ToolRequest;
import dev.harbor.runtime.CallHandle;
import dev.harbor.runtime.Caller;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolContent;
import dev.harbor.tool.ToolOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What happens to a call is the same on every transport and in every way of calling: the outcome, its code, what is told of it, and what was done. */
final class ParityTest {

    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final Pattern REF = Pattern.compile("sha256:[0-9a-f]{64}");

    /** Is how a call is made. */
    enum Way {
        CALL {
            @Override
            ToolOutcome<Json> of(Caller caller, String tool, Json arguments) {
                return caller.call(tool, arguments);
            }
        },
        SUBMIT {
            @Override
            ToolOutcome<Json> of(Caller caller, String tool, Json arguments) throws InterruptedException {
                return caller.submit(tool, arguments).await(BOUND).orElseThrow();
            }
        },
        BATCH {
            @Override
            ToolOutcome<Json> of(Caller caller, String tool, Json arguments) {
                return caller.batch(List.of(ToolRequest.of(tool, arguments)), JoinPolicy.ALL)
                        .get(0);
            }
        };

        abstract ToolOutcome<Json> of(Caller caller, String tool, Json arguments) throws InterruptedException;

        ToolOutcome<Json> of(World world, String message) throws InterruptedException {
            return of(world.ada(), Road.TOOL, World.ask(message));
        }
    }

    static Stream<Arguments> roads() {
        return Stream.of(Road.values()).flatMap(road -> Stream.of(Way.values()).map(way -> Arguments.of(road, way)));
    }

    @ParameterizedTest
    @MethodSource("roads")
    void success_isTheSame(Road road, Way way) throws Exception {
        try (World world = World.of(road, SideEffect.EXTERNAL)) {
            ToolOutcome<Json> outcome = way.of(world, "greet");

            assertThat(World.kind(outcome)).isEqualTo("Success");
            assertThat(outcome.orThrow().toString()).contains("did greet");
            assertThat(world.told(outcome)).containsExactly("tool.invoked", "tool.completed");
            assertThat(world.desk.effects).containsExactly("greet");
            assertProvenance(world, road, outcome);
        }
    }

    private static void assertProvenance(World world, Road road, ToolOutcome<Json> outcome) {
        assertThat(world.provenance(outcome)).isNotEmpty().allSatisfy(call -> {
            assertThat(call.identity()).isEqualTo(World.ADA);
            assertThat(call.toolName()).isEqualTo(Road.TOOL);
        });
        // The first event is told before the tool is looked up.
        assertThat(world.provenance(outcome)).last().satisfies(call -> {
            assertThat(call.transport()).contains(road.kind());
            assertThat(call.effect()).contains(SideEffect.EXTERNAL);
            assertThat(call.definitionDigest()).isPresent();
            assertThat(call.argumentsDigest()).isEqualTo(World.ask("greet").argumentsDigest());
        });
    }

    @ParameterizedTest
    @MethodSource("roads")
    void badArguments_neverArrive(Road road, Way way) throws Exception {
        try (World world = World.of(road, SideEffect.EXTERNAL)) {
            ToolOutcome<Json> outcome = way.of(world.ada(), Road.TOOL, Json.parse("{\"message\": 7}"));

            assertThat(World.kind(outcome)).isEqualTo("Failure INVALID_ARGUMENTS");
            assertThat(world.told(outcome)).containsExactly("tool.invoked", "tool.invalid_args");
            assertThat(world.desk.effects).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("roads")
    void unknownTool_isAnswered(Road road, Way way) throws Exception {
        try (World world = World.of(road, SideEffect.EXTERNAL)) {
            ToolOutcome<Json> outcome = way.of(world.ada(), "desk_none", World.ask("greet"));

            assertThat(World.kind(outcome)).isEqualTo("Failure TOOL_NOT_FOUND");
            assertThat(world.told(outcome)).containsExactly("tool.invoked", "tool.failed");
        }
    }

    @ParameterizedTest
    @MethodSource("roads")
    void denial_neverArrives(Road road, Way way) throws Exception {
        try (World world = World.of(road, SideEffect.EXTERNAL, RestrictionPolicy.allowing(SideEffect.READ))) {
            ToolOutcome<Json> outcome = way.of(world, "greet");

            assertThat(World.kind(outcome)).isEqualTo("Denied effect_denied");
            assertThat(world.told(outcome)).containsExactly("tool.invoked", "tool.denied");
            assertThat(world.desk.effects).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("roads")
    void failureThatGoesAway_isTriedAgainByPolicy_andDoneOnce(Road road, Way way) throws Exception {
        try (World world = World.of(road, SideEffect.READ)) {
            ToolOutcome<Json> outcome = way.of(world, "busy first");

            assertThat(World.kind(outcome)).isEqualTo("Success");
            assertThat(world.desk.effects).containsExactly("busy first");
        }
    }

    @ParameterizedTest
    @MethodSource("roads")
    void answerThatIsLost_leavesDoubt_andIsNeverSentAgain(Road road, Way way) throws Exception {
        try (World world = World.of(road, SideEffect.EXTERNAL)) {
            ToolOutcome<Json> outcome = way.of(world, "lost in transit");

            assertThat(World.kind(outcome)).isEqualTo("Unknown");
            assertThat(world.told(outcome)).containsExactly("tool.invoked", "tool.attempted", "tool.unknown");
            assertThat(world.desk.effects).containsExactly("lost in transit");
        }
    }

    @ParameterizedTest
    @MethodSource("roads")
    void timeOver_ofARead_isAFailure(Road road, Way way) throws Exception {
        try (World world = World.of(
                road,
                SideEffect.READ,
                Road.policy().toBuilder()
                        .timeout(Duration.ofMillis(300))
                        .noRetry()
                        .build())) {
            ToolOutcome<Json> outcome = way.of(world, "slow");

            assertThat(World.kind(outcome)).isEqualTo("Failure TOOL_TIMEOUT");
        }
    }

    @ParameterizedTest
    @MethodSource("roads")
    void timeOver_ofAWrite_leavesDoubt(Road road, Way way) throws Exception {
        try (World world = World.of(
                road,
                SideEffect.EXTERNAL,
                Road.policy().toBuilder().timeout(Duration.ofMillis(300)).build())) {
            ToolOutcome<Json> outcome = way.of(world, "slow");

            assertThat(World.kind(outcome)).isEqualTo("Unknown");
        }
    }

    @ParameterizedTest
    @MethodSource("roads")
    void heavyResult_isStored_andNotShown(Road road, Way way) throws Exception {
        try (World world = World.of(road, SideEffect.READ)) {
            ToolOutcome<Json> outcome = way.of(world, "heavy");

            assertThat(outcome).isInstanceOf(ToolOutcome.Success.class);
            String shown = shown(((ToolOutcome.Success<Json>) outcome).content());
            assertThat(shown).hasSizeLessThan(32 << 10);
            assertThat(stored(world, shown)).isBetween(40_000L, 41_000L);
        }
    }

    /** Returns the size of the artifact that what is shown leads to. */
    private static long stored(World world, String shown) {
        Matcher ref = REF.matcher(shown);
        assertThat(ref.find()).as(shown).isTrue();
        return world.ada()
                .artifacts("look")
                .find(new ArtifactRef(ref.group()))
                .orElseThrow()
                .sizeBytes();
    }

    /** Returns what a planner is shown of a result. */
    private static String shown(ToolContent content) {
        return content instanceof ToolContent.Inline inline ? inline.json().toString() : content.toString();
    }

    @ParameterizedTest
    @MethodSource("paths")
    void cancellation_ofARead_isTold(Road road) throws Exception {
        try (World world = World.of(road, SideEffect.READ)) {
            CallHandle<Json> call = world.ada().submit(Road.TOOL, World.ask("slow"));
            assertThat(world.desk.hanging.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
            call.cancel("enough");
            ToolOutcome<Json> outcome = call.await(BOUND).orElseThrow();

            assertThat(World.kind(outcome)).isEqualTo("Cancelled");
            assertThat(world.told(outcome)).contains("tool.cancelled");
        }
    }

    @ParameterizedTest
    @MethodSource("roads")
    void approval_isWaitedFor_andTheCallIsMadeOnce(Road road, Way way) throws Exception {
        try (World world = World.of(road, SideEffect.EXTERNAL, ApprovalPolicy.askingFor(SideEffect.EXTERNAL))) {
            ToolOutcome<Json> outcome = way.of(world, "greet");

            assertThat(World.kind(outcome)).isEqualTo("Paused");
            assertThat(world.desk.effects).isEmpty();

            String token = ((ToolOutcome.Paused<Json>) outcome).token();
            var resolved = world.ada().resolvePause(token, Resolution.approve("bo"));
            assertThat(resolved.run()).isNotNull();
            assertThat(resolved.run().await(BOUND).isSuccess()).isTrue();
            assertThat(world.desk.effects).containsExactly("greet");
        }
    }

    static Stream<Road> paths() {
        return Stream.of(Road.values());
    }
}

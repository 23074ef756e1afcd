package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.error.HarborException;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.loop.Loop;
import dev.harbor.loop.TurnHandle;
import dev.harbor.loop.TurnResult;
import dev.harbor.loop.TurnState;
import dev.harbor.pause.PauseException;
import dev.harbor.pause.Resolution;
import dev.harbor.run.RunState;
import dev.harbor.runtime.ResumeRequest;
import dev.harbor.runtime.RunHandle;
import dev.harbor.runtime.RunOperator;
import dev.harbor.runtime.RunOperator.Erasure;
import dev.harbor.runtime.RunResult;
import dev.harbor.store.jdbc.ErasureWorld.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is erased is found nowhere any more, not even in a column; what is beside it is as it was, and goes on. */
@Timeout(180)
final class ErasureTest {

    private static final Identity ADA = Identity.of("acme", "ada", "s1");
    private static final Identity ADA_LATER = Identity.of("acme", "ada", "s2");
    private static final Identity BOB = Identity.of("acme", "bob", "s1");
    private static final Identity ELSEWHERE = Identity.of("globex", "ada", "s1");
    private static final List<Identity> ALL = List.of(ADA, ADA_LATER, BOB, ELSEWHERE);

    /** Each session leaves five runs, a loop, and the run of its turn. */
    private static final int STREAMS = 7;

    private final String schema = PostgresServer.newSchema();

    @TempDir
    Path folder;

    /** Whose data is erased. */
    enum Whose {
        SESSION(operator -> operator.eraseSession(ADA), "acme/ada/s1", List.of(ADA)),
        USER(operator -> operator.eraseUser("acme", "ada"), "acme/ada/null", List.of(ADA, ADA_LATER)),
        TENANT(operator -> operator.eraseTenant("acme"), "acme/null/null", List.of(ADA, ADA_LATER, BOB));

        private final Function<RunOperator, Erasure> erasing;
        private final String consents;
        private final List<Identity> erased;

        Whose(Function<RunOperator, Erasure> erasing, String consents, List<Identity> erased) {
            this.erasing = erasing;
            this.consents = consents;
            this.erased = erased;
        }

        Erasure erase(ErasureWorld world) {
            return erasing.apply(world.runtime.operator());
        }

        List<Identity> others() {
            return ALL.stream().filter(each -> !erased.contains(each)).toList();
        }
    }

    static Stream<Arguments> everythingEverywhere() {
        return Stream.of(Kind.values())
                .flatMap(kind -> Stream.of(Whose.values()).map(whose -> Arguments.of(kind, whose)));
    }

    /** Lets a session leave something of every kind, and returns the tokens of what waits. */
    private static List<String> fill(ErasureWorld world, Identity identity) {
        List<String> tokens = new ArrayList<>();
        for (String goal : List.of("look", "wait", "approved", "scoped", "parent")) {
            RunResult result = world.run(identity, goal);
            tokens.addAll(result.tokens());
            boolean ends = goal.equals("look") || goal.equals("parent");
            assertThat(result.state()).as(goal).isEqualTo(ends ? RunState.SUCCEEDED : RunState.WAITING);
        }
        assertThat(turn(world, identity).state()).isEqualTo(TurnState.DONE);
        assertThat(tokens).hasSize(3);
        return tokens;
    }

    private static TurnResult turn(ErasureWorld world, Identity identity) {
        try (Loop loop = world.loop(identity)) {
            return end(loop.send("look"));
        }
    }

    private static boolean isTombstone(String row) {
        return row.startsWith("stream|") && row.contains("|tenant=null|");
    }

    private List<String> rows(Kind kind) {
        return ErasureWorld.rows(kind, folder, schema).stream()
                .filter(row -> !isTombstone(row))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("everythingEverywhere")
    void erased_isFoundNowhere_andNothingElseIsTouched(Kind kind, Whose whose) throws IOException {
        try (ErasureWorld world = ErasureWorld.open(kind, folder, schema)) {
            whose.others().forEach(each -> fill(world, each));
            List<String> kept = world.kept();
            List<String> rows = rows(kind);
            List<String> tokens = new ArrayList<>();
            whose.erased.forEach(each -> tokens.addAll(fill(world, each)));
            assertMarks(kind, world, whose.erased, true);
            long artifacts = whose.erased.stream().mapToLong(world::artifactsOf).sum();
            assertThat(artifacts).isGreaterThanOrEqualTo(STREAMS * whose.erased.size());

            Erasure erasure = whose.erase(world);

            assertThat(erasure).isEqualTo(new Erasure((long) STREAMS * whose.erased.size(), artifacts, 1));
            assertThat(world.erasedConsents).containsExactly(whose.consents);
            assertThat(world.kept()).containsExactlyElementsOf(kept);
            assertThat(rows(kind)).containsExactlyElementsOf(rows);
            assertMarks(kind, world, whose.erased, false);
            whose.erased.forEach(each -> assertGone(world, each));
            tokens.forEach(token -> assertThatThrownBy(
                            () -> world.runtime.as(ADA).resolvePause(token, Resolution.resume("eve", Json.NULL)))
                    .isInstanceOf(PauseException.class));
            assertThat(whose.erase(world)).isEqualTo(new Erasure(0, 0, 1));
            whose.others().forEach(each -> assertGoesOn(world, each));
            fill(world, whose.erased.get(0));
        }
    }

    private void assertMarks(Kind kind, ErasureWorld world, List<Identity> of, boolean areThere) {
        String text = String.join("\n", world.kept()) + String.join("\n", ErasureWorld.rows(kind, folder, schema));
        of.forEach(each -> assertThat(text.contains(ErasureWorld.mark(each)))
                .as(ErasureWorld.mark(each))
                .isEqualTo(areThere));
    }

    private static void assertGone(ErasureWorld world, Identity identity) {
        var caller = world.runtime.as(identity);
        assertThat(caller.run(ErasureWorld.id(identity, "look"))).isEmpty();
        assertThat(caller.pauses()).isEmpty();
        assertThat(caller.loops()).isEmpty();
        assertThat(caller.artifacts(ErasureWorld.id(identity, "look")).list()).isEmpty();
        assertThatExceptionOfType(HarborException.class)
                .isThrownBy(() -> caller.resume(ResumeRequest.of(ErasureWorld.id(identity, "wait"))));
    }

    private static void assertGoesOn(ErasureWorld world, Identity identity) {
        var caller = world.runtime.as(identity);
        assertThat(caller.pauses()).hasSize(3);
        assertThat(caller.artifacts(ErasureWorld.id(identity, "look")).list()).isNotEmpty();
        RunResult ended = caller.resume(
                        ResumeRequest.of(ErasureWorld.id(identity, "wait")).input(Json.of("yes")))
                .await(ErasureWorld.BOUND);
        assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(turn(world, identity).state()).isEqualTo(TurnState.DONE);
    }

    @ParameterizedTest
    @EnumSource(Whose.class)
    void erased_isNotEvenInTheBytesOfTheFiles_whenTheyAreClosed(Whose whose) throws IOException {
        try (ErasureWorld world = ErasureWorld.open(Kind.SQLITE, folder, schema)) {
            ALL.forEach(each -> fill(world, each));
            whose.erase(world);
        }
        StringBuilder bytes = new StringBuilder();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                bytes.append(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        for (Identity each : ALL) {
            assertThat(bytes.indexOf(ErasureWorld.mark(each)) >= 0)
                    .as(ErasureWorld.mark(each))
                    .isEqualTo(!whose.erased.contains(each));
        }
    }

    /** Holds the tool of a run and of a loop's turn while everything is erased under them. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void run_thatIsDrivenMeanwhile_recordsNothingMore_andLeavesNothingBehind(Kind kind) {
        try (ErasureWorld world = ErasureWorld.open(kind, folder, schema)) {
            fill(world, BOB);
            List<String> kept = world.kept();
            RunHandle run = world.runtime.as(ADA).start(ErasureWorld.request(ADA, "gate"));
            Loop loop = world.loop(ADA);
            TurnHandle turn = loop.send("gate");
            loop.send("look");
            world.gate.awaitHeld(2);

            Erasure erasure = world.runtime.operator().eraseSession(ADA);
            assertThat(erasure.streams()).isEqualTo(3);
            assertThat(erasure.artifacts()).isPositive();
            assertThat(world.kept()).containsExactlyElementsOf(kept);
            world.gate.open();

            assertThat(run.await(ErasureWorld.BOUND).reason()).isEqualTo("taken_over");
            assertThat(end(turn).state()).isEqualTo(TurnState.LEFT);
            loop.close();
            world.runtime.operator().eraseSession(ADA);
            assertThat(world.kept()).containsExactlyElementsOf(kept);
            fill(world, ADA);
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void storeThatIsAway_failsTheErasure_whichGoesOnWhenItIsAskedAgain(Kind kind) {
        Failing journal = new Failing("delete");
        Failing artifacts = new Failing("erase");
        try (ErasureWorld world = ErasureWorld.open(kind, folder, schema, journal, artifacts)) {
            fill(world, BOB);
            List<String> kept = world.kept();
            fill(world, ADA);
            long heavy = world.artifactsOf(ADA);

            journal.after(3);
            assertAway(world);
            assertThat(world.artifactsOf(ADA)).as("bytes that runs still name").isEqualTo(heavy);
            journal.never();
            artifacts.after(0);
            assertAway(world);
            assertThat(world.runtime.as(ADA).run(ErasureWorld.id(ADA, "wait"))).isEmpty();
            assertThat(world.erasedConsents).isEmpty();
            artifacts.never();

            assertThat(world.runtime.operator().eraseUser("acme", "ada")).isEqualTo(new Erasure(0, heavy, 1));
            assertThat(world.kept()).containsExactlyElementsOf(kept);
        }
    }

    private static void assertAway(ErasureWorld world) {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> world.runtime.operator().eraseUser("acme", "ada"))
                .withMessage("the store is away");
    }

    private static TurnResult end(TurnHandle turn) {
        try {
            return turn.await(ErasureWorld.BOUND).orElseThrow();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}

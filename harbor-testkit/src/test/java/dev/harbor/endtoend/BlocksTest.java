package dev.harbor.endtoend;

import static dev.harbor.endtoend.Fixture.ADA;
import static dev.harbor.endtoend.Fixture.events;
import static dev.harbor.endtoend.Fixture.runtime;
import static dev.harbor.endtoend.Fixture.script;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactStub;
import dev.harbor.endtoend.Fixture.Text;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.event.HarborEvent;
import dev.harbor.json.Json;
import dev.harbor.json.TypeRef;
import dev.harbor.plan.Decision;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tool.ToolOutput;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Blocks of content are foreign: neither their label nor their stream can do more than fail the call. */
final class BlocksTest {

    private static final byte[] CONTENT = "content".getBytes(UTF_8);

    private final List<HarborEvent> events = events();
    private final AtomicInteger closed = new AtomicInteger();

    private ToolOutcome<Text> call(SideEffect effect, String mediaType, ToolOutput.Content content) {
        Tool<Text, Text> tool = Tool.producing(
                        "image.draw",
                        Text.class,
                        Text.class,
                        (text, context) -> ToolOutput.of(text).block(mediaType, content))
                .effect(effect);
        try (HarborRuntime runtime = runtime(events).tools(tool).build()) {
            ToolOutcome<Text> outcome = runtime.as(ADA).call(tool, new Text("a"));
            if (outcome instanceof ToolOutcome.Success<Text> success) {
                keep(runtime, success.attachments().get(0).ref());
            }
            return outcome;
        }
    }

    private ArtifactInfo stored;
    private byte[] bytes = {};

    private void keep(HarborRuntime runtime, ArtifactRef ref) {
        stored = runtime.as(ADA).artifacts("t").find(ref).orElseThrow();
        try (InputStream in = runtime.as(ADA).artifacts("t").open(ref)) {
            bytes = in.readAllBytes();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void mediaType_thatIsNone_losesNoContent() {
        List<String> malformed = List.of(
                "",
                "   ",
                "image/png\n",
                "image/png\r\nX-Evil: 1",
                "\u0000",
                "te\u0000xt/plain",
                "text/pl\u00e4in",
                "\ud83d",
                "x".repeat(256),
                "image/" + "p".repeat(3_000_000));
        for (String mediaType : malformed) {
            ToolOutcome<Text> outcome = call(SideEffect.WRITE, mediaType, () -> new ByteArrayInputStream(CONTENT));
            ArtifactStub stub =
                    ((ToolOutcome.Success<Text>) outcome).attachments().get(0);
            assertThat(stub.mediaType()).isEqualTo("application/octet-stream");
            assertThat(stub.toJson().sizeBytes()).isLessThan(1024);
            assertThat(bytes).isEqualTo(CONTENT);
            assertThat(stored.options().source().get("tool")).isEqualTo("image.draw@v1");
            assertThat(stored.options().source().get("media_type"))
                    .hasSizeLessThanOrEqualTo(100)
                    .matches("[ -~]*");
        }
    }

    @Test
    void mediaType_thatIsOne_isKeptAsItIs() {
        for (String mediaType : List.of("image/png", "text/plain; charset=\"utf-8\"", "odd", "x".repeat(255))) {
            call(SideEffect.WRITE, mediaType, () -> new ByteArrayInputStream(CONTENT));
            assertThat(stored.mediaType()).isEqualTo(mediaType);
            assertThat(stored.options().source()).containsOnlyKeys("tool");
        }
    }

    @Test
    void nothing_withABlock_isObservedAsNothingWithItsAttachment() {
        Tool<Text, Void> tool = Tool.producing(
                "image.draw",
                Text.class,
                Void.class,
                (text, context) ->
                        ToolOutput.<Void>of(nothing()).block("image/png", () -> new ByteArrayInputStream(CONTENT)));
        try (HarborRuntime runtime = runtime(events).tools(tool).build()) {
            Json seen = observed(runtime, "image.draw");
            assertThat(seen.get("result")).contains(Json.NULL);
            ArtifactStub stub = ArtifactStub.parse(seen.at("/attachments/0").orElseThrow());
            keep(runtime, stub.ref());
            assertThat(bytes).isEqualTo(CONTENT);
        }
    }

    @SuppressWarnings("NullAway") // the one value of its type
    private static Void nothing() {
        return null;
    }

    @Test
    void result_thatIsEmpty_isObservedAsTextThatIsNot() {
        List<Tool<?, ?>> tools = List.of(
                Tool.of("empty.text", Text.class, String.class, text -> ""),
                Tool.of("empty.list", new TypeRef<Text>() {}, new TypeRef<List<String>>() {}, text -> List.of()),
                Tool.of("empty.map", Text.class, Json.class, text -> Json.EMPTY_OBJECT),
                Tool.of(
                        "empty.absent",
                        new TypeRef<Text>() {},
                        new TypeRef<Optional<String>>() {},
                        text -> Optional.empty()),
                Tool.of("empty.nothing", Text.class, Void.class, text -> nothing()));
        try (HarborRuntime runtime = runtime(events).tools(tools).build()) {
            assertThat(tools.stream()
                            .map(tool -> observed(runtime, tool.id().name()).toString()))
                    .containsExactly("\"\"", "[]", "{}", "null", "null");
        }
    }

    /** Returns what a planner reads back of a call. */
    private static Json observed(HarborRuntime runtime, String tool) {
        return runtime.as(ADA)
                .start(RunRequest.goal("do it")
                        .planner(script(Decision.call(tool, Json.of(Map.of("text", "a"))), Decision.finish(Json.NULL))))
                .await(Duration.ofSeconds(30))
                .trajectory()
                .steps()
                .get(0)
                .observations()
                .get(0)
                .content();
    }

    @ParameterizedTest
    @EnumSource(SideEffect.class)
    void stream_thatFails_isTheToolsFault_withAKnownOutcome(SideEffect effect) {
        List<ToolOutput.Content> failing = List.of(
                () -> {
                    throw new IOException("token=abc");
                },
                () -> {
                    throw new IllegalStateException("token=abc");
                },
                () -> new Failing(new IOException("token=abc"), null),
                () -> new Failing(new IllegalStateException("token=abc"), null),
                () -> new Failing(null, new IOException("token=abc")),
                () -> new Failing(null, new NullPointerException("token=abc")));
        for (ToolOutput.Content content : failing) {
            ToolOutcome<Text> outcome = call(effect, "image/png", content);
            assertThat(outcome).isInstanceOfSatisfying(ToolOutcome.Failure.class, failure -> {
                assertThat(failure.error().code()).isEqualTo(ErrorCode.INVALID_RESULT);
                assertThat(failure.error().outcomeKnown()).isTrue();
                assertThat(failure.error().message())
                        .isEqualTo("a block of the output of the tool could not be read")
                        .doesNotContain("token");
                assertThat(failure.error().cause()).isNotNull();
            });
        }
        assertThat(closed).as("streams that were opened were closed").hasValue(4);
    }

    @Test
    void stream_ofAStoreThatFails_isNotBlamedOnTheTool() {
        ToolOutcome<Text> outcome = call(
                SideEffect.WRITE,
                "image/png",
                () -> new Failing(new StoreException(ErrorCode.STORE_FAILED, "the disk is gone"), null));
        assertThat(outcome.errorCode()).isEqualTo(ErrorCode.STORE_FAILED);
    }

    /** Fails after some bytes, or when it is closed. */
    private final class Failing extends FilterInputStream {

        private final Exception atRead;
        private final Exception atClose;
        private int read;

        Failing(Exception atRead, Exception atClose) {
            super(new ByteArrayInputStream(new byte[100_000]));
            this.atRead = atRead;
            this.atClose = atClose;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (atRead != null && read > 10_000) {
                fail(atRead);
            }
            int count = super.read(into, offset, Math.min(length, 1000));
            read += count;
            return count;
        }

        @Override
        public void close() throws IOException {
            closed.incrementAndGet();
            if (atClose != null) {
                fail(atClose);
            }
        }

        private static void fail(Exception how) throws IOException {
            if (how instanceof IOException io) {
                throw io;
            }
            throw (RuntimeException) how;
        }
    }
}

package dev.harbor.endtoend;

import static dev.harbor.endtoend.Fixture.ADA;
import static dev.harbor.endtoend.Fixture.BOB;
import static dev.harbor.endtoend.Fixture.events;
import static dev.harbor.endtoend.Fixture.runtime;
import static dev.harbor.endtoend.Fixture.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactStub;
import dev.harbor.endtoend.Fixture.Text;
import dev.harbor.error.ErrorCode;
import dev.harbor.event.HarborEvent;
import dev.harbor.json.Json;
import dev.harbor.json.Violation;
import dev.harbor.plan.Decision;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.tool.InvalidArguments;
import dev.harbor.tool.InvalidResult;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContent;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tool.ToolOutput;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Heavy content of every kind is stored, byte-exactly at the threshold, and only its owner finds it. */
final class OffloadTest {

    private static final int ENVELOPE = "{\"text\":\"\"}".length();

    private final List<HarborEvent> events = events();

    private static Tool<Text, Text> repeat() {
        return Tool.of("text.repeat", Text.class, Text.class, text -> text).effect(SideEffect.READ);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "é", "€", "😀"})
    void result_isInlineBelowTheThreshold_andStoredFromItOn(String unit) {
        int width = unit.getBytes(StandardCharsets.UTF_8).length;
        int room = 32_768 - ENVELOPE;
        String atThreshold = unit.repeat(room / width) + "x".repeat(room % width);
        String below = atThreshold.substring(unit.length()) + "x".repeat(width - 1);
        try (HarborRuntime runtime = runtime(events).tools(repeat()).build()) {
            assertThat(content(runtime.as(ADA).call(repeatOf(runtime), new Text(below))))
                    .isInstanceOf(ToolContent.Inline.class);
            assertThat(content(runtime.as(ADA).call(repeatOf(runtime), new Text(atThreshold))))
                    .isInstanceOfSatisfying(
                            ToolContent.Offloaded.class,
                            heavy -> assertThat(heavy.stub().sizeBytes()).isEqualTo(32_768));
        }
    }

    @SuppressWarnings("unchecked") // the tool was registered with these types
    private static Tool<Text, Text> repeatOf(HarborRuntime runtime) {
        return (Tool<Text, Text>) ((dev.harbor.catalog.ToolLookup.Found)
                        runtime.catalog().snapshot().resolve("text.repeat", ADA, java.util.Set.of()))
                .tool();
    }

    private static ToolContent content(ToolOutcome<?> outcome) {
        return ((ToolOutcome.Success<?>) outcome).content();
    }

    @Test
    void stored_resultIsWhole_forItsOwner_andDoesNotExistForOthers() throws IOException {
        Tool<Text, Text> tool = repeat();
        try (HarborRuntime runtime = runtime(events).tools(tool).build()) {
            String text = "z".repeat(100_000);
            ToolOutcome<Text> outcome = runtime.as(ADA).call(tool, new Text(text));
            assertThat(outcome.orThrow().text()).isEqualTo(text);
            ArtifactRef ref = ((ToolContent.Offloaded) content(outcome)).stub().ref();
            byte[] stored = runtime.as(ADA).artifacts("t").open(ref).readAllBytes();
            assertThat(new String(stored, StandardCharsets.UTF_8)).isEqualTo("{\"text\":\"" + text + "\"}");
            assertThat(runtime.as(BOB).artifacts("t").find(ref)).isEmpty();
            assertThat(runtime.as(BOB)
                            .call("artifact.fetch", Json.of(Map.of("ref", ref.id())))
                            .isSuccess())
                    .isFalse();
        }
    }

    @Test
    void threshold_ofATool_lowersTheRuntimes_andCannotRaiseIt() {
        Tool<Text, Text> low =
                repeat().policy(ToolPolicy.builder().heavyThresholdBytes(1024).build());
        try (HarborRuntime runtime = runtime(events).tools(low).build()) {
            assertThat(content(runtime.as(ADA).call(low, new Text("x".repeat(1024)))))
                    .isInstanceOf(ToolContent.Offloaded.class);
        }
        Tool<Text, Text> high = repeat().policy(
                        ToolPolicy.builder().heavyThresholdBytes(1 << 20).build());
        try (HarborRuntime runtime = runtime(events).tools(high).build()) {
            assertThat(content(runtime.as(ADA).call(high, new Text("x".repeat(40_000)))))
                    .isInstanceOf(ToolContent.Offloaded.class);
        }
    }

    @Test
    void blocks_areArtifactsOfTheirOwn() throws IOException {
        byte[] picture = {1, 2, 3, (byte) 0xff};
        Tool<Text, Text> drawing = Tool.producing(
                "image.draw",
                Text.class,
                Text.class,
                (text, context) -> ToolOutput.of(text).block("image/png", () -> new ByteArrayInputStream(picture)));
        try (HarborRuntime runtime = runtime(events).tools(drawing).build()) {
            ToolOutcome.Success<Text> outcome =
                    (ToolOutcome.Success<Text>) runtime.as(ADA).call(drawing, new Text("a"));
            ArtifactStub stub = outcome.attachments().get(0);
            assertThat(stub.mediaType()).isEqualTo("image/png");
            assertThat(runtime.as(ADA).artifacts("t").open(stub.ref()).readAllBytes())
                    .isEqualTo(picture);
            assertThat(events)
                    .extracting(HarborEvent::type)
                    .containsExactly("tool.invoked", "artifact.stored", "tool.completed");
        }
    }

    @Test
    void errorText_ofMegabytes_isStoredAndCut() throws IOException {
        Tool<Text, Text> shouting = Tool.<Text, Text>of("text.shout", Text.class, Text.class, text -> {
            throw ToolFailed.permanent("é".repeat(3_000_000));
        });
        try (HarborRuntime runtime = runtime(events).tools(shouting).build()) {
            ToolOutcome.Failure<Text> outcome =
                    (ToolOutcome.Failure<Text>) runtime.as(ADA).call(shouting, new Text("a"));
            String message = outcome.error().message();
            assertThat(message.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(4096);
            String id = message.substring(message.indexOf("sha256:"), message.indexOf("sha256:") + 71);
            assertThat(runtime.as(ADA).artifacts("t").open(new ArtifactRef(id)).readAllBytes())
                    .hasSize(6_000_000);
        }
    }

    @Test
    void violations_ofMegabytes_thatAToolNames_areCut() {
        String huge = "\u0001".repeat(3_000_000);
        List<Violation> many =
                Collections.nCopies(100, new Violation("/" + huge, huge, huge, Collections.nCopies(100, huge)));
        Tool<Text, Text> picky = Tool.<Text, Text>of("text.picky", Text.class, Text.class, text -> {
            throw new InvalidArguments("none of it", many);
        });
        Tool<Text, Text> clumsy = Tool.<Text, Text>of("text.clumsy", Text.class, Text.class, text -> {
            throw new InvalidResult("none of it", many);
        });
        try (HarborRuntime runtime = runtime(events).tools(picky, clumsy).build()) {
            for (Tool<Text, Text> tool : List.of(picky, clumsy)) {
                ToolOutcome.Failure<Text> outcome =
                        (ToolOutcome.Failure<Text>) runtime.as(ADA).call(tool, new Text("a"));
                assertThat(outcome.error().violations()).hasSize(8).allSatisfy(each -> {
                    assertThat(each.message()).hasSize(153).endsWith("...");
                    assertThat(each.pointer()).hasSize(153).startsWith("/");
                    assertThat(each.allowed()).hasSize(5).allMatch(text -> text.length() == 43);
                });
                assertThat(observed(runtime, tool.id().name()).sizeBytes()).isLessThan(32 * 1024);
            }
        }
    }

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
    @ValueSource(ints = {1024, 32_768})
    void stub_asAPlannerReadsIt_isACall_andEachPageNamesTheNext(int defaultThreshold) {
        Tool<Text, Text> tool = repeat();
        try (HarborRuntime runtime = runtime(events)
                .tools(tool)
                .policy(ToolPolicy.builder()
                        .heavyThresholdBytes(defaultThreshold)
                        .build())
                .build()) {
            String text = "ä€😀\"\\n".repeat(9_000);
            Json stub = Json.parse(content(runtime.as(ADA).call(tool, new Text(text)))
                    .visible()
                    .toString());
            Map<String, Object> arguments =
                    new LinkedHashMap<>(stub.get("fetch").orElseThrow().members());
            String reader = ((Json) arguments.remove("tool")).asString();
            StringBuilder read = new StringBuilder();
            boolean more = true;
            while (more) {
                ToolOutcome<Json> page = runtime.as(ADA).call(reader, Json.of(arguments));
                Json seen = content(page).visible();
                read.append(seen.get("content").orElseThrow().asString());
                more = seen.get("next_offset").isPresent();
                arguments = more
                        ? Map.of(
                                "ref", seen.get("ref").orElseThrow(),
                                "offset", seen.get("next_offset").orElseThrow())
                        : Map.of();
            }
            assertThat(Json.parse(read.toString())).isEqualTo(Json.of(Map.of("text", text)));
        }
    }

    record Where(ArtifactRef document) {}

    @Test
    void argument_thatRefersToAnArtifact_mustExistInTheSession() {
        Tool<Where, Text> open = Tool.of("doc.open", Where.class, Text.class, (where, context) -> {
                    try (java.io.InputStream in = context.artifacts().open(where.document())) {
                        return new Text(new String(in.readAllBytes(), StandardCharsets.UTF_8));
                    }
                })
                .effect(SideEffect.READ);
        try (HarborRuntime runtime = runtime(events).tools(open).build()) {
            ArtifactRef ref = runtime.as(ADA)
                    .artifacts("upload")
                    .put("hello".getBytes(StandardCharsets.UTF_8), ArtifactOptions.of("text/plain"))
                    .ref();
            Json arguments = Json.of(Map.of("document", ref.id()));
            assertThat(runtime.as(ADA).call("doc.open", arguments).orThrow())
                    .isEqualTo(Json.of(Map.of("text", "hello")));
            ToolOutcome<Json> foreign = runtime.as(BOB).call("doc.open", arguments);
            assertThat(foreign.errorCode()).isEqualTo(ErrorCode.INVALID_ARGUMENTS);
            assertThat(((ToolOutcome.Failure<Json>) foreign).error().violations())
                    .singleElement()
                    .satisfies(at -> assertThat(at.pointer()).isEqualTo("/document"));
        }
    }
}

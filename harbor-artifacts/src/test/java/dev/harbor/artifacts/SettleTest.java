package dev.harbor.artifacts;

import static dev.harbor.artifacts.Samples.ADA;
import static dev.harbor.artifacts.Samples.RUN;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifact.ArtifactStub;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.safety.ContextSafety;
import dev.harbor.tool.ToolContent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SettleTest {

    private static final int LOWEST = 1024;
    private static final int HIGHEST = 1 << 20;

    private final ArtifactStore store = Artifacts.memoryStore();

    private ContextSafety safety(int threshold) {
        return Artifacts.builder()
                .thresholdBytes(threshold)
                .clock(Samples.CLOCK)
                .over(store);
    }

    private ToolContent settle(int threshold, Json value) {
        return safety(threshold).settle(value, RUN, "weather.forecast", threshold);
    }

    private ArtifactStub stub(int threshold, Json value) {
        return ((ToolContent.Offloaded) settle(threshold, value)).stub();
    }

    /** Returns a JSON string of exactly so many bytes, quotes included. */
    private static Json string(String unit, int bytes) {
        int width = unit.getBytes(UTF_8).length;
        int room = bytes - 2;
        return Json.string(unit.repeat(room / width) + "x".repeat(room % width));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "é", "€", "😀"})
    void value_atEachThreshold_isOffloadedFromItOn_andUnchangedBelow(String unit) {
        for (int threshold : new int[] {LOWEST, LOWEST + 1, 4096, 32 * 1024, HIGHEST}) {
            Json below = string(unit, threshold - 1);
            assertThat(below.sizeBytes()).isEqualTo(threshold - 1);
            assertThat(settle(threshold, below))
                    .isInstanceOfSatisfying(
                            ToolContent.Inline.class,
                            inline -> assertThat(inline.json()).isSameAs(below));
            assertThat(stub(threshold, string(unit, threshold)).sizeBytes()).isEqualTo(threshold);
            assertThat(stub(threshold, string(unit, threshold + 1)).sizeBytes()).isEqualTo(threshold + 1);
        }
    }

    @Test
    void offloaded_isStoredWhole_withItsSource() throws Exception {
        Json value = Json.of(Map.of("text", "ü\u0001\"".repeat(20_000)));
        ArtifactStub stub = stub(32 * 1024, value);
        ArtifactInfo info = store.find(ADA, stub.ref()).orElseThrow();
        assertThat(Samples.read(safety(LOWEST).artifacts(RUN), stub.ref())).isEqualTo(value.toBytes());
        assertThat(info.mediaType()).isEqualTo("application/json");
        assertThat(info.scope()).isEqualTo(RUN);
        assertThat(info.options().source())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("tool", "weather.forecast", "task", "run-1", "created", "2030-01-01T00:00:00Z"));
        assertThat(stub.mediaType()).isEqualTo("application/json");
        assertThat(stub.fetchTool()).isEqualTo("artifact.fetch");
    }

    @Test
    void threshold_ofATool_lowersOnly() {
        ContextSafety safety = safety(4096);
        Json value = string("x", 2000);
        assertThat(safety.settle(value, RUN, "t", 1024)).isInstanceOf(ToolContent.Offloaded.class);
        assertThat(safety.settle(value, RUN, "t", 4096)).isInstanceOf(ToolContent.Inline.class);
        assertThat(safety.settle(string("x", 5000), RUN, "t", HIGHEST)).isInstanceOf(ToolContent.Offloaded.class);
    }

    @Test
    void threshold_thatWouldTurnItOff_orMakeStubsHeavy_isRefused() {
        for (int threshold : new int[] {Integer.MIN_VALUE, -1, 0, 1, LOWEST - 1}) {
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> safety(LOWEST).settle(Json.NULL, RUN, "t", threshold));
        }
    }

    @Test
    void store_thatFails_failsTheCaller_andLetsNothingThrough() {
        ContextSafety safety = Artifacts.over(Samples.broken());
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> safety.settle(string("x", 40_000), RUN, "t", 32_768));
        assertThat(safety.settle(Json.NULL, RUN, "t", 32_768)).isInstanceOf(ToolContent.Inline.class);
    }

    @Test
    void sameCallIds_ofTwoTenants_areApart() {
        ContextSafety safety = safety(LOWEST);
        ArtifactScope other = new ArtifactScope(Identity.of("rival", "eve", "s1"), "run-1");
        ArtifactStub mine = ((ToolContent.Offloaded) safety.settle(string("m", 5000), RUN, "t", LOWEST)).stub();
        ArtifactStub theirs = ((ToolContent.Offloaded) safety.settle(string("t", 5000), other, "t", LOWEST)).stub();
        assertThat(safety.artifacts(other).find(mine.ref())).isEmpty();
        assertThat(safety.artifacts(RUN).find(theirs.ref())).isEmpty();
    }

    @Test
    void results_ofFiveMegabytes_leaveOnlyStubs() {
        ContextSafety safety = safety(32 * 1024);
        long visible = 0;
        for (int i = 0; i < 20; i++) {
            visible += safety.settle(Json.string(i + "x".repeat(5_000_000)), RUN, "t", HIGHEST)
                    .visible()
                    .sizeBytes();
        }
        assertThat(visible).isLessThan(20 * 32 * 1024);
        assertThat(store.list(ArtifactFilter.session(ADA), 100)).hasSize(20);
    }

    // ---- stubs and previews

    private static List<Json> shapes(int bytes) {
        String nested = "[".repeat(30) + "\"" + "d".repeat(bytes) + "\"" + "]".repeat(30);
        Map<String, Object> many = IntStream.range(0, bytes / 4)
                .boxed()
                .collect(Collectors.toMap(i -> "k" + i, i -> i, (a, b) -> a, LinkedHashMap::new));
        return List.of(
                Json.string("x".repeat(bytes)),
                Json.string("\u0001".repeat(bytes)),
                Json.string("\"\\".repeat(bytes)),
                Json.string("😀".repeat(bytes)),
                Json.parse("\"" + "\\ud83d\\ude00".repeat(bytes / 12 + 1) + "\""),
                Json.parse("\"" + "\\u0000\\n".repeat(bytes / 8 + 1) + "\""),
                Json.of(IntStream.range(0, bytes).boxed().toList()),
                Json.of(List.of("é".repeat(bytes))),
                Json.parse(nested),
                Json.parse("9".repeat(900) + " ".repeat(bytes)),
                Json.of(many),
                Json.of(Map.of("a".repeat(bytes), 1)),
                Json.of(Map.of("\u0001".repeat(bytes), "\u0002".repeat(bytes))),
                Json.of(Map.of("only", many)),
                Json.of(Map.of("only", Map.of("only", "y".repeat(bytes)))));
    }

    @Test
    void stub_ofAnyShape_isBelowTheThreshold_andItsPreviewIsSmall() {
        for (int threshold : new int[] {LOWEST, 5000, 32 * 1024, HIGHEST}) {
            for (Json value : shapes(threshold)) {
                ArtifactStub stub = stub(threshold, value);
                int summary = Json.string(String.valueOf(stub.summary())).sizeBytes() - 2;
                assertThat(stub.toJson().sizeBytes())
                        .as("stub below %d", threshold)
                        .isLessThan(threshold);
                assertThat(summary).isLessThanOrEqualTo(Math.min(16 * 1024, threshold / 2));
                assertThat(stub.summary()).isNotEmpty().doesNotContain("\ufffd");
            }
        }
    }

    @Test
    void preview_ofAnObject_keepsSmallMembers_andTellsTheSizeOfOthers() {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("city", "Oslo");
        value.put("days", List.of(1, 2, 3));
        value.put("log", "l".repeat(40_000));
        value.put("last", true);
        assertThat(stub(32 * 1024, Json.of(value)).summary())
                .isEqualTo("{\"city\":\"Oslo\",\"days\":[1,2,3],\"log\":\"[40002 bytes omitted]\",\"last\":true}");
    }

    @Test
    void preview_ofAWrapper_showsWhatIsInside() {
        Map<String, Object> inside = new LinkedHashMap<>();
        inside.put("id", 7);
        inside.put("body", "b".repeat(40_000));
        assertThat(stub(32 * 1024, Json.of(Map.of("result", inside))).summary())
                .isEqualTo("{\"id\":7,\"body\":\"[40002 bytes omitted]\"}");
        assertThat(stub(32 * 1024, Json.of(Map.of("result", Map.of("body", "b".repeat(40_000)))))
                        .summary())
                .isEqualTo("{\"result\":\"[40011 bytes omitted]\"}");
    }

    @Test
    void preview_ofManyMembers_saysHowManyAreLeft() {
        Map<String, Object> many = new LinkedHashMap<>();
        for (int i = 0; i < 10_000; i++) {
            many.put("member" + i, i);
        }
        String summary = stub(32 * 1024, Json.of(many)).summary();
        assertThat(summary).startsWith("{\"member0\":0,\"member1\":1,").endsWith(" more members]");
    }

    @Test
    void preview_ofTextAndLists_isTheirBeginning() {
        assertThat(stub(LOWEST, Json.string("line\n".repeat(1000))).summary())
                .startsWith("line\nline\n")
                .endsWith("... [the beginning of 6002 bytes]");
        assertThat(stub(LOWEST, Json.of(IntStream.range(0, 1000).boxed().toList()))
                        .summary())
                .startsWith("[0,1,2,3,")
                .endsWith("... [the beginning of 3891 bytes]");
    }

    @Test
    void beginningOfAString_readInBulk_isWhatReadingByCharacterGives_orNothing() {
        int count = 20;
        for (String odd : List.of("", "é", "€", "😀", "\"", "\\", "\n", "\u0001", "\u007f")) {
            for (int place = 0; place <= 2 * count; place++) {
                String text = "x".repeat(place) + odd + "y".repeat(count - place % count);
                byte[] quoted = Json.string(text).toBytes();
                String plain = QuotedPrefix.plain(quoted, count);
                String slow = Escaped.prefix(QuotedPrefix.of(quoted, quoted.length), count);
                boolean isPlain =
                        text.length() >= count && text.substring(0, count).matches("[ !#-\\[\\]-\u007f]*");
                assertThat(plain).isEqualTo(isPlain ? slow : null);
            }
        }
    }

    @Test
    void preview_isCutBetweenCodePoints_atEveryOffset() {
        for (int shift = 0; shift < 16; shift++) {
            String text = "s".repeat(shift) + "é€😀".repeat(2000);
            String shown = String.valueOf(stub(LOWEST, Json.string(text)).summary());
            String beginning = shown.substring(0, shown.indexOf("... ["));
            assertThat(text).startsWith(beginning);
            assertThat(beginning.length()).isGreaterThan(100);
            assertThat(Character.isHighSurrogate(beginning.charAt(beginning.length() - 1)))
                    .isFalse();
        }
    }
}

package dev.harbor.artifacts;

import static dev.harbor.artifacts.Samples.ADA;
import static dev.harbor.artifacts.Samples.RUN;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import dev.harbor.json.InvalidJsonException;
import dev.harbor.json.Json;
import dev.harbor.safety.ContextSafety;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContent;
import dev.harbor.tool.ToolFailed;
import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FetchToolTest {

    private final ContextSafety small = Artifacts.builder().thresholdBytes(1024).memory();

    @SuppressWarnings("unchecked")
    private static Tool<Json, Json> tool(ContextSafety safety) {
        return (Tool<Json, Json>) safety.tools().get(0);
    }

    private static Json fetch(ContextSafety safety, ArtifactScope scope, Map<String, Object> arguments) {
        Tool<Json, Json> tool = tool(safety);
        try {
            Json decoded = tool.invoker().decode(Json.of(arguments));
            Json result = tool.invoker()
                    .invoke(decoded, new FakeCall(safety.artifacts(scope)))
                    .value();
            return tool.invoker().encodeResult(result, true);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static ArtifactRef put(ContextSafety safety, byte[] content, String mediaType) {
        return safety.artifacts(RUN).put(content, ArtifactOptions.of(mediaType)).ref();
    }

    private static String text(Json page, String member) {
        return page.get(member).orElseThrow().asString();
    }

    private static byte[] bytes(Json page) {
        String content = text(page, "content");
        return text(page, "encoding").equals("text")
                ? content.getBytes(UTF_8)
                : Base64.getDecoder().decode(content);
    }

    /** Reads pages until there are no more, and checks of each that nobody would offload it. */
    private static byte[] readAll(ContextSafety safety, ArtifactRef ref, int length) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        long offset = 0;
        while (true) {
            Json page = fetch(safety, RUN, Map.of("ref", ref.id(), "offset", offset, "length", length));
            assertThat(safety.settle(page, RUN, "artifact.fetch", safety.thresholdBytes()))
                    .isInstanceOf(ToolContent.Inline.class);
            assertThat(page.get("offset").orElseThrow().asLong())
                    .isEqualTo(offset)
                    .isEqualTo(all.size());
            byte[] content = bytes(page);
            all.writeBytes(content);
            boolean more = page.get("truncated").orElseThrow().asBoolean();
            assertThat(page.get("next_offset").isPresent()).isEqualTo(more);
            if (!more) {
                return all.toByteArray();
            }
            assertThat(content).isNotEmpty();
            offset = page.get("next_offset").orElseThrow().asLong();
        }
    }

    private static List<byte[]> contents() {
        return List.of(
                new byte[0],
                "a".getBytes(UTF_8),
                "line\r\n\t\"quoted\" \\ \n".repeat(400).getBytes(UTF_8),
                "\u0001\u001f\u0000".repeat(1000).getBytes(UTF_8),
                "é€😀x".repeat(1500).getBytes(UTF_8),
                "\u2028\ufeff\ufffd\ufffe".repeat(800).getBytes(UTF_8),
                ("ok".repeat(300) + "é").getBytes(java.nio.charset.StandardCharsets.ISO_8859_1),
                Samples.random(9_000, 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain",
                "application/json",
                "text/plain; charset=\"utf-8\"",
                "application/octet-stream",
                "image/png"
            })
    void pages_ofAnything_addUpToTheWhole_andAreNeverHeavy(String mediaType) {
        for (int threshold : new int[] {1024, 1025, 2048, 32 * 1024}) {
            ContextSafety safety = Artifacts.builder().thresholdBytes(threshold).memory();
            for (byte[] content : contents()) {
                ArtifactRef ref = put(safety, content, mediaType);
                for (int length : new int[] {3, 100, 511, Integer.MAX_VALUE}) {
                    if (length > 3 || content.length < 2_000) {
                        assertThat(readAll(safety, ref, length)).isEqualTo(content);
                    }
                }
            }
        }
    }

    @Test
    void page_ofTheLongestMediaType_isBelowTheLowestThreshold() {
        ArtifactRef ref = put(small, "\u0001".repeat(5000).getBytes(UTF_8), "text/" + "\"".repeat(250));
        assertThat(readAll(small, ref, Integer.MAX_VALUE)).hasSize(5000);
    }

    @Test
    void text_thatIsUtf8_isGivenAsText_cutBetweenCodePoints() {
        ArtifactRef ref = put(small, "😀".repeat(1000).getBytes(UTF_8), "text/plain");
        for (int length = 1; length < 20; length++) {
            Json page = fetch(small, RUN, Map.of("ref", ref.id(), "length", length));
            assertThat(text(page, "encoding")).isEqualTo("text");
            assertThat(text(page, "content")).isEqualTo("😀".repeat(Math.max(1, length / 4)));
        }
    }

    @Test
    void offset_insideACodePoint_isExact() {
        byte[] content = "😀".repeat(100).getBytes(UTF_8);
        ArtifactRef ref = put(small, content, "text/plain");
        for (int offset = 0; offset < 9; offset++) {
            Json page = fetch(small, RUN, Map.of("ref", ref.id(), "offset", offset));
            byte[] shown = bytes(page);
            assertThat(shown)
                    .isNotEmpty()
                    .isEqualTo(java.util.Arrays.copyOfRange(content, offset, offset + shown.length));
        }
    }

    @Test
    void page_saysWhatItIs() {
        ArtifactRef ref = put(small, "hello".getBytes(UTF_8), "text/plain");
        assertThat(fetch(small, RUN, Map.of("ref", ref.id())).toString())
                .isEqualTo(
                        "{\"ref\":\"" + ref.id()
                                + "\",\"mime\":\"text/plain\",\"size_bytes\":5,\"offset\":0,\"content\":\"hello\",\"encoding\":\"text\",\"truncated\":false}");
        assertThat(fetch(small, RUN, Map.of("ref", ref.id(), "offset", 1, "length", 2))
                        .toString())
                .contains("\"content\":\"el\"", "\"next_offset\":3", "\"truncated\":true");
    }

    @Test
    void offset_atOrPastTheEnd_givesAnEmptyLastPage() {
        ArtifactRef ref = put(small, "hello".getBytes(UTF_8), "text/plain");
        for (long offset : new long[] {5, 6, 1_000_000, Long.MAX_VALUE}) {
            assertThat(fetch(small, RUN, Map.of("ref", ref.id(), "offset", offset))
                            .toString())
                    .contains("\"content\":\"\"", "\"truncated\":false")
                    .doesNotContain("next_offset");
        }
    }

    @Test
    void ref_thatTheSessionDoesNotHave_isAPlainFailure() {
        ArtifactRef ref = put(small, "hello".getBytes(UTF_8), "text/plain");
        ArtifactScope other = new ArtifactScope(Identity.of("acme", "eve", "s1"), "run-1");
        for (String wanted :
                List.of("", "x", "sha256:abc", ref.id().toUpperCase(java.util.Locale.ROOT), ref.id() + " ")) {
            assertNotFound(RUN, wanted);
        }
        assertNotFound(RUN, "sha256:" + "0".repeat(64));
        assertNotFound(other, ref.id());
    }

    private void assertNotFound(ArtifactScope scope, String ref) {
        assertThatExceptionOfType(ToolFailed.class)
                .isThrownBy(() -> fetch(small, scope, Map.of("ref", ref)))
                .withMessage("no such artifact in this session")
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.ARTIFACT_NOT_FOUND));
    }

    @Test
    void otherTask_ofTheSession_readsToo() {
        ArtifactRef ref = put(small, "hello".getBytes(UTF_8), "text/plain");
        assertThat(fetch(small, new ArtifactScope(ADA, "run-2"), Map.of("ref", ref.id()))
                        .toString())
                .contains("hello");
    }

    @Test
    void arguments_thatAreWrong_areRefused() {
        ArtifactRef ref = put(small, "hello".getBytes(UTF_8), "text/plain");
        for (Map<String, Object> wrong : List.<Map<String, Object>>of(
                Map.of(),
                Map.of("ref", 7),
                Map.of("ref", ref.id(), "offset", -1),
                Map.of("ref", ref.id(), "length", 0),
                Map.of("ref", ref.id(), "length", "all"),
                Map.of("ref", ref.id(), "max", 1))) {
            assertThatExceptionOfType(InvalidJsonException.class).isThrownBy(() -> fetch(small, RUN, wrong));
        }
    }

    @Test
    void store_thatFails_isNoMissingArtifact() {
        ContextSafety broken = Artifacts.over(Samples.broken());
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> fetch(broken, RUN, Map.of("ref", "sha256:" + "0".repeat(64))))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_FAILED));
    }

    @Test
    void tool_readsAndHasTheNameThatStubsTell() {
        Tool<?, ?> tool = tool(small);
        assertThat(tool.id().name()).isEqualTo("artifact.fetch");
        assertThat(tool.definition().effect()).isEqualTo(SideEffect.READ);
    }

    @Test
    void offloadedValue_isReadBackInPages() {
        Json value = Json.of(Map.of("text", "é\n".repeat(3000)));
        ToolContent.Offloaded heavy = (ToolContent.Offloaded) small.settle(value, RUN, "t", 1024);
        assertThat(new String(readAll(small, heavy.stub().ref(), Integer.MAX_VALUE), UTF_8))
                .isEqualTo(value.toString());
    }
}

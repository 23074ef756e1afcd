package dev.harbor.llm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactStub;
import dev.harbor.json.Json;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ContentTest {

    @Test
    void size_ofText_isThatOfItsUtf8_forAnyCodePoints() {
        Random random = new Random(7);
        for (int round = 0; round < 2_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(40); i > 0; i--) {
                int[] bounds = {0x80, 0x800, 0xD800, 0x110000};
                int codePoint = random.nextInt(bounds[random.nextInt(4)]);
                text.appendCodePoint(codePoint >= 0xD800 && codePoint < 0xE000 ? 'x' : codePoint);
            }
            assertThat(Content.text(text.toString()).sizeBytes())
                    .as(text.toString())
                    .isEqualTo(text.toString().getBytes(UTF_8).length);
        }
    }

    @Test
    void size_atEachBorderOfUtf8_isExact() {
        for (int codePoint : new int[] {0, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff}) {
            String text = Character.toString(codePoint);
            assertThat(Content.sizeBytes(text)).isEqualTo(text.getBytes(UTF_8).length);
        }
    }

    @Test
    void size_ofUnpairedSurrogates_isThreeEach() {
        assertThat(Content.sizeBytes("\ud83d")).isEqualTo(3);
        assertThat(Content.sizeBytes("\ude00\ud83d")).isEqualTo(6);
        assertThat(Content.sizeBytes("\ud83d\ud83d\ude00")).isEqualTo(7);
    }

    @Test
    void size_ofMediaAndStubs_isWhatIsSent() {
        assertThat(new Content.Media("image/png", "data:é", "name").sizeBytes()).isEqualTo(7);
        ArtifactStub stub = new ArtifactStub(new ArtifactRef("sha256:" + "0".repeat(64)), "text/plain", 9, "é", null);
        assertThat(new Content.Stub(stub).sizeBytes()).isEqualTo(stub.toJson().sizeBytes());
    }

    @Test
    void estimate_countsMessagesPartsNamesAndSchema() {
        LlmRequest request =
                LlmRequest.of(List.of(Message.of(Role.SYSTEM, "12345678", "é"), Message.of(Role.USER, "")));
        TokenEstimate estimate = TokenEstimate.standard();
        assertThat(estimate.tokens(request)).isEqualTo(4 + 3 + 1 + 4 + 1);
        assertThat(estimate.tokens(request.responseFormat(ResponseFormat.schema(Json.parse("{\"type\":1}")))))
                .isEqualTo(13 + 3);
        Content.Media media = new Content.Media("image/png", "data:image/png;base64," + "A".repeat(9000), "abcd");
        assertThat(estimate.tokens(LlmRequest.of(List.of(new Message(Role.USER, List.of(media))))))
                .isEqualTo(4 + 256 + 2);
    }
}

package dev.harbor.tools.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.json.Json;
import dev.harbor.tool.InvalidResult;
import dev.harbor.tool.ToolOutput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ResultReaderTest {

    private static ToolOutput<Json> output(String result) {
        return ResultReader.of(Json.parse(result)).output();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":1}|{\"a\":1}",
                "[1,2]|[1,2]",
                "plain words|\"plain words\"",
                "{not json|\"{not json\"",
                "42|\"42\"",
                "``|null"
            })
    void text_isTheJsonThatItIs_elseAString_elseNull(String text, String value) {
        Json content =
                Json.of(java.util.Map.of("content", java.util.List.of(java.util.Map.of("type", "text", "text", text))));
        assertThat(ResultReader.of(content).output().value()).isEqualTo(Json.parse(value));
    }

    @Test
    void structuredContent_isTheValue_besideItsText() {
        ToolOutput<Json> output =
                output("{\"content\":[{\"type\":\"text\",\"text\":\"{}\"}],\"structuredContent\":{\"n\":1}}");
        assertThat(output.value()).isEqualTo(Json.parse("{\"n\":1}"));
        assertThat(output.blocks()).isEmpty();
    }

    @Test
    void images_andSound_areBlocksOfTheirType() throws IOException {
        ToolOutput<Json> output = output("{\"content\":[{\"type\":\"text\",\"text\":\"see\"},"
                + "{\"type\":\"image\",\"data\":\"aGk=\",\"mimeType\":\"image/png\"},"
                + "{\"type\":\"audio\",\"data\":\"aGk=\",\"mimeType\":\"audio/wav\"}]}");
        assertThat(output.value()).isEqualTo(Json.string("see"));
        assertThat(output.blocks()).extracting(ToolOutput.Block::mediaType).containsExactly("image/png", "audio/wav");
        try (InputStream bytes = output.blocks().get(0).content().open()) {
            assertThat(bytes.readAllBytes()).isEqualTo("hi".getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void links_embeddedTexts_andUnknownParts_areKeptAsTheyAre() {
        ToolOutput<Json> output = output("{\"content\":[{\"type\":\"text\",\"text\":\"see\"},"
                + "{\"type\":\"resource_link\",\"uri\":\"file:///a\",\"name\":\"a\"},"
                + "{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///b\",\"text\":\"b\"}},"
                + "{\"type\":\"hologram\",\"w\":1},7]}");
        assertThat(output.value().get("text")).contains(Json.string("see"));
        assertThat(output.value().at("/parts/0/uri")).contains(Json.string("file:///a"));
        assertThat(output.value().at("/parts/1/resource/text")).contains(Json.string("b"));
        assertThat(output.value().at("/parts/2/type")).contains(Json.string("hologram"));
        assertThat(output.value().at("/parts/3")).contains(Json.of(7));
    }

    @Test
    void embeddedBytes_areABlock_andTheirNameStays() {
        ToolOutput<Json> output = output("{\"content\":[{\"type\":\"resource\",\"resource\":"
                + "{\"uri\":\"file:///b\",\"blob\":\"aGk=\",\"mimeType\":\"application/pdf\"}}]}");
        assertThat(output.blocks()).extracting(ToolOutput.Block::mediaType).containsExactly("application/pdf");
        assertThat(output.value().at("/parts/0/resource/uri")).contains(Json.string("file:///b"));
        assertThat(output.value().toString()).doesNotContain("aGk");
    }

    @Test
    void partsBesideAStructuredValue_areABlock() {
        ToolOutput<Json> output = output("{\"content\":[{\"type\":\"resource_link\",\"uri\":\"file:///a\"}],"
                + "\"structuredContent\":{\"n\":1}}");
        assertThat(output.value()).isEqualTo(Json.parse("{\"n\":1}"));
        assertThat(output.blocks()).extracting(ToolOutput.Block::mediaType).containsExactly(ResultReader.OTHER_PARTS);
    }

    @Test
    void resultThatIsBroken_isTheServersFault() {
        assertThatThrownBy(() -> output("{\"content\":5}")).isInstanceOf(InvalidResult.class);
        assertThatThrownBy(() -> output("{\"content\":[{\"type\":\"image\",\"data\":\"a\"}]}"))
                .isInstanceOf(InvalidResult.class);
    }

    @Test
    void error_keepsItsWords_orSaysThatThereAreNone() {
        ResultReader said = ResultReader.of(
                Json.parse(
                        "{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"no\"},{\"type\":\"text\",\"text\":\"way\"}]}"));
        assertThat(said.isError()).isTrue();
        assertThat(said.errorText()).isEqualTo("no\nway");
        assertThat(ResultReader.of(Json.parse("{\"isError\":true,\"content\":[]}"))
                        .errorText())
                .contains("says nothing");
        assertThat(ResultReader.of(Json.parse("{\"isError\":\"yes\"}")).isError())
                .isFalse();
    }
}

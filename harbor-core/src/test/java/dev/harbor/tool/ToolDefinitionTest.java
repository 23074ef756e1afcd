package dev.harbor.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.json.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ToolDefinitionTest {

    @ParameterizedTest
    @CsvSource({
        "image/png, image/png, true",
        "image/png, image/PNG, false",
        "image/png, image/jpeg, false",
        "image/png, image/png; q=1, false",
        "image/*, image/png, true",
        "image/*, image/x, true",
        "image/*, image/, false",
        "image/*, image, false",
        "image/*, imageX/png, false",
        "image/*, video/image/png, false",
        "*/*, image/png, false",
        "*, image/png, false",
        "'', image/png, false",
        "image/png, '', false",
        "image/*, '', false"
    })
    void mediaType_isHandledAsDeclared(String declared, String asked, boolean handled) {
        ToolDefinition definition = ToolDefinition.builder(ToolId.of("image.read"), Json.EMPTY_OBJECT)
                .mediaTypes("text/plain", declared)
                .build();

        assertThat(definition.handles(asked)).isEqualTo(handled);
        assertThat(definition.handles("text/plain")).isTrue();
    }
}

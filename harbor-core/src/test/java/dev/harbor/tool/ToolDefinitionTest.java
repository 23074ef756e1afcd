package dev.harbor.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.json.Json;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class ToolDefinitionTest {

    private static final Json OTHER = Json.parse("{\"type\":\"string\"}");

    static Stream<UnaryOperator<ToolDefinition.Builder>> whatMattersToACall() {
        return Stream.of(
                builder -> builder.id(ToolId.of("image.read", "v2")),
                builder -> builder.description("Reads more"),
                builder -> builder.inputSchema(OTHER),
                builder -> builder.outputSchema(OTHER),
                builder -> builder.effect(SideEffect.WRITE),
                builder -> builder.idempotent(true),
                builder -> builder.authScopes("images"),
                builder -> builder.source("album"),
                builder -> builder.transport(TransportKind.MCP));
    }

    static Stream<UnaryOperator<ToolDefinition.Builder>> whatIsSaidBesides() {
        return Stream.of(
                builder -> builder.tags("slow"),
                builder -> builder.loading(Loading.DEFERRED),
                builder -> builder.mediaTypes("image/png"));
    }

    @ParameterizedTest
    @MethodSource("whatMattersToACall")
    void definition_thatMeansAnotherCall_isAnother_withAnotherDigest(UnaryOperator<ToolDefinition.Builder> change) {
        ToolDefinition changed = change.apply(read().toBuilder()).build();

        assertThat(changed).isNotEqualTo(read());
        assertThat(changed.digest()).isNotEqualTo(read().digest()).hasSize(64);
    }

    @ParameterizedTest
    @MethodSource("whatIsSaidBesides")
    void definition_thatSaysMore_isAnother_withTheSameDigest(UnaryOperator<ToolDefinition.Builder> change) {
        ToolDefinition changed = change.apply(read().toBuilder()).build();

        assertThat(changed).isNotEqualTo(read());
        assertThat(changed.digest()).isEqualTo(read().digest());
    }

    @Test
    void definition_ofTheSameParts_isEqual() {
        assertThat(read()).isEqualTo(read()).hasSameHashCodeAs(read());
        assertThat(read().digest()).isEqualTo(read().digest());
    }

    private static ToolDefinition read() {
        return ToolDefinition.builder(ToolId.of("image.read"), Json.EMPTY_OBJECT)
                .description("Reads an image")
                .effect(SideEffect.READ)
                .build();
    }

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

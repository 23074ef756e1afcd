package dev.harbor.tools.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.error.ConfigurationException;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.transport.SourceState;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SourceTest {

    private static final String ONE =
            "{openapi: 3.1.0, info: {title: t, version: '1'}, paths: {/a: {get: {operationId: a, responses: {}}}}}";

    @Test
    void reload_ofChangedDocument_replacesAllTools(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("api.yaml");
        Files.writeString(file, ONE);
        try (Service service = Service.saying(Service.Says.json("1"));
                World world = new World(OpenApiDocument.file(file), b -> b.server(service.url("")))) {
            world.result("s.a", "{}");
            Files.writeString(file, ONE.replace("operationId: a", "operationId: b"));
            world.source.reload();
            world.result("s.b", "{}");
            assertThat(world.call("s.a", "{}")).isInstanceOf(ToolOutcome.Failure.class);
            assertThat(world.source.state()).isEqualTo(SourceState.READY);
            assertThat(world.source.report().orElseThrow().imported())
                    .extracting(OpenApiReport.Imported::tool)
                    .containsExactly("s.b");
        }
    }

    @Test
    void reload_ofBrokenDocument_keepsWhatIsThere(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("api.yaml");
        Files.writeString(file, ONE);
        try (Service service = Service.saying(Service.Says.json("1"));
                World world = new World(OpenApiDocument.file(file), b -> b.server(service.url("")))) {
            Files.writeString(file, "openapi: [");
            assertThatExceptionOfType(ConfigurationException.class).isThrownBy(world.source::reload);
            assertThat(world.source.state()).isEqualTo(SourceState.DEGRADED);
            world.result("s.a", "{}");
            assertThat(world.source.report().orElseThrow().imported()).hasSize(1);
        }
    }

    private static void start(OpenApiDocument document) {
        try (OpenApiTools source = OpenApiTools.builder("s", document).build()) {
            source.start(toolset -> {});
        }
    }

    @Test
    void source_ofMoreToolsThanASlotHolds_saysHowToChoose() {
        OpenApiDocument large = OpenApiDocument.text(LargeDocument.of(513));
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> start(large))
                .withMessageContaining("513")
                .withMessageContaining("tags(...)");
    }
}

package dev.harbor.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What each module tells GraalVM is what it reads and opens at run time, neither more nor less. No image is built here. */
final class NativeImageTest {

    static Stream<String> modules() {
        return Pom.of("").modules().stream()
                .filter(module -> !module.equals("harbor-bom") && Pom.of(module).isPublished());
    }

    @ParameterizedTest
    @MethodSource("modules")
    void resources_ofAModule_areNamed(String module) {
        assertThat(Reachability.of(module).resources()).isEqualTo(Reachability.resourcesIn(module));
    }

    @ParameterizedTest
    @MethodSource("modules")
    void types_thatAModuleOpens_areNamed(String module) {
        assertThat(Reachability.of(module).types()).isEqualTo(OpenedTypes.of(module));
    }

    @ParameterizedTest
    @MethodSource("modules")
    void types_thatAModuleNames_areThere(String module) {
        assertThat(Reachability.of(module).types())
                .allSatisfy(type -> assertThat(OpenedTypes.isThere(type)).isTrue());
    }

    @Test
    void modules_tellWhatTheyHave() {
        Set<String> told = new TreeSet<>();
        modules()
                .filter(module -> !Reachability.of(module).resources().isEmpty())
                .forEach(told::add);

        assertThat(told).contains("harbor-inspector", "harbor-tools-http", "harbor-spring-boot-starter");
        assertThat(OpenedTypes.of("harbor-core")).contains("dev.harbor.runtime.SearchTool$Hit");
        assertThat(OpenedTypes.of("harbor-tools-mcp")).contains("dev.harbor.tools.mcp.McpToolsProvider");
        assertThat(OpenedTypes.isThere("dev.harbor.Gone")).isFalse();
    }
}

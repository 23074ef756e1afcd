package dev.harbor.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.module.ModuleDescriptor;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ExportsTest {

    /** A dependency of theirs is no module, so that they can only have a name (their pom gives it). */
    private static final Set<String> AUTOMATIC = Set.of(
            "harbor-adapter-langchain4j",
            "harbor-adapter-spring-ai",
            "harbor-llm-langchain4j",
            "harbor-oauth",
            "harbor-spring-boot-starter");

    static Stream<String> published() {
        return Pom.of("").modules().stream()
                .filter(module -> !module.equals("harbor-bom") && Pom.of(module).isPublished())
                .filter(module -> !AUTOMATIC.contains(module));
    }

    @ParameterizedTest
    @MethodSource("published")
    void module_exportsItsPackagesAndHidesItsInternals(String module) {
        Exports exports = Exports.of(module);

        assertThat(exports.name()).isEqualTo("dev." + module.replace('-', '.'));
        assertThat(exports.leaked()).isEmpty();
        assertThat(exports.forgotten()).isEmpty();
        assertThat(exports.isOpen()).isFalse();
    }

    @Test
    void planted_leaks_areSeen() {
        ModuleDescriptor planted = ModuleDescriptor.newModule("planted")
                .packages(Set.of("planted.tool", "planted.run", "planted.wire", "planted.net", "planted.json.internal"))
                .exports("planted.tool")
                .exports("planted.net", Set.of("dev.harbor.tools.http"))
                .exports("planted.wire", Set.of("dev.harbor.tools.http", "somebody.other"))
                .exports("planted.dispatch")
                .exports("planted.json.internal")
                .exports("planted.tool.internal", Set.of("planted.friend"))
                .build();

        assertThat(new Exports(planted).leaked()).containsExactly("planted.dispatch", "planted.json.internal");
        assertThat(new Exports(planted).forgotten()).containsExactly("planted.run", "planted.wire");
    }

    @Test
    void planted_openModule_isSeen() {
        assertThat(new Exports(ModuleDescriptor.newOpenModule("planted").build()).isOpen())
                .isTrue();
        assertThat(new Exports(ModuleDescriptor.newModule("planted")
                                .opens("planted.tool")
                                .build())
                        .isOpen())
                .isTrue();
    }
}

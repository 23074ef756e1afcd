package dev.harbor.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class PomTest {

    @Test
    void bom_listsExactlyThePublishedModules() {
        List<String> published = published()
                .map(Pom::artifact)
                .filter(artifact -> !artifact.equals("harbor-bom"))
                .map(artifact -> "dev.harbor:" + artifact)
                .toList();

        assertThat(published).isNotEmpty();
        assertThat(Pom.of("harbor-bom").managed()).containsExactlyInAnyOrderElementsOf(published);
    }

    @Test
    void dependencies_ofPublishedModules_areExplained() {
        String page = Repository.read(Repository.ROOT.resolve("DEPENDENCIES.md"));
        Stream<String> foreign =
                published().flatMap(pom -> pom.dependencies().stream()).filter(each -> !each.startsWith("dev.harbor:"));

        assertThat(foreign).isNotEmpty().allSatisfy(each -> assertThat(page).contains("| `" + each + "` |"));
    }

    private static Stream<Pom> published() {
        return Pom.of("").modules().stream().map(Pom::of).filter(Pom::isPublished);
    }
}

package dev.harbor.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links between the pages of the repository lead somewhere. Links to other hosts are not followed. */
final class LinksTest {

    @Test
    void links_ofRepository_leadSomewhere() {
        List<Path> pages = Repository.files(name -> name.endsWith(".md"));

        assertThat(pages).hasSizeGreaterThan(5);
        assertThat(pages.stream().flatMap(page -> broken(page, Repository.ROOT)))
                .isEmpty();
    }

    @Test
    void link_toWhatIsThere_isFine(@TempDir Path folder) throws Exception {
        Files.writeString(
                folder.resolve("other.md"), "# Some `Code` heading, here!\n# Twice\n# Twice\n<a id=\"named\"></a>\n");
        Path page = Files.writeString(folder.resolve("page.md"), """
                # Title
                [a](other.md) [b](other.md#some-code-heading-here) [c](other.md#twice-1) [d](other.md#named)
                [e](#title) [f](https://example.org/gone) [g](.) `[no link](gone.md)` [h](other.md "with a title")
                ```
                [no link](gone.md)
                ```
                [ref]: other.md
                """);

        assertThat(broken(page, folder)).isEmpty();
    }

    @Test
    void link_toWhatIsMissing_isReported(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("other.md"), "# Here\n```\n# not here\n```\n");
        Path page = Files.writeString(folder.resolve("page.md"), """
                # Title
                [a](gone.md) [b](other.md#gone) [c](#gone) [d](../outside.md) [e](other.md#not-here)
                [ref]: gone.md
                """);

        assertThat(broken(page, folder)).hasSize(6);
    }

    private static Stream<String> broken(Path page, Path root) {
        return new Markdown(Repository.read(page))
                .links().stream()
                        .filter(link -> !link.matches("[a-z]+:.*"))
                        .filter(link -> !leads(page, link, root))
                        .map(link -> root.relativize(page) + " links to " + link);
    }

    private static boolean leads(Path page, String link, Path root) {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        if (!target.startsWith(root) || !Files.exists(target)) {
            return false;
        }
        return parts.length == 1
                || new Markdown(Repository.read(target)).anchors().contains(parts[1]);
    }
}

package dev.harbor.docs.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The site of this very repository. */
final class SiteTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    private static Path folder;

    private static List<Rendered> pages;

    @BeforeAll
    static void render() throws Exception {
        Site.main(new String[] {ROOT.toString(), folder.toString()});
        pages = Rendered.all(folder);
    }

    @Test
    void site_hasEachPage_underItsHeading() throws Exception {
        List<Path> sources = sources();

        assertThat(sources).hasSizeGreaterThan(100);
        assertThat(sources).allSatisfy(source -> {
            String name = ROOT.relativize(source).toString().replaceFirst("\\.md$", ".html");
            Rendered page = Rendered.of(folder, name.equals("README.html") ? "index.html" : name);
            String first = Files.readAllLines(source).get(0);
            assertThat(page.headings()).first().isEqualTo(first.replaceAll("^# |`", ""));
        });
    }

    @Test
    void links_ofEachPage_leadToAPageAndAPlaceOfTheSite() {
        assertThat(pages.stream().mapToLong(page -> page.links().size()).sum()).isGreaterThan(1000);
        assertThat(pages.stream().flatMap(page -> page.broken(folder))).isEmpty();
    }

    @Test
    void pages_areOfferedByEachPage() {
        List<String> listed = pages.get(0).links().stream()
                .map(link -> folder.resolve(pages.get(0).address())
                        .resolveSibling(link)
                        .normalize()
                        .toString())
                .toList();

        assertThat(sourcesAsPages()).isNotEmpty().allMatch(listed::contains);
    }

    @Test
    void prose_ofEachPage_isRendered() {
        for (Rendered page : pages) {
            assertThat(page.prose())
                    .as(page.address())
                    .doesNotContain("${", "{{", "| ---", "|---", "](", "```", "<!--");
        }
    }

    @Test
    void tables_areTables() {
        assertThat(Rendered.of(folder, "docs/reference/defaults.html").text()).contains("<table>", "<td>");
    }

    @Test
    void pages_runNoScript_andLoadNothingFromElsewhere() throws Exception {
        for (Rendered page : pages) {
            assertThat(page.text())
                    .as(page.address())
                    .doesNotContainIgnoringCase("<script", "<iframe", "href=\"javascript:")
                    .doesNotContainPattern("<(link|img)[^>]*(href|src)=\"[a-z]+:");
        }
        assertThat(Files.readString(folder.resolve("site.css")))
                .contains("prefers-color-scheme: dark")
                .doesNotContain("url(", "@import");
    }

    @Test
    void titles_areUnique() {
        assertThat(pages.stream().map(Rendered::title))
                .doesNotHaveDuplicates()
                .allMatch(title -> title.endsWith(" · Harbor for Java"));
    }

    @Test
    void arguments_otherThanTwo_areRefused() {
        assertThatThrownBy(() -> Site.main(new String[] {"one"}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there were 1");
    }

    private static List<String> sourcesAsPages() {
        return pages.stream()
                .map(Rendered::address)
                .filter(address -> !address.contains(".java.")
                        && !address.endsWith("LICENSE.html")
                        && !address.endsWith("d/index.html"))
                .map(address -> folder.resolve(address).toString())
                .toList();
    }

    private static List<Path> sources() throws Exception {
        try (Stream<Path> beside = Files.list(ROOT);
                Stream<Path> below = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(beside, below)
                    .filter(file -> file.toString().endsWith(".md") && !file.startsWith(ROOT.resolve("docs/target")))
                    .toList();
        }
    }
}

package dev.harbor.docs.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The site of a repository that each test writes. */
final class SmallSiteTest {

    @TempDir
    private Path root;

    @BeforeEach
    void write() throws Exception {
        write("README.md", "# Home\n");
        write("docs/concepts/run.md", "# The `run`\n\n## Its states, all\n\n## Its states, all\n");
    }

    @Test
    void links_leadFromPageToPage_withTheirAnchors() throws Exception {
        write(
                "docs/howto/do.md",
                "# Do\n[a](../concepts/run.md#its-states-all-1) [b](../../README.md) [c](#do) [d](https://example.org/x.md)");

        assertThat(page("docs/howto/do.html"))
                .contains("<a href=\"../concepts/run.html#its-states-all-1\">a</a>")
                .contains("<a href=\"../../index.html\">b</a>")
                .contains("<a href=\"#do\">c</a>")
                .contains("<a href=\"https://example.org/x.md\">d</a>");
        assertThat(page("docs/concepts/run.html")).contains("<h2 id=\"its-states-all-1\">");
    }

    @Test
    void link_toAFolder_leadsToAListOfItsPages() throws Exception {
        write("docs/all.md", "# All\n[concepts](concepts)");

        assertThat(page("docs/all.html")).contains("<a href=\"concepts/index.html\">concepts</a>");
        assertThat(page("docs/concepts/index.html")).contains("<li><a href=\"run.html\">The run</a></li>");
    }

    @Test
    void link_toCode_leadsToItsText() throws Exception {
        write("src/A.java", "List<String> a = b && c;\n");
        write("docs/code.md", "# Code\n[a](../src/A.java)");

        assertThat(page("docs/code.html")).contains("<a href=\"../src/A.java.html\">a</a>");
        assertThat(page("src/A.java.html"))
                .contains("<pre><code>List&lt;String&gt; a = b &amp;&amp; c;\n</code></pre>");
    }

    @Test
    void pictures_andSchemas_areCopied() throws Exception {
        write("docs/p/x.png", "picture");
        write("docs/s.json", "{}");
        write("docs/look.md", "# Look\n![x](p/x.png) [s](s.json)");

        assertThat(page("docs/look.html")).contains("src=\"p/x.png\"", "href=\"s.json\"");
        assertThat(root.resolve("site/docs/p/x.png")).hasContent("picture");
        assertThat(root.resolve("site/docs/s.json")).hasContent("{}");
    }

    @Test
    void marks_ofSnippets_areNotShown() throws Exception {
        write("docs/code.md", "# Code\n\n<!-- snippet: a -->\n```java\n// <!-- stays -->\n```\n");

        assertThat(page("docs/code.html")).doesNotContain("snippet: a").contains("// &lt;!-- stays --&gt;");
    }

    @Test
    void page_isInTheSectionOfItsInnermostFolder() throws Exception {
        write("docs/reference/conformance.d/runs.md", "# Runs\n");
        write("docs/reference/types.md", "# Types\n");

        assertThat(page("docs/reference/conformance.d/runs.html"))
                .contains("<title>Runs · What is proved · Harbor for Java</title>");
        assertThat(page("docs/reference/types.html")).contains("<title>Types · Reference · Harbor for Java</title>");
        assertThat(page("index.html")).contains("<title>Home · Start · Harbor for Java</title>");
    }

    @Test
    void link_toWhatIsMissing_isRefused() throws Exception {
        write("docs/wrong.md", "# Wrong\n[a](gone.md)");

        assertThatThrownBy(() -> page("docs/wrong.html"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("docs/wrong.md links to gone.md, which is not in the repository");
    }

    private void write(String file, String text) throws Exception {
        Files.createDirectories(root.resolve(file).getParent());
        Files.writeString(root.resolve(file), text);
    }

    private String page(String address) throws Exception {
        Site.main(new String[] {root.toString(), root.resolve("site").toString()});
        return Files.readString(root.resolve("site").resolve(address));
    }
}

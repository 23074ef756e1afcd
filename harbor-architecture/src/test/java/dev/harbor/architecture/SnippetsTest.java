package dev.harbor.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What a page shows as code is code that was compiled. */
final class SnippetsTest {

    private static final String SOURCE = """
            final class A {
                // snippet: greet
                void greet() {
                    hello();
                }
                // end
            }
            """;

    @Test
    void quotes_ofRepository_equalTheirSource() {
        Snippets snippets = new Snippets();
        Repository.files(name -> name.endsWith(".java") && !name.startsWith("harbor-architecture/"))
                .forEach(file -> snippets.readSource(Repository.name(file), Repository.read(file)));
        Repository.files(name -> name.endsWith(".md"))
                .forEach(page -> snippets.readPage(Repository.name(page), Repository.read(page)));

        assertThat(snippets.problems()).isEmpty();
    }

    @Test
    void quote_equalToItsSource_isFine() {
        assertThat(problems(SOURCE, "<!-- snippet: greet -->\n```java\nvoid greet() {\n    hello();\n}\n```\n"))
                .isEmpty();
    }

    @Test
    void quote_thatDiffers_isAProblem() {
        assertThat(problems(SOURCE, "<!-- snippet: greet -->\n```java\nvoid greet() {\n    hi();\n}\n```\n"))
                .hasSize(1)
                .first()
                .asString()
                .contains("differs");
    }

    @Test
    void quote_ofNoSource_isAProblem() {
        assertThat(problems(SOURCE, "<!-- snippet: gone -->\n```java\n```\n"))
                .hasSize(1)
                .first()
                .asString()
                .contains("in no source");
    }

    @Test
    void quote_withoutBlock_isAProblem() {
        assertThat(problems(SOURCE, "<!-- snippet: greet -->\n\ntext\n"))
                .hasSize(1)
                .first()
                .asString()
                .contains("fenced block");
    }

    @Test
    void region_twice_isAProblem() {
        assertThat(problems(SOURCE + SOURCE, "")).hasSize(1).first().asString().contains("twice");
    }

    @Test
    void region_withoutEnd_isAProblem() {
        assertThat(problems(SOURCE.replace("// end", ""), ""))
                .hasSize(1)
                .first()
                .asString()
                .contains("no end");
    }

    private static List<String> problems(String source, String page) {
        Snippets snippets = new Snippets();
        snippets.readSource("A.java", source);
        snippets.readPage("page.md", page);
        return snippets.problems();
    }
}

package dev.harbor.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JavadocTest {

    private static final Pattern EXPORTED = Pattern.compile(
            "harbor-(?!examples|benchmarks|architecture)[\\w-]+/src/main/java/(?!.*/(internal|dispatch)/).*\\.java");

    @Test
    void exportedTypes_andTheirMembers_areDocumented() {
        List<Path> files = Repository.files(name -> EXPORTED.matcher(name).matches());

        assertThat(ExportsTest.published())
                .isNotEmpty()
                .allSatisfy(module -> assertThat(files)
                        .as(module)
                        .anyMatch(file -> Repository.name(file).startsWith(module + '/')));
        assertThat(files).hasSizeGreaterThan(90);
        assertThat(Undocumented.in(files)).isEmpty();
    }

    @Test
    void whatCallersSee_withoutJavadoc_isReported(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("Seen.java"), """
                public class Seen {
                    public Seen() {}
                    protected void open() {}
                    public interface Inner {
                        void member();
                    }
                    public static final int LIMIT = 1;
                }
                """);

        assertThat(Undocumented.in(List.of(file)))
                .containsExactly(
                        "Seen.java:1 Seen",
                        "Seen.java:2 <init>",
                        "Seen.java:3 open",
                        "Seen.java:4 Inner",
                        "Seen.java:5 member",
                        "Seen.java:7 LIMIT");
    }

    @Test
    void whatCallersDontSee_orIsExplained_isFine(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("Fine.java"), """
                /** Explained. */
                public class Fine {
                    /** Explained. */
                    public Fine() {}
                    void hidden() {}
                    @Override public String toString() { return ""; }
                    private static class Inner { public void inside() {} }
                    private final int count = 0;
                }
                class Hidden { public void inside() {} }
                """);

        assertThat(Undocumented.in(List.of(file))).isEmpty();
    }
}

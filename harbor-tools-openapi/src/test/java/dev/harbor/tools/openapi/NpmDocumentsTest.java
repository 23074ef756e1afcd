package dev.harbor.tools.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.tools.http.HttpAccess;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Imports documents that npm packages bring, which this fetches by npm; run by {@code -Pinterop}. */
@Tag("interop")
final class NpmDocumentsTest {

    private static final String PACKAGE = "@octokit/openapi@23.0.2";

    @TempDir
    static Path folder;

    private static synchronized Path document(String name) throws Exception {
        Path unpacked = folder.resolve("package/generated");
        if (!java.nio.file.Files.exists(unpacked)) {
            run(List.of("npm", "pack", "--silent", PACKAGE));
            run(List.of("tar", "-xzf", "octokit-openapi-23.0.2.tgz"));
        }
        return unpacked.resolve(name);
    }

    private static void run(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertThat(process.waitFor(4, TimeUnit.MINUTES))
                    .as("%s ends in time", command)
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as("%s succeeds", command).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"api.github.com.json", "ghec.json", "ghes-3.19.json"})
    void document_ofOverAThousandOperations_isImportedWhole(String name) throws Exception {
        OpenApiImport imported = Documents.read(OpenApiDocument.file(document(name)), builder -> builder);

        assertThat(imported.report().skipped()).isEmpty();
        assertThat(imported.tools()).hasSizeGreaterThan(1_000);
        assertThat(Documents.names(imported)).doesNotHaveDuplicates();
    }

    @Test
    void tools_ofALargeDocument_canBeRegistered() throws Exception {
        try (HttpAccess access = HttpAccess.create();
                OpenApiTools source = OpenApiTools.builder(
                                "github", OpenApiDocument.file(document("api.github.com.json")))
                        .access(access)
                        .tags("repos")
                        .build()) {
            source.start(toolset -> assertThat(toolset.definitions()).hasSizeBetween(100, 512));
        }
    }
}

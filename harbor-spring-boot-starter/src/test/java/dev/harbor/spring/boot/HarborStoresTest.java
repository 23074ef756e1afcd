package dev.harbor.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.ArtifactStore;
import dev.harbor.journal.Journal;
import dev.harbor.store.jdbc.JdbcArtifactStore;
import dev.harbor.store.jdbc.JdbcJournal;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.FilteredClassLoader;

final class HarborStoresTest {

    @TempDir
    Path directory;

    @Test
    void sqlite_isMadeInItsFile() {
        Starting.bare()
                .withPropertyValues(
                        "harbor.journal.type=sqlite",
                        "harbor.journal.path=" + directory.resolve("journal.db"),
                        "harbor.artifacts.type=sqlite",
                        "harbor.artifacts.path=" + directory.resolve("artifacts.db"))
                .run(context -> {
                    assertThat(context.getBean(Journal.class)).isInstanceOf(JdbcJournal.class);
                    assertThat(context.getBean(ArtifactStore.class)).isInstanceOf(JdbcArtifactStore.class);
                    assertThat(directory.resolve("journal.db")).exists();
                    assertThat(directory.resolve("artifacts.db")).exists();
                });
    }

    @Test
    void files_areMadeInTheirDirectory() {
        Starting.bare()
                .withPropertyValues(
                        "harbor.artifacts.type=files", "harbor.artifacts.path=" + directory.resolve("artifacts"))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(directory.resolve("artifacts")).isDirectory();
                });
    }

    @Test
    void path_thatIsMissing_isNamed() {
        Starting.application()
                .withPropertyValues("harbor.journal.type=sqlite")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("harbor.journal.path must name the file"));
        Starting.bare()
                .withPropertyValues("harbor.artifacts.type=files")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("harbor.artifacts.path must name the directory"));
    }

    @Test
    void journal_isNoDirectory() {
        Starting.application()
                .withPropertyValues("harbor.journal.type=files")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("harbor.journal.type is memory, sqlite or postgresql"));
    }

    @Test
    void module_thatIsMissing_isNamed() {
        Starting.application()
                .withClassLoader(new FilteredClassLoader(JdbcJournal.class))
                .withPropertyValues("harbor.journal.type=sqlite", "harbor.journal.path=" + directory.resolve("j.db"))
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("takes dev.harbor:harbor-store-jdbc"));
        Starting.bare()
                .withClassLoader(new FilteredClassLoader(JdbcJournal.class))
                .withPropertyValues("harbor.artifacts.type=postgresql")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("takes dev.harbor:harbor-store-jdbc"));
    }

    @Test
    void postgresql_takesTheDataSourceOfTheApplication() {
        Starting.application()
                .withPropertyValues("harbor.journal.type=postgresql")
                .run(context ->
                        assertThat(context).getFailure().rootCause().hasMessageContaining("javax.sql.DataSource"));
    }

    @Test
    void modulesThatAreNotThere_areNotNeeded() {
        Starting.application()
                .withClassLoader(new FilteredClassLoader(HarborStoresTest::isOptional))
                .run(context -> assertThat(context).hasNotFailed());
    }

    private static boolean isOptional(String type) {
        return type.startsWith("dev.harbor.store.")
                || type.startsWith("dev.harbor.tools.")
                || type.startsWith("dev.harbor.observability.")
                || type.equals("org.springframework.boot.health.contributor.HealthIndicator");
    }
}

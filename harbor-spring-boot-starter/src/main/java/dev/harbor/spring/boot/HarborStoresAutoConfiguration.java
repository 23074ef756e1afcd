package dev.harbor.spring.boot;

import dev.harbor.artifact.ArtifactStore;
import dev.harbor.journal.Journal;
import dev.harbor.safety.ContextSafety;
import dev.harbor.store.jdbc.JdbcArtifactStore;
import dev.harbor.store.jdbc.JdbcJournal;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** Makes the stores of {@code harbor-store-jdbc}, when it is there and a property names one: on SQLite, or on the data source of the application. */
@AutoConfiguration(afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@ConditionalOnClass(JdbcJournal.class)
@ConditionalOnProperty(name = "harbor.enabled", matchIfMissing = true)
@EnableConfigurationProperties(HarborProperties.class)
final class HarborStoresAutoConfiguration {

    private static final String JOURNAL = "harbor.journal.type";
    private static final String ARTIFACTS = "harbor.artifacts.type";

    @Bean
    @ConditionalOnMissingBean(Journal.class)
    @ConditionalOnProperty(name = JOURNAL, havingValue = "sqlite")
    Journal harborSqliteJournal(HarborProperties properties) {
        return JdbcJournal.sqlite(Objects.requireNonNull(properties.journal().path()));
    }

    @Bean
    @ConditionalOnMissingBean(Journal.class)
    @ConditionalOnProperty(name = JOURNAL, havingValue = "postgresql")
    Journal harborPostgresJournal(HarborProperties properties, DataSource source) {
        JdbcJournal.Builder journal =
                JdbcJournal.builder().schema(properties.journal().schema());
        return (properties.journal().acceptVolatile() ? journal.acceptVolatile() : journal).postgres(source);
    }

    @Bean
    @ConditionalOnMissingBean({ArtifactStore.class, ContextSafety.class})
    @ConditionalOnProperty(name = ARTIFACTS, havingValue = "sqlite")
    ArtifactStore harborSqliteArtifacts(HarborProperties properties) {
        return JdbcArtifactStore.sqlite(
                Objects.requireNonNull(properties.artifacts().path()));
    }

    @Bean
    @ConditionalOnMissingBean({ArtifactStore.class, ContextSafety.class})
    @ConditionalOnProperty(name = ARTIFACTS, havingValue = "postgresql")
    ArtifactStore harborPostgresArtifacts(HarborProperties properties, DataSource source) {
        JdbcArtifactStore.Builder store =
                JdbcArtifactStore.builder().schema(properties.artifacts().schema());
        return (properties.artifacts().acceptVolatile() ? store.acceptVolatile() : store).postgres(source);
    }
}

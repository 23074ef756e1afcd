package dev.harbor.spring.boot;

import dev.harbor.catalog.RegistrationProfile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Is what properties under {@code harbor} say of the runtime. A bean of the same purpose counts more than a property.
 *
 * <p>Immutable.
 *
 * @param enabled whether there is a runtime at all
 * @param profile how strictly declared tools are checked
 * @param maxParallelCalls the most calls of one batch that run at once, 1 to 50
 * @param closeGrace how long calls of runs may go on when the application stops, before they are interrupted
 * @param pauseExpiry how long something waits for a person before time resolves it
 * @param journal where runs are kept
 * @param runs what becomes of runs that nobody drives any more
 * @param artifacts where large results lie
 * @param llm how the bean of the model is shown
 * @param sources where tools come from, by the name of the source
 * @param observability what is shown of the runtime
 */
@ConfigurationProperties("harbor")
record HarborProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("open") RegistrationProfile profile,
        @DefaultValue("8") int maxParallelCalls,
        @DefaultValue("5s") Duration closeGrace,
        @DefaultValue("7d") Duration pauseExpiry,
        @DefaultValue Journal journal,
        @DefaultValue Runs runs,
        @DefaultValue Artifacts artifacts,
        @DefaultValue Llm llm,
        @DefaultValue Map<String, Source> sources,
        @DefaultValue Observability observability) {

    /** Copies the map. What is out of bounds is refused by the builder of the runtime, which names the bound. */
    public HarborProperties {
        sources = Collections.unmodifiableMap(new LinkedHashMap<>(sources));
    }

    /** Says where something is kept. */
    public enum Store {
        /** The heap: gone with the process. */
        MEMORY,
        /** Files in a directory; artifacts only. */
        FILES,
        /** A file of SQLite. */
        SQLITE,
        /** The database of the application's data source. */
        POSTGRESQL
    }

    /**
     * Is where runs are kept.
     *
     * @param type the kind of journal; without one, and without a bean of it, there are calls but no runs
     * @param path the file of a journal on SQLite
     * @param schema the schema of a journal on PostgreSQL
     * @param acceptVolatile whether a server of PostgreSQL is taken that acknowledges what it may lose, for tests
     */
    public record Journal(
            @Nullable Store type,
            @Nullable Path path,
            @DefaultValue("harbor") String schema,
            @DefaultValue("false") boolean acceptVolatile) {

        /**
         * Checks what goes together.
         *
         * @throws IllegalArgumentException if the kind is not one of a journal, or its file is missing
         */
        public Journal {
            if (type == Store.FILES) {
                throw new IllegalArgumentException(
                        "harbor.journal.type is memory, sqlite or postgresql; files are for artifacts");
            }
            if (type == Store.SQLITE && path == null) {
                throw new IllegalArgumentException("harbor.journal.path must name the file of the journal on SQLite");
            }
        }
    }

    /**
     * Is what becomes of runs that nobody drives any more, because their process has died or was stopped.
     *
     * @param resumeEvery how often they are looked for and gone on with here, the first time at the start; 0 for never
     */
    public record Runs(@DefaultValue("1m") Duration resumeEvery) {

        /**
         * Checks the bound.
         *
         * @throws IllegalArgumentException if it is negative
         */
        public Runs {
            if (resumeEvery.isNegative()) {
                throw new IllegalArgumentException(
                        "harbor.runs.resume-every must not be negative, and 0 is never; got " + resumeEvery);
            }
        }
    }

    /**
     * Is where large results lie.
     *
     * @param type the kind of store; mandatory unless there is a bean of it
     * @param path the directory of a store of files, or the file of one on SQLite
     * @param schema the schema of a store on PostgreSQL
     * @param threshold from which size a result is stored, 1 KB to 1 MB
     * @param acceptVolatile whether a server of PostgreSQL is taken that acknowledges what it may lose, for tests
     */
    public record Artifacts(
            @Nullable Store type,
            @Nullable Path path,
            @DefaultValue("harbor") String schema,
            @DefaultValue("32KB") DataSize threshold,
            @DefaultValue("false") boolean acceptVolatile) {

        /**
         * Checks what goes together.
         *
         * @throws IllegalArgumentException if a directory or file is missing
         */
        public Artifacts {
            if ((type == Store.FILES || type == Store.SQLITE) && path == null) {
                throw new IllegalArgumentException(
                        "harbor.artifacts.path must name the directory or file of the artifacts");
            }
        }
    }

    /**
     * Is how the bean of the model is shown.
     *
     * @param provider who answers, as the conventions of OpenTelemetry spell it: openai, anthropic, ...
     */
    public record Llm(@DefaultValue("_OTHER") String provider) {}

    /**
     * Is a source of tools.
     *
     * @param kind what the tools run on: http, openapi, mcp or a2a, or a kind of a provider of your own
     * @param settings the settings of the source, as a JSON object; the page of each kind lists them
     */
    public record Source(String kind, @DefaultValue("{}") String settings) {

        /**
         * Checks that the kind is there.
         *
         * @throws IllegalArgumentException if it is missing
         */
        public Source {
            if (kind == null || kind.isBlank()) {
                throw new IllegalArgumentException("the kind of a source under harbor.sources is missing");
            }
        }
    }

    /**
     * Is what is shown of the runtime, when harbor-observability is there.
     *
     * @param enabled whether anything is
     * @param agent the name of the agent in spans; the application's name when not set
     * @param content whether spans show prompts, answers, arguments and results, after a redactor
     * @param identities whether spans name tenant, user and session
     * @param maxTools how many tools have meters of their own, 1 to 10000
     */
    public record Observability(
            @DefaultValue("true") boolean enabled,
            @Nullable String agent,
            @DefaultValue("false") boolean content,
            @DefaultValue("false") boolean identities,
            @DefaultValue("200") int maxTools) {}
}

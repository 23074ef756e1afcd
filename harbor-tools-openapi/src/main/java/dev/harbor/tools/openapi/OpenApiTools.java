package dev.harbor.tools.openapi;

import dev.harbor.catalog.ExternalToolset;
import dev.harbor.catalog.ToolFactory;
import dev.harbor.error.ConfigurationException;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.Loading;
import dev.harbor.tool.SideEffect;
import dev.harbor.tools.http.HttpAccess;
import dev.harbor.tools.http.HttpTool;
import dev.harbor.tools.http.HttpToolset;
import dev.harbor.transport.SourceState;
import dev.harbor.transport.ToolSource;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Is a source whose tools are the operations of an OpenAPI document, 3.0 or 3.1: one slot of the catalog, filled when a runtime starts and replaced as a whole by
 * {@link #reload()}. Nothing is contacted before a tool is called.
 *
 * <pre>{@code
 * OpenApiTools crm = OpenApiTools.builder("crm", OpenApiDocument.file(Path.of("crm.yaml")))
 *         .access(access)
 *         .credential("bearerAuth", "CRM_TOKEN")
 *         .tags("contacts")
 *         .build();
 * }</pre>
 *
 * <p>An operation that can't be a tool is left out and reported; it never breaks another one. Names begin with the name of the source and a dot, and go on with
 * the {@code operationId}, or method and path. GET, HEAD and OPTIONS read, everything else writes, unless told otherwise.
 *
 * <p>Thread-safe.
 */
public final class OpenApiTools implements ToolSource {

    private final OpenApiDocument document;
    private final ImportSettings settings;
    private final HttpToolset toolset;
    private volatile @Nullable OpenApiReport report;

    private OpenApiTools(Builder from) {
        HttpAccess given = from.access;
        HttpAccess access = given == null ? HttpAccess.create() : given;
        this.document = from.document;
        this.settings = from.settings(access);
        HttpToolset tools = HttpToolset.loading(from.name, access, this::load);
        this.toolset = given == null || from.owning ? tools.owningAccess() : tools;
    }

    /** Returns a source of all operations of a file, which reaches public hosts by https and has no credentials. */
    public static OpenApiTools of(String name, Path file) {
        return builder(name, OpenApiDocument.file(file)).build();
    }

    /** Returns a builder in which everything has its default. */
    public static Builder builder(String name, OpenApiDocument document) {
        return new Builder(name, document);
    }

    /**
     * Reads the document and returns what it gives, without registering anything. May block, to read files. A document may give more tools than a slot of the
     * catalog holds, which is {@link ExternalToolset#MAX_TOOLS}.
     *
     * @throws ConfigurationException with the name of an {@link OpenApiReason} as its code if the document can't be used at all, or if the settings name an
     *     operation that is not there
     */
    public OpenApiImport read() {
        return Importer.run(document, settings);
    }

    private List<HttpTool> load() {
        OpenApiImport read = read();
        if (read.tools().isEmpty()) {
            throw new ConfigurationException("no operation of the document became a tool: "
                    + firstLines(read.report().summary()));
        }
        if (read.tools().size() > ExternalToolset.MAX_TOOLS) {
            throw new ConfigurationException("the document gives "
                    + read.tools().size() + " tools, and a source holds " + ExternalToolset.MAX_TOOLS
                    + "; choose by tags(...), paths(...), methods(...) or operations(...)");
        }
        report = read.report();
        return read.tools();
    }

    private static String firstLines(String summary) {
        return summary.length() > 500 ? summary.substring(0, 500) : summary;
    }

    /** Returns what became of the document when it was last loaded; empty before the source was started. */
    public Optional<OpenApiReport> report() {
        return Optional.ofNullable(report);
    }

    /**
     * Reads the document again and puts its tools in the place of those that are there, all or none: if it can't be used, they stay and the source is degraded.
     * Calls that run keep what they began with.
     *
     * @throws ConfigurationException if the document can't be used, or the source is closed or was not started
     */
    public void reload() {
        toolset.reload();
    }

    @Override
    public String name() {
        return toolset.name();
    }

    @Override
    public void start(Consumer<ExternalToolset> toolsets) {
        Objects.requireNonNull(toolsets, "toolsets");
        toolset.start(loaded -> toolsets.accept(new ExternalToolset(
                loaded.source(),
                loaded.generation(),
                loaded.definitions().stream()
                        .<ToolFactory>map(MarkedFactory::new)
                        .toList())));
    }

    @Override
    public SourceState state() {
        return toolset.state();
    }

    @Override
    public void close() {
        toolset.close();
    }

    /**
     * Collects what is said about an import. Where an operation is named, that is by its {@code operationId}, or by method and path as in
     * {@code GET /orders/{id}}; one that the document does not have is refused. Not thread-safe.
     */
    public static final class Builder {

        private final String name;
        private final OpenApiDocument document;
        private final Map<String, String> variables = new LinkedHashMap<>();
        private final Set<String> trusted = new HashSet<>();
        private final Map<String, String> credentials = new LinkedHashMap<>();
        private final Map<String, String> names = new LinkedHashMap<>();
        private final Map<String, UnaryOperator<HttpTool.Builder>> single = new LinkedHashMap<>();
        private final Set<String> mentioned = new HashSet<>();
        private Predicate<OpenApiOperation> selected = operation -> true;
        private UnaryOperator<HttpTool.Builder> all = tool -> tool;
        private String prefix;
        private @Nullable String server;
        private @Nullable HttpAccess access;
        private boolean owning;
        private boolean outputs = true;
        private boolean scopes = true;

        private Builder(String name, OpenApiDocument document) {
            this.name = Objects.requireNonNull(name, "name");
            this.document = Objects.requireNonNull(document, "document");
            this.prefix = name + '.';
        }

        /** Sets what requests are sent through; it stays open when the source is closed. When never set, one that has no credentials. */
        public Builder access(HttpAccess through) {
            access = Objects.requireNonNull(through, "through");
            owning = false;
            return this;
        }

        /** Sets what requests are sent through; it is closed with the source. */
        public Builder ownAccess(HttpAccess through) {
            access = Objects.requireNonNull(through, "through");
            owning = true;
            return this;
        }

        /** Sets what names begin with; the name of the source and a dot when never set. May be empty. */
        public Builder prefix(String text) {
            prefix = Objects.requireNonNull(text, "text");
            return this;
        }

        /** Sends every operation to this server, whatever the document says; such as {@code https://crm.example/v1}. */
        public Builder server(String url) {
            server = Objects.requireNonNull(url, "url");
            return this;
        }

        /** Sets a variable of the document's servers; its default when never set. */
        public Builder serverVariable(String variable, String value) {
            variables.put(variable, Objects.requireNonNull(value, "value"));
            return this;
        }

        /**
         * Lets operations send credentials to a server of their own that has another origin than the document's; such as {@code https://uploads.crm.example}.
         *
         * @throws ConfigurationException if it is no URL
         */
        public Builder trustServer(String url) {
            trusted.add(ServerReader.origin(url));
            return this;
        }

        /** Maps a security scheme of the document to the name of a credential. A scheme that is not mapped has none. */
        public Builder credential(String scheme, String credential) {
            credentials.put(scheme, Objects.requireNonNull(credential, "credential"));
            return this;
        }

        /** Chooses operations that have one of these tags. All that is chosen by must hold. */
        public Builder tags(String... tags) {
            return select(Selection.tags(List.of(tags)));
        }

        /** Chooses operations of paths that match one of these patterns, in which {@code *} stands for a segment and {@code **} for anything. */
        public Builder paths(String... patterns) {
            return select(Selection.paths(List.of(patterns)));
        }

        /** Chooses operations of these methods. */
        public Builder methods(String... methods) {
            return select(Selection.methods(List.of(methods)));
        }

        /** Chooses these operations. */
        public Builder operations(String... keys) {
            mentioned.addAll(List.of(keys));
            return select(Selection.operations(List.of(keys)));
        }

        /** Leaves out what is deprecated. */
        public Builder withoutDeprecated() {
            return select(operation -> !operation.deprecated());
        }

        /** Chooses operations. */
        public Builder select(Predicate<OpenApiOperation> which) {
            selected = selected.and(which);
            return this;
        }

        /** Names the tool of an operation, without the prefix. */
        public Builder rename(String operation, String toolName) {
            mentioned.add(operation);
            names.put(operation, Objects.requireNonNull(toolName, "toolName"));
            return this;
        }

        /** Sets what an operation does to the world. */
        public Builder effect(String operation, SideEffect effect) {
            return configure(operation, tool -> tool.effect(effect));
        }

        /** Promises that the service does the work of these operations once for one {@code Idempotency-Key}. */
        public Builder idempotent(String... operations) {
            List.of(operations).forEach(each -> configure(each, HttpTool.Builder::idempotent));
            return this;
        }

        /** Sets how calls run. */
        public Builder policy(ToolPolicy policy) {
            return configureAll(tool -> tool.policy(policy));
        }

        /** Sets when the tools are advertised. */
        public Builder loading(Loading loading) {
            return configureAll(tool -> tool.loading(loading));
        }

        /** Changes the tool of an operation in any way, after what the document says and what is said about all. */
        public Builder configure(String operation, UnaryOperator<HttpTool.Builder> change) {
            mentioned.add(operation);
            single.merge(operation, change, (one, other) -> tool -> other.apply(one.apply(tool)));
            return this;
        }

        /** Changes every tool, after what the document says. */
        public Builder configureAll(UnaryOperator<HttpTool.Builder> change) {
            UnaryOperator<HttpTool.Builder> before = all;
            all = tool -> change.apply(before.apply(tool));
            return this;
        }

        /** Does not hold results to what the document says of them, for a service that answers otherwise. */
        public Builder withoutOutputSchemas() {
            outputs = false;
            return this;
        }

        /** Does not demand the scopes that the document names; when never said, who lacks them does not see the tool. */
        public Builder withoutScopes() {
            scopes = false;
            return this;
        }

        private ImportSettings settings(HttpAccess through) {
            return new ImportSettings(
                    prefix,
                    server,
                    variables,
                    trusted,
                    credentials,
                    through::knows,
                    selected,
                    names,
                    all,
                    single,
                    mentioned,
                    outputs,
                    scopes);
        }

        /** Returns the source; it reads nothing before it is started. */
        public OpenApiTools build() {
            return new OpenApiTools(this);
        }
    }
}

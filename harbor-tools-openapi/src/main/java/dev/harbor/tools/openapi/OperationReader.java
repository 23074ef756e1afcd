package dev.harbor.tools.openapi;

import dev.harbor.error.ConfigurationException;
import dev.harbor.json.Json;
import dev.harbor.json.JsonSchema;
import dev.harbor.tool.SideEffect;
import dev.harbor.tools.http.HttpParameter;
import dev.harbor.tools.http.HttpTool;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Turns an operation into a tool. Confined to one import. */
final class OperationReader {

    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

    private final ImportSettings settings;
    private final ImportLog log;
    private final SchemaBook book;
    private final String dialect;
    private final ServerReader servers;
    private final SecurityReader security;
    private final ToolNames names;

    OperationReader(ImportSettings settings, Specification specification, ToolNames names, ImportLog log) {
        this.settings = settings;
        this.log = log;
        this.names = names;
        this.book = specification.book();
        this.dialect = specification.dialect();
        Node root = specification.root();
        this.servers = new ServerReader(root, settings.server(), settings.variables(), settings.trusted());
        this.security = new SecurityReader(root, settings.credentials(), settings.isKnown());
    }

    /**
     * Returns the tool.
     *
     * @throws ConfigurationException if the operation can't be one
     */
    HttpTool read(Found found) {
        OpenApiOperation what = found.what();
        if (what.method().equals("TRACE")) {
            throw new Unusable(OpenApiReason.UNSUPPORTED_REQUEST, "TRACE is never sent");
        }
        SecurityReader.Security secured = security.read(found);
        String server = servers.read(found, !secured.auth().isEmpty());
        PathTemplate path = PathTemplate.of(what.path());
        Arguments arguments = new Arguments();
        List<HttpParameter> parameters = new ParameterReader(book, log).read(found, path, secured.auth(), arguments);
        HttpTool.Builder tool = HttpTool.builder(names.name(what), what.method(), server + path.template())
                .description(description(found))
                .effect(READING.contains(what.method()) ? SideEffect.READ : SideEffect.WRITE)
                .parameters(parameters.toArray(HttpParameter[]::new))
                .body(new BodyReader(book, log).read(found, arguments))
                .auth(secured.auth().toArray(dev.harbor.tools.http.HttpAuth[]::new))
                .tags(what.tags().toArray(String[]::new));
        if (settings.scopes()) {
            tool.authScopes(secured.scopes().toArray(String[]::new));
        }
        idempotencyHeader(found, tool);
        tool.input(legal(arguments.schema(book, dialect)));
        output(found).ifPresent(tool::output);
        return settings.configured(what, tool).build();
    }

    /** A service that names the header in its own spelling gets it so. */
    private static void idempotencyHeader(Found found, HttpTool.Builder tool) {
        for (Node where : List.of(found.path(), found.node())) {
            for (Node each : where.get("parameters").elements()) {
                Node parameter = each.resolved();
                String name = parameter.text("name", "");
                if (parameter.text("in", "").equals("header")
                        && name.equalsIgnoreCase(HttpTool.DEFAULT_IDEMPOTENCY_HEADER)) {
                    tool.idempotencyHeader(name);
                }
            }
        }
    }

    private Optional<JsonSchema> output(Found found) {
        if (!settings.outputs()) {
            return Optional.empty();
        }
        try {
            return new AnswerReader(book, dialect).read(found).map(OperationReader::legal);
        } catch (ConfigurationException e) {
            log.note(found.what().place(), "results are not checked: " + Words.label(String.valueOf(e.getMessage())));
            return Optional.empty();
        }
    }

    private static JsonSchema legal(Json schema) {
        try {
            return JsonSchema.compile(schema);
        } catch (ConfigurationException e) {
            throw new Unusable(OpenApiReason.INVALID_SCHEMA, String.valueOf(e.getMessage()), e);
        }
    }

    private static String description(Found found) {
        String summary = found.node().text("summary", "").strip();
        String words = found.node().text("description", "").strip();
        String all = summary.isEmpty() || words.startsWith(summary)
                ? words
                : words.isEmpty() ? summary : summary + "\n" + words;
        String described = all.isEmpty() ? found.what().place() : all;
        return Words.clean(found.what().deprecated() ? "Deprecated. " + described : described);
    }
}

package dev.harbor.tools.http;

import dev.harbor.error.ConfigurationException;
import dev.harbor.json.Codec;
import dev.harbor.json.Json;
import dev.harbor.json.JsonSchema;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.EvidenceProjection;
import dev.harbor.tool.InvalidToolDefinition;
import dev.harbor.tool.Loading;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolCodecs;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolExample;
import dev.harbor.tool.ToolHints;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.TransportKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Describes one operation of an HTTP service as a tool: what a planner sees of it, and how arguments become a request and an answer becomes a result. It holds
 * names of credentials, never credentials, and does nothing by itself: {@link #over} makes a tool of it.
 *
 * <pre>{@code
 * HttpTool order = HttpTool.get("orders.get", "https://shop.example/orders/{id}{?expand*}")
 *         .description("Reads an order")
 *         .effect(SideEffect.READ)
 *         .auth(HttpAuth.bearer("SHOP_TOKEN"))
 *         .build();
 * }</pre>
 *
 * <p>The URL is a template after RFC 6570 up to level 4. Scheme, host and port are written out; arguments fill segments of the path, the query, declared headers
 * and cookies, and the body, and are escaped so that none can leave its place. Every request carries an {@code Idempotency-Key} (GET, HEAD and OPTIONS don't)
 * and a {@code traceparent}.
 *
 * <p>Immutable.
 */
public final class HttpTool {

    /** The header that names a call, unless another one is set: {@value}. */
    public static final String DEFAULT_IDEMPOTENCY_HEADER = "Idempotency-Key";

    private final Builder from;
    private final ToolDefinition definition;
    private final RequestPlan plan;
    private final JsonSchema inputSchema;
    private final @Nullable JsonSchema outputSchema;

    private HttpTool(Builder from) {
        this.from = from;
        this.plan = RequestPlan.of(from);
        this.definition = from.definition(plan.inputSchema());
        this.inputSchema = compiled("input", plan.inputSchema(), from.compiledInput);
        Json output = from.output;
        this.outputSchema = output == null ? null : compiled("output", output, from.compiledOutput);
    }

    private JsonSchema compiled(String side, Json schema, @Nullable JsonSchema before) {
        try {
            return before != null ? before : JsonSchema.compile(schema);
        } catch (ConfigurationException e) {
            throw new ConfigurationException(
                    e.code(),
                    "the " + side + " schema of tool '" + definition.id() + "' is refused: " + e.getMessage(),
                    e);
        }
    }

    /** Returns a builder of a tool that reads. */
    public static Builder get(String name, String url) {
        return builder(name, "GET", url);
    }

    /** Returns a builder of a tool that sends a POST; its body is JSON of all arguments that the URL does not take. */
    public static Builder post(String name, String url) {
        return builder(name, "POST", url);
    }

    /** Returns a builder of a tool that sends a PUT; its body is JSON of all arguments that the URL does not take. */
    public static Builder put(String name, String url) {
        return builder(name, "PUT", url);
    }

    /** Returns a builder of a tool that sends a PATCH; its body is JSON of all arguments that the URL does not take. */
    public static Builder patch(String name, String url) {
        return builder(name, "PATCH", url);
    }

    /** Returns a builder of a tool that sends a DELETE. */
    public static Builder delete(String name, String url) {
        return builder(name, "DELETE", url);
    }

    /**
     * Returns a builder.
     *
     * @param name the name of the tool
     * @param method a token, taken in upper case; CONNECT and TRACE are refused
     * @param url a template with its scheme, host and port written out
     * @throws InvalidToolDefinition if one of them is not allowed
     */
    public static Builder builder(String name, String method, String url) {
        return new Builder(ToolId.of(name), method, url);
    }

    /** Returns a builder that starts from this tool. */
    public Builder toBuilder() {
        return new Builder(from);
    }

    /** Returns what a planner sees. */
    public ToolDefinition definition() {
        return definition;
    }

    /** Returns the method, in upper case. */
    public String method() {
        return from.method;
    }

    /** Returns the URL as it was given. */
    public String url() {
        return from.url;
    }

    /** Returns how requests prove on whose behalf they come. */
    public List<HttpAuth> auth() {
        return from.auth;
    }

    /** Returns how calls run; what is not set falls to the defaults of the runtime. */
    public ToolPolicy policy() {
        return from.policy;
    }

    /**
     * Returns the tool, sent through an access, which has to stay open as long as the tool is used.
     *
     * @throws ConfigurationException if the access does not know a credential that this names
     */
    public Tool<Json, Json> over(HttpAccess access) {
        HttpInvocation code = new HttpInvocation(plan, checked(access));
        return projecting(Tool.json(definition, inputSchema, outputSchema, code).policy(from.policy));
    }

    /**
     * Returns the tool over two Java types, whose schemas take the place of those that were set.
     *
     * @throws ConfigurationException if a type can't be offered as a schema, an argument is not one of its components, or the access does not know a credential
     */
    public <I, O> Tool<I, O> over(HttpAccess access, Class<I> input, Class<O> output) {
        Codec<I> in = ToolCodecs.factory().codec(input);
        Codec<O> out = ToolCodecs.factory().codec(output);
        HttpTool typed = toBuilder().input(in.schema()).output(out.schema()).build();
        TypedInvocation<I, O> invocation =
                new TypedInvocation<>(in, out, new HttpInvocation(typed.plan, checked(access)));
        return projecting(Tool.producing(definition.id().name(), in, out, invocation)
                .define(ignored -> typed.definition.toBuilder())
                .policy(from.policy));
    }

    private <I, O> Tool<I, O> projecting(Tool<I, O> tool) {
        return from.evidence.isEmpty() ? tool : tool.projects(from.evidence.toArray(EvidenceProjection[]::new));
    }

    private HttpAccess checked(HttpAccess access) {
        for (HttpAuth each : from.auth) {
            if (!access.credentials().isKnown(each.credential())) {
                throw new ConfigurationException("tool '" + definition.id().name() + "' names the credential '"
                        + each.credential() + "', which the provider of credentials does not know");
            }
        }
        return access;
    }

    @Override
    public String toString() {
        return "HttpTool[" + definition.id() + ", " + from.method + ", " + plan.origin() + "]";
    }

    /** Collects the parts of a tool. Not thread-safe. */
    public static final class Builder {

        final String method;
        final String url;
        private ToolId id;
        private String description = "";
        private @Nullable Json input;
        private @Nullable Json output;
        private @Nullable JsonSchema compiledInput;
        private @Nullable JsonSchema compiledOutput;
        private SideEffect effect = SideEffect.EXTERNAL;
        private boolean idempotent;
        private List<String> tags = List.of();
        private List<String> scopes = List.of();
        private ToolHints hints = ToolHints.NONE;
        private Loading loading = Loading.ALWAYS;
        private List<ToolExample> examples = List.of();
        private List<String> mediaTypes = List.of();
        private ToolPolicy policy = ToolPolicy.unset();
        private List<HttpAuth> auth = List.of();
        private List<EvidenceProjection> evidence = List.of();
        final List<HttpParameter> parameters = new ArrayList<>();
        final Map<String, String> headers = new LinkedHashMap<>();

        @Nullable
        HttpBody body;

        HttpAnswer answer = HttpAnswer.standard();

        @Nullable
        String idempotencyHeader = DEFAULT_IDEMPOTENCY_HEADER;

        private Builder(ToolId id, String method, String url) {
            this.id = id;
            this.method = Objects.requireNonNull(method, "method").toUpperCase(Locale.ROOT);
            this.url = Objects.requireNonNull(url, "url");
        }

        private Builder(Builder other) {
            this(other.id, other.method, other.url);
            description = other.description;
            input = other.input;
            output = other.output;
            compiledInput = other.compiledInput;
            compiledOutput = other.compiledOutput;
            effect = other.effect;
            idempotent = other.idempotent;
            tags = other.tags;
            scopes = other.scopes;
            hints = other.hints;
            loading = other.loading;
            examples = other.examples;
            mediaTypes = other.mediaTypes;
            policy = other.policy;
            auth = other.auth;
            evidence = other.evidence;
            parameters.addAll(other.parameters);
            headers.putAll(other.headers);
            body = other.body;
            answer = other.answer;
            idempotencyHeader = other.idempotencyHeader;
        }

        /** Sets the version; {@code v1} when never set. */
        public Builder version(String version) {
            id = ToolId.of(id.name(), version);
            return this;
        }

        /** Sets the description; the name when never set. */
        public Builder description(String text) {
            description = Objects.requireNonNull(text, "text");
            return this;
        }

        /** Sets the schema of the arguments. When never set it has what the URL, the parameters and the body name; what fills a path is a string. */
        public Builder input(Json schema) {
            input = Objects.requireNonNull(schema, "schema");
            compiledInput = null;
            return this;
        }

        /** Sets the schema of the arguments to one that was compiled, which is not done again. */
        public Builder input(JsonSchema schema) {
            input(schema.document());
            compiledInput = schema;
            return this;
        }

        /**
         * Sets the schema of the arguments to that of a type.
         *
         * @throws ConfigurationException if the type can't be offered as a schema
         */
        public Builder input(Class<?> type) {
            return input(ToolCodecs.factory().codec(type).schema());
        }

        /** Sets the schema of the result; results are not checked when it is never set. */
        public Builder output(Json schema) {
            output = Objects.requireNonNull(schema, "schema");
            compiledOutput = null;
            return this;
        }

        /** Sets the schema of the result to one that was compiled, which is not done again. */
        public Builder output(JsonSchema schema) {
            output(schema.document());
            compiledOutput = schema;
            return this;
        }

        /**
         * Sets the schema of the result to that of a type.
         *
         * @throws ConfigurationException if the type can't be offered as a schema
         */
        public Builder output(Class<?> type) {
            return output(ToolCodecs.factory().codec(type).schema());
        }

        /** Sets what the operation does to the world; {@link SideEffect#EXTERNAL} when never set, whatever the method is. */
        public Builder effect(SideEffect value) {
            effect = Objects.requireNonNull(value, "value");
            return this;
        }

        /** Promises that the service does its work once for one {@code Idempotency-Key}, so that a failed attempt may be repeated although it writes. */
        public Builder idempotent() {
            idempotent = true;
            return this;
        }

        /**
         * Sets the header that names a call, for a service that wants it under another name.
         *
         * @throws InvalidToolDefinition if the name may not stand in a message
         */
        public Builder idempotencyHeader(String name) {
            HeaderNames.requireFree(name, "an idempotency key");
            idempotencyHeader = name;
            return this;
        }

        /** Sends no header that names the call. */
        public Builder noIdempotencyHeader() {
            idempotencyHeader = null;
            return this;
        }

        /** Adds parameters. */
        public Builder parameters(HttpParameter... more) {
            parameters.addAll(List.of(more));
            return this;
        }

        /** Adds arguments that go into the query under their names. */
        public Builder query(String... names) {
            for (String name : names) {
                parameters.add(HttpParameter.query(name));
            }
            return this;
        }

        /**
         * Sets a header that is the same for every request.
         *
         * @throws InvalidToolDefinition if it may not stand in a message, is one that requests set themselves, or is named like a secret
         */
        public Builder header(String name, String value) {
            HeaderNames.requireFree(name, "a tool");
            if (HeaderNames.isSecret(name)) {
                throw new InvalidToolDefinition(
                        "header " + name + " is named like a secret: say auth(...) with the name of a credential");
            }
            headers.put(name, Objects.requireNonNull(value, "value"));
            return this;
        }

        /** Sets the body; JSON of the arguments that are left for POST, PUT and PATCH, and none for other methods, when never set. */
        public Builder body(HttpBody what) {
            body = Objects.requireNonNull(what, "what");
            return this;
        }

        /** Sets how requests prove on whose behalf they come: by each of these. None when never set. */
        public Builder auth(HttpAuth... by) {
            auth = List.of(by);
            return this;
        }

        /** Sets what becomes of an answer; {@link HttpAnswer#standard()} when never set. */
        public Builder answer(HttpAnswer how) {
            answer = Objects.requireNonNull(how, "how");
            return this;
        }

        /** Sets the tags. */
        public Builder tags(String... values) {
            tags = List.of(values);
            return this;
        }

        /** Sets the scopes that the caller's credentials must carry. */
        public Builder authScopes(String... values) {
            scopes = List.of(values);
            return this;
        }

        /** Sets the advice for planners. */
        public Builder hints(ToolHints value) {
            hints = Objects.requireNonNull(value, "value");
            return this;
        }

        /** Sets when the tool is advertised. */
        public Builder loading(Loading value) {
            loading = Objects.requireNonNull(value, "value");
            return this;
        }

        /** Sets the examples; they are checked when the tool is registered. */
        public Builder examples(ToolExample... values) {
            examples = List.of(values);
            return this;
        }

        /** Sets the media types that the tool can read. */
        public Builder mediaTypes(String... values) {
            mediaTypes = List.of(values);
            return this;
        }

        /** Sets how calls run. */
        public Builder policy(ToolPolicy value) {
            policy = Objects.requireNonNull(value, "value");
            return this;
        }

        /** Sets which evidence follows from fields of a result; none when never set. It counts, so say it of services that are trusted. */
        public Builder evidence(EvidenceProjection... projections) {
            evidence = List.of(projections);
            return this;
        }

        /**
         * Returns the tool; the builder may be used again.
         *
         * @throws InvalidToolDefinition if the method, the URL, a header or a parameter is not allowed, nothing sends an argument, or something sends one that the
         *     schema does not have
         * @throws ConfigurationException if a schema is not legal
         */
        public HttpTool build() {
            try {
                return new HttpTool(new Builder(this));
            } catch (InvalidToolDefinition e) {
                throw new InvalidToolDefinition("tool '" + id.name() + "': " + e.getMessage());
            }
        }

        @Nullable
        Json input() {
            return input;
        }

        List<HttpAuth> authentication() {
            return auth;
        }

        private ToolDefinition definition(Json inputSchema) {
            ToolDefinition.Builder definition = ToolDefinition.builder(id, inputSchema)
                    .description(description)
                    .effect(effect)
                    .idempotent(idempotent)
                    .tags(tags.toArray(String[]::new))
                    .authScopes(scopes.toArray(String[]::new))
                    .hints(hints)
                    .loading(loading)
                    .examples(examples.toArray(ToolExample[]::new))
                    .mediaTypes(mediaTypes.toArray(String[]::new))
                    .transport(TransportKind.HTTP);
            return output == null
                    ? definition.build()
                    : definition.outputSchema(output).build();
        }
    }
}

package dev.harbor.tool;

import dev.harbor.artifact.Provenance;
import dev.harbor.identity.Identity;
import dev.harbor.json.Codec;
import dev.harbor.json.Json;
import dev.harbor.json.JsonSchema;
import dev.harbor.json.TypeRef;
import dev.harbor.policy.ToolPolicy;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Is a definition and the code behind it. The methods that change something return a changed copy. A tool does nothing by itself: only a runtime calls
 * it.
 *
 * <pre>{@code
 * Tool<Query, Forecast> forecast = Tool.of("weather.forecast", Query.class, Forecast.class, q -> lookup(q))
 *         .description("Daily forecast for a city")
 *         .effect(SideEffect.READ);
 * }</pre>
 *
 * <p>Immutable; the code behind it is called by many threads at once.
 *
 * @param <I> what the arguments decode to
 * @param <O> what the result is encoded from
 */
public final class Tool<I, O> {

    private final ToolDefinition definition;
    private final ToolPolicy policy;
    private final ToolInvoker<I, O> invoker;
    private final @Nullable Predicate<Identity> audience;
    private final Set<Provenance> grants;
    private final boolean strict;

    private Tool(
            ToolDefinition definition,
            ToolPolicy policy,
            ToolInvoker<I, O> invoker,
            @Nullable Predicate<Identity> audience,
            Set<Provenance> grants,
            boolean strict) {
        this.definition = Objects.requireNonNull(definition, "definition");
        this.policy = Objects.requireNonNull(policy, "policy");
        this.invoker = Objects.requireNonNull(invoker, "invoker");
        this.audience = audience;
        this.grants = grants;
        this.strict = strict;
    }

    /**
     * Returns a tool over two types that needs nothing but its arguments.
     *
     * @throws dev.harbor.error.ConfigurationException if a type can't be offered as a schema and read back exactly; the message names the path
     */
    public static <I, O> Tool<I, O> of(
            String name, Class<I> input, Class<O> output, ToolFunction<? super I, ? extends O> code) {
        Objects.requireNonNull(code, "code");
        return of(name, input, output, (value, context) -> code.call(value));
    }

    /**
     * Returns a tool over two types.
     *
     * @throws dev.harbor.error.ConfigurationException if a type can't be offered as a schema and read back exactly; the message names the path
     */
    public static <I, O> Tool<I, O> of(
            String name, Class<I> input, Class<O> output, ToolHandler<? super I, ? extends O> code) {
        return over(name, ToolCodecs.of(input), ToolCodecs.of(output), code);
    }

    /**
     * Returns a tool over two generic types that needs nothing but its arguments.
     *
     * @throws dev.harbor.error.ConfigurationException if a type can't be offered as a schema and read back exactly; the message names the path
     */
    public static <I, O> Tool<I, O> of(
            String name, TypeRef<I> input, TypeRef<O> output, ToolFunction<? super I, ? extends O> code) {
        Objects.requireNonNull(code, "code");
        return of(name, input, output, (value, context) -> code.call(value));
    }

    /**
     * Returns a tool over two generic types.
     *
     * @throws dev.harbor.error.ConfigurationException if a type can't be offered as a schema and read back exactly; the message names the path
     */
    public static <I, O> Tool<I, O> of(
            String name, TypeRef<I> input, TypeRef<O> output, ToolHandler<? super I, ? extends O> code) {
        return over(name, ToolCodecs.of(input), ToolCodecs.of(output), code);
    }

    /** Returns a tool over codecs of the caller's own. */
    public static <I, O> Tool<I, O> over(
            String name, Codec<I> input, Codec<O> output, ToolHandler<? super I, ? extends O> code) {
        Objects.requireNonNull(code, "code");
        return producing(name, input, output, (value, context) -> ToolOutput.of(code.call(value, context)));
    }

    /** Returns a tool that hands back evidence or blocks beside its value. */
    public static <I, O> Tool<I, O> producing(
            String name, Class<I> input, Class<O> output, ToolHandler<? super I, ToolOutput<O>> code) {
        return producing(name, ToolCodecs.of(input), ToolCodecs.of(output), code);
    }

    /** Returns a tool over codecs that hands back evidence or blocks beside its value. */
    public static <I, O> Tool<I, O> producing(
            String name, Codec<I> input, Codec<O> output, ToolHandler<? super I, ToolOutput<O>> code) {
        CodecInvoker<I, O> invoker = new CodecInvoker<>(input, output, code);
        ToolDefinition definition = ToolDefinition.builder(ToolId.of(name), input.schema())
                .outputSchema(output.schema())
                .build();
        return create(definition, invoker);
    }

    /**
     * Returns a tool over JSON, with a schema that is enforced.
     *
     * @throws dev.harbor.error.ConfigurationException if the schema is not legal
     */
    public static Tool<Json, Json> json(String name, Json inputSchema, ToolFunction<Json, Json> code) {
        Objects.requireNonNull(code, "code");
        return json(
                ToolDefinition.builder(ToolId.of(name), inputSchema).build(),
                (value, context) -> ToolOutput.of(code.call(value)));
    }

    /**
     * Returns a tool over JSON with a whole definition, whose schemas are enforced.
     *
     * @throws dev.harbor.error.ConfigurationException if a schema is not legal
     */
    public static Tool<Json, Json> json(ToolDefinition definition, ToolHandler<Json, ToolOutput<Json>> code) {
        return create(definition, SchemaInvoker.of(definition, code));
    }

    /**
     * Returns a tool over JSON with a whole definition, whose schemas were compiled before, so that who has checked them need not do it again.
     *
     * @param output that of the result; null if and only if the definition has none
     * @throws InvalidToolDefinition if a schema is not that of the definition
     */
    public static Tool<Json, Json> json(
            ToolDefinition definition,
            JsonSchema input,
            @Nullable JsonSchema output,
            ToolHandler<Json, ToolOutput<Json>> code) {
        return create(definition, SchemaInvoker.of(definition, input, output, code));
    }

    /**
     * Returns a tool of a transport: a definition and what invokes it.
     *
     * @throws dev.harbor.error.ConfigurationException if a schema is not legal
     */
    public static <I, O> Tool<I, O> of(ToolDefinition definition, ToolInvoker<I, O> invoker) {
        definition.requireLegalSchemas();
        return create(definition, invoker);
    }

    private static <I, O> Tool<I, O> create(ToolDefinition definition, ToolInvoker<I, O> invoker) {
        return new Tool<>(definition, ToolPolicy.unset(), invoker, null, Set.of(), false);
    }

    /** Returns what a planner may see. */
    public ToolDefinition definition() {
        return definition;
    }

    /** Returns the id. */
    public ToolId id() {
        return definition.id();
    }

    /** Returns how calls run; what is not set falls to the defaults of the source and the runtime. */
    public ToolPolicy policy() {
        return policy;
    }

    /** Returns the code behind the definition. */
    public ToolInvoker<I, O> invoker() {
        return invoker;
    }

    /** Returns the code that {@link #onAbandoned} and {@link #projects} were added to, which a runtime knows by its type when it is a flow. */
    public ToolInvoker<?, ?> innermost() {
        ToolInvoker<?, ?> code = invoker;
        while (code instanceof ForwardingInvoker<?, ?> forwarding) {
            code = forwarding.code();
        }
        return code;
    }

    /** Tells whether the tool exists for an identity. */
    public boolean isVisibleTo(Identity identity) {
        Objects.requireNonNull(identity, "identity");
        return audience == null || audience.test(identity);
    }

    /** Tells whether evidence of that provenance is accepted from the tool. */
    public boolean isGranted(Provenance provenance) {
        return grants.contains(provenance);
    }

    /** Returns a copy with a description. */
    public Tool<I, O> description(String text) {
        return define(builder -> builder.description(text));
    }

    /** Returns a copy at another version. */
    public Tool<I, O> version(String version) {
        return define(builder -> builder.id(ToolId.of(id().name(), version)));
    }

    /** Returns a copy with an effect; a tool that declares none is {@link SideEffect#STATEFUL} and never retried. */
    public Tool<I, O> effect(SideEffect effect) {
        return define(builder -> builder.effect(effect));
    }

    /** Returns a copy that promises to do the work once for one {@link ToolContext#idempotencyKey()}, so that a failed attempt may be repeated. */
    public Tool<I, O> idempotent() {
        return define(builder -> builder.idempotent(true));
    }

    /** Returns a copy with tags. */
    public Tool<I, O> tags(String... tags) {
        return define(builder -> builder.tags(tags));
    }

    /** Returns a copy that needs scopes. */
    public Tool<I, O> authScopes(String... scopes) {
        return define(builder -> builder.authScopes(scopes));
    }

    /** Returns a copy with advice for planners. */
    public Tool<I, O> hints(ToolHints hints) {
        return define(builder -> builder.hints(hints));
    }

    /** Returns a copy that is advertised only when asked for. */
    public Tool<I, O> deferred() {
        return define(builder -> builder.loading(Loading.DEFERRED));
    }

    /** Returns a copy with examples; they are checked when the tool is registered. */
    public Tool<I, O> examples(ToolExample... examples) {
        return define(builder -> builder.examples(examples));
    }

    /** Returns a copy that can read media types. */
    public Tool<I, O> mediaTypes(String... types) {
        return define(builder -> builder.mediaTypes(types));
    }

    /**
     * Returns a copy with another definition; schemas and id may change their text but not what the code accepts.
     *
     * @throws dev.harbor.error.ConfigurationException if a bound is broken or a new schema is not legal
     */
    public Tool<I, O> define(UnaryOperator<ToolDefinition.Builder> change) {
        ToolDefinition changed = change.apply(definition.toBuilder()).build();
        if (!changed.hasSchemasOf(definition)) {
            changed.requireLegalSchemas();
        }
        return new Tool<>(changed, policy, invoker, audience, grants, strict);
    }

    /** Returns a copy with other code behind the same definition, policy and grants, for wrapping what is there. */
    public Tool<I, O> invoker(UnaryOperator<ToolInvoker<I, O>> change) {
        return new Tool<>(definition, policy, change.apply(invoker), audience, grants, strict);
    }

    /**
     * Returns a copy that is held to the strict subset of JSON Schema: it is offered with an input schema of the subset, and a runtime holds arguments to that,
     * formats included, before the tool's own decoder sees them. For a tool over Java types the schema is theirs without what the subset refuses
     * ({@link dev.harbor.json.Codec#strictSchema}), so that a component that may be absent is left out and never null.
     *
     * @throws dev.harbor.error.ConfigurationException with code {@code INVALID_SCHEMA} if the input schema is not in the subset; the message says where
     */
    public Tool<I, O> strict() {
        Json schema = invoker.strictSchema(definition.inputSchema());
        JsonSchema.requireStrict(schema);
        ToolDefinition offered = definition.toBuilder().inputSchema(schema).build();
        return new Tool<>(offered, policy, invoker, audience, grants, true);
    }

    /** Tells whether arguments are held to the strict subset. */
    public boolean isStrict() {
        return strict;
    }

    /** Returns a copy with a policy. */
    public Tool<I, O> policy(ToolPolicy newPolicy) {
        return new Tool<>(definition, newPolicy, invoker, audience, grants, strict);
    }

    /** Returns a copy that exists only for identities that pass the test. The test must be quick and must not block. */
    public Tool<I, O> visibleTo(Predicate<Identity> test) {
        Objects.requireNonNull(test, "test");
        return new Tool<>(definition, policy, invoker, audience == null ? test : audience.and(test), grants, strict);
    }

    /** Returns a copy that exists only for some tenants. */
    public Tool<I, O> tenants(String... tenants) {
        Set<String> names = Set.of(tenants);
        return visibleTo(identity -> names.contains(identity.tenant()));
    }

    /**
     * Returns a copy whose successful results make evidence, which counts: the host that says so trusts them. For a tool whose code makes none, such as a remote
     * one; what that code does make is kept, under the grants that there are.
     */
    public Tool<I, O> projects(EvidenceProjection... projections) {
        List<EvidenceProjection> all = List.of(projections);
        Tool<I, O> projecting = invoker(code -> new ProjectingInvoker<>(code, all));
        for (EvidenceProjection each : all) {
            projecting = projecting.grant(each.provenance());
        }
        return projecting;
    }

    /**
     * Returns a copy with code that is told of calls which have thrown {@link ToolSuspended} and will not go on, so that it can let go of what it holds elsewhere,
     * such as work that somebody else does for it.
     */
    public Tool<I, O> onAbandoned(ToolAbandonment letsGo) {
        Objects.requireNonNull(letsGo, "letsGo");
        return invoker(code -> new AbandonableInvoker<>(code, letsGo));
    }

    /** Returns a copy whose observations count as evidence. */
    public Tool<I, O> observes() {
        return grant(Provenance.OBSERVED);
    }

    /** Returns a copy whose verifications count as evidence. */
    public Tool<I, O> verifies() {
        return grant(Provenance.VERIFIED);
    }

    private Tool<I, O> grant(Provenance provenance) {
        EnumSet<Provenance> all = EnumSet.of(provenance);
        all.addAll(grants);
        return new Tool<>(definition, policy, invoker, audience, Set.copyOf(all), strict);
    }

    @Override
    public String toString() {
        return "Tool[" + id() + "]";
    }
}

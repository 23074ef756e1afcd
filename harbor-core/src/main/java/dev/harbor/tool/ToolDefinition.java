package dev.harbor.tool;

import dev.harbor.error.ConfigurationException;
import dev.harbor.json.Json;
import dev.harbor.json.JsonSchema;
import dev.harbor.json.SchemaDigest;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Is what a planner may see of a tool: no code, no credentials.
 *
 * <p>Immutable.
 */
public final class ToolDefinition {

    /** The most bytes of UTF-8 that a description may have. */
    public static final int MAX_DESCRIPTION_BYTES = 16 * 1024;

    private final ToolId id;
    private final String description;
    private final Json inputSchema;
    private final @Nullable Json outputSchema;
    private final SideEffect effect;
    private final boolean effectDeclared;
    private final boolean idempotent;
    private final List<String> tags;
    private final Set<String> authScopes;
    private final ToolHints hints;
    private final Loading loading;
    private final List<ToolExample> examples;
    private final List<String> mediaTypes;
    private final String source;
    private final TransportKind transport;

    /** Both digests are computed when they are first asked for, because only durable calls ask; the race to set them is harmless. */
    private @Nullable String digest;

    private @Nullable String schemaDigest;

    private ToolDefinition(Builder from) {
        id = from.id;
        description = from.description == null || from.description.isBlank() ? from.id.name() : from.description;
        inputSchema = from.inputSchema;
        outputSchema = from.outputSchema;
        effect = from.effect == null ? SideEffect.STATEFUL : from.effect;
        effectDeclared = from.effect != null;
        idempotent = from.idempotent;
        tags = from.tags;
        authScopes = from.authScopes;
        hints = from.hints;
        loading = from.loading;
        examples = from.examples;
        mediaTypes = from.mediaTypes;
        source = from.source;
        transport = from.transport;
    }

    /** Returns a builder of a definition with a name and the schema of its arguments. */
    public static Builder builder(ToolId id, Json inputSchema) {
        return new Builder(id, inputSchema);
    }

    /** Returns a builder that starts from this definition. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** Returns the id. */
    public ToolId id() {
        return id;
    }

    /** Returns the description; the name when none was given. */
    public String description() {
        return description;
    }

    /** Returns the JSON Schema of the arguments. */
    public Json inputSchema() {
        return inputSchema;
    }

    /** Returns the JSON Schema of the result, or null when the tool declares none. */
    public @Nullable Json outputSchema() {
        return outputSchema;
    }

    /** Returns what the tool does to the world. */
    public SideEffect effect() {
        return effect;
    }

    /** Tells whether the effect was declared, rather than assumed to be {@link SideEffect#STATEFUL}. */
    public boolean isEffectDeclared() {
        return effectDeclared;
    }

    /** Tells whether the tool honours an idempotency key, so that one call may be attempted more than once although it writes. */
    public boolean isIdempotent() {
        return idempotent;
    }

    /** Tells whether one call may be attempted more than once. */
    public boolean isRepeatable() {
        return idempotent || effect.isReplayable();
    }

    /** Returns the tags, in the order given. */
    public List<String> tags() {
        return tags;
    }

    /** Returns the scopes that the caller's credentials must carry. */
    public Set<String> authScopes() {
        return authScopes;
    }

    /** Returns the advice for planners. */
    public ToolHints hints() {
        return hints;
    }

    /** Returns when the tool is advertised. */
    public Loading loading() {
        return loading;
    }

    /** Returns the examples. */
    public List<ToolExample> examples() {
        return examples;
    }

    /** Returns the media types that the tool can read, such as {@code image/png} or {@code image/*}. */
    public List<String> mediaTypes() {
        return mediaTypes;
    }

    /** Returns who owns the tool: empty for declared tools, else the source's name. */
    public String source() {
        return source;
    }

    /** Returns what the tool runs on. */
    public TransportKind transport() {
        return transport;
    }

    /** Tells whether the tool is code of this process, so that a pure one may run on the thread of its caller. */
    public boolean isInProcess() {
        return transport.equals(TransportKind.IN_PROCESS);
    }

    /** Returns the digest of everything here that decides what a call means, as 64 hex digits. Approvals are bound to it. */
    public String digest() {
        String known = digest;
        if (known == null) {
            known = digest(describe());
            digest = known;
        }
        return known;
    }

    /** Returns the digest of the schemas alone, as 64 hex digits: it stays when words, tags or the source change. */
    public String schemaDigest() {
        String known = schemaDigest;
        if (known == null) {
            known = digest(Json.of(Arrays.asList(inputSchema, outputSchema)));
            schemaDigest = known;
        }
        return known;
    }

    private static String digest(Json json) {
        return SchemaDigest.of(json.canonical().toString());
    }

    /** Tells whether the tool can read a media type: an exact entry, or {@code type/*} for any subtype. Case-sensitive; parameters are not stripped. */
    public boolean handles(String mediaType) {
        return !mediaType.isEmpty() && mediaTypes.stream().anyMatch(entry -> matches(entry, mediaType));
    }

    private static boolean matches(String entry, String mediaType) {
        if (entry.equals(mediaType)) {
            return true;
        }
        String prefix = entry.endsWith("/*") ? entry.substring(0, entry.length() - 1) : "";
        return !prefix.isEmpty()
                && !prefix.equals("*/")
                && mediaType.startsWith(prefix)
                && mediaType.length() > prefix.length();
    }

    boolean hasSchemasOf(ToolDefinition other) {
        return inputSchema.equals(other.inputSchema) && Objects.equals(outputSchema, other.outputSchema);
    }

    void requireLegalSchemas() {
        requireLegal("input", inputSchema);
        if (outputSchema != null) {
            requireLegal("output", outputSchema);
        }
    }

    private void requireLegal(String side, Json schema) {
        try {
            JsonSchema.compile(schema);
        } catch (ConfigurationException e) {
            throw new ConfigurationException(
                    e.code(), "the " + side + " schema of tool '" + id + "' is refused: " + e.getMessage(), e);
        }
    }

    private Json describe() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", id.toString());
        members.put("description", description);
        members.put("input", inputSchema);
        members.put("output", outputSchema == null ? Json.NULL : outputSchema);
        members.put("effect", effect.wireName());
        members.put("idempotent", idempotent);
        members.put("scopes", List.copyOf(authScopes));
        members.put("source", source);
        members.put("transport", transport.name());
        return Json.of(members);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ToolDefinition that
                && id.equals(that.id)
                && digest().equals(that.digest())
                && tags.equals(that.tags)
                && loading == that.loading
                && hints.equals(that.hints)
                && examples.equals(that.examples)
                && mediaTypes.equals(that.mediaTypes);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return "ToolDefinition[" + id + ", " + effect + ", " + transport + "]";
    }

    /** Collects the parts of a definition. Not thread-safe. */
    public static final class Builder {

        private ToolId id;
        private Json inputSchema;
        private @Nullable String description;
        private @Nullable Json outputSchema;
        private @Nullable SideEffect effect;
        private boolean idempotent;
        private List<String> tags = List.of();
        private Set<String> authScopes = Set.of();
        private ToolHints hints = ToolHints.NONE;
        private Loading loading = Loading.ALWAYS;
        private List<ToolExample> examples = List.of();
        private List<String> mediaTypes = List.of();
        private String source = "";
        private TransportKind transport = TransportKind.IN_PROCESS;

        private Builder(ToolId id, Json inputSchema) {
            this.id = Objects.requireNonNull(id, "id");
            this.inputSchema = Objects.requireNonNull(inputSchema, "inputSchema");
        }

        private Builder(ToolDefinition from) {
            this(from.id, from.inputSchema);
            description = from.description;
            outputSchema = from.outputSchema;
            effect = from.effectDeclared ? from.effect : null;
            idempotent = from.idempotent;
            tags = from.tags;
            authScopes = from.authScopes;
            hints = from.hints;
            loading = from.loading;
            examples = from.examples;
            mediaTypes = from.mediaTypes;
            source = from.source;
            transport = from.transport;
        }

        /** Sets the id. */
        public Builder id(ToolId newId) {
            id = Objects.requireNonNull(newId, "id");
            return this;
        }

        /** Sets the schema of the arguments. */
        public Builder inputSchema(Json schema) {
            inputSchema = Objects.requireNonNull(schema, "inputSchema");
            return this;
        }

        /** Sets the description; blank means the name. */
        public Builder description(String text) {
            description = Objects.requireNonNull(text, "description");
            return this;
        }

        /** Sets the schema of the result. */
        public Builder outputSchema(Json schema) {
            outputSchema = Objects.requireNonNull(schema, "outputSchema");
            return this;
        }

        /** Sets what the tool does to the world; {@link SideEffect#STATEFUL} when never set. */
        public Builder effect(SideEffect value) {
            effect = Objects.requireNonNull(value, "effect");
            return this;
        }

        /** Says whether the tool honours an idempotency key; false when never set. */
        public Builder idempotent(boolean value) {
            idempotent = value;
            return this;
        }

        /** Sets the tags; repeated ones are kept once. */
        public Builder tags(String... values) {
            tags = List.of(values).stream().distinct().toList();
            return this;
        }

        /** Sets the scopes that the caller's credentials must carry. */
        public Builder authScopes(String... values) {
            authScopes = java.util.Collections.unmodifiableSet(new TreeSet<>(Arrays.asList(values)));
            return this;
        }

        /** Sets the advice for planners. */
        public Builder hints(ToolHints value) {
            hints = Objects.requireNonNull(value, "hints");
            return this;
        }

        /** Sets when the tool is advertised; {@link Loading#ALWAYS} when never set. */
        public Builder loading(Loading value) {
            loading = Objects.requireNonNull(value, "loading");
            return this;
        }

        /** Sets the examples. */
        public Builder examples(ToolExample... values) {
            examples = List.of(values);
            return this;
        }

        /** Sets the media types that the tool can read. */
        public Builder mediaTypes(String... values) {
            mediaTypes = List.of(values);
            return this;
        }

        /** Sets who owns the tool; empty for declared tools. */
        public Builder source(String value) {
            source = Objects.requireNonNull(value, "source");
            return this;
        }

        /** Sets what the tool runs on; {@link TransportKind#IN_PROCESS} when never set. */
        public Builder transport(TransportKind value) {
            transport = Objects.requireNonNull(value, "transport");
            return this;
        }

        /**
         * Returns the definition; the builder may be used again.
         *
         * @throws InvalidToolDefinition if a bound is broken
         */
        public ToolDefinition build() {
            if (description != null && Json.of(description).sizeBytes() > MAX_DESCRIPTION_BYTES) {
                throw new InvalidToolDefinition("the description of tool '" + id.name() + "' has more than "
                        + MAX_DESCRIPTION_BYTES + " bytes");
            }
            return new ToolDefinition(this);
        }
    }
}

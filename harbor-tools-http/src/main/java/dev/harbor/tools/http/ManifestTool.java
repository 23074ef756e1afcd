package dev.harbor.tools.http;

import dev.harbor.json.Json;
import dev.harbor.json.Param;
import dev.harbor.tool.EvidenceProjection;
import dev.harbor.tool.InvalidToolDefinition;
import dev.harbor.tool.Loading;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolExample;
import dev.harbor.tool.ToolHints;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Is a tool as a manifest describes it. */
record ManifestTool(
        @Param(description = "the name of the tool") String name,

        @Param(description = "its version, v1 unless said") @Nullable
        String version,

        @Param(description = "GET, POST, ...") String method,

        @Param(value = "url_template", description = "scheme and host written out, then places by RFC 6570")
        String url,

        @Nullable String description,

        @Param(value = "args_schema", description = "the JSON Schema of the arguments") @Nullable
        Json input,

        @Param(value = "out_schema", description = "the JSON Schema of the result") @Nullable
        Json output,

        @Param(description = "headers that are the same for every request") @Nullable
        Map<String, String> headers,

        @Nullable List<ManifestParameter> parameters,
        @Nullable ManifestBody body,

        @Param(description = "names of credentials of this manifest, all of which are sent") @Nullable
        List<String> auth,

        @Param("side_effect") @Nullable Effect effect,

        @Param(description = "whether one idempotency key has one effect", defaultValue = "false")
        boolean idempotent,

        @Param(value = "idempotency_header", description = "empty for none") @Nullable
        String idempotencyHeader,

        @Nullable List<String> tags,
        @Param("auth_scopes") @Nullable List<String> scopes,
        @Param("media_types") @Nullable List<String> mediaTypes,
        @Nullable When loading,
        @Nullable List<Example> examples,
        @Nullable Hints hints,
        @Nullable ManifestPolicy policy,
        @Nullable ManifestAnswer answer,

        @Param(description = "claims that follow from fields of a result, named by JSON pointers") @Nullable
        List<ManifestEvidence> evidence) {

    enum Effect {
        @Param("pure")
        PURE,
        @Param("read")
        READ,
        @Param("write")
        WRITE,
        @Param("external")
        EXTERNAL,
        @Param("stateful")
        STATEFUL
    }

    enum When {
        @Param("always")
        ALWAYS,
        @Param("deferred")
        DEFERRED
    }

    record Example(
            @Nullable String description,
            Json arguments,
            @Nullable List<String> tags) {

        ToolExample build() {
            return new ToolExample(description == null ? "" : description, arguments, tags == null ? List.of() : tags);
        }
    }

    record Hints(
            @Nullable String cost,
            @Nullable Duration latency,
            @Param("safety_notes") @Nullable String safetyNotes) {}

    HttpTool build(Map<String, HttpAuth> credentials) {
        HttpTool.Builder tool = HttpTool.builder(name, method, url);
        set(version, tool::version);
        set(description, tool::description);
        set(input, tool::input);
        set(output, tool::output);
        set(headers, all -> all.forEach(tool::header));
        set(parameters, all -> all.forEach(each -> tool.parameters(each.build())));
        set(body, value -> tool.body(value.build()));
        set(
                auth,
                names -> tool.auth(
                        names.stream().map(each -> named(each, credentials)).toArray(HttpAuth[]::new)));
        set(effect, value -> tool.effect(SideEffect.valueOf(value.name())));
        if (idempotent) {
            tool.idempotent();
        }
        set(idempotencyHeader, value -> {
            if (value.isEmpty()) {
                tool.noIdempotencyHeader();
            } else {
                tool.idempotencyHeader(value);
            }
        });
        set(tags, values -> tool.tags(values.toArray(String[]::new)));
        set(scopes, values -> tool.authScopes(values.toArray(String[]::new)));
        set(mediaTypes, values -> tool.mediaTypes(values.toArray(String[]::new)));
        set(loading, value -> tool.loading(Loading.valueOf(value.name())));
        set(examples, all -> tool.examples(all.stream().map(Example::build).toArray(ToolExample[]::new)));
        set(hints, value -> tool.hints(new ToolHints(value.cost(), value.latency(), value.safetyNotes())));
        set(policy, value -> tool.policy(value.build()));
        set(answer, value -> tool.answer(value.build()));
        set(
                evidence,
                all -> tool.evidence(all.stream().map(ManifestEvidence::build).toArray(EvidenceProjection[]::new)));
        return tool.build();
    }

    private static <T> void set(@Nullable T value, Consumer<T> setter) {
        if (value != null) {
            setter.accept(value);
        }
    }

    private static HttpAuth named(String name, Map<String, HttpAuth> credentials) {
        HttpAuth found = credentials.get(name);
        if (found == null) {
            throw new InvalidToolDefinition(
                    "there is no credential '" + name + "' under auth; there are " + credentials.keySet());
        }
        return found;
    }
}

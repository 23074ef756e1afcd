package dev.harbor.tools.http;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.json.Json;
import dev.harbor.net.Payload;
import dev.harbor.tool.ToolContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the body of a request. Implementations are immutable. */
@FunctionalInterface
interface BodyWriter {

    /**
     * Returns the body.
     *
     * @throws dev.harbor.tool.InvalidArguments if an argument is of a kind that can't be sent so
     */
    Payload payload(BodyInput input);

    static BodyWriter of(HttpBody body) {
        String argument = body.argument();
        return switch (body.kind()) {
            case NONE -> input -> Payload.NONE;
            case JSON ->
                input -> json(
                        body,
                        argument == null ? input.restAsJson() : input.values().get(argument));
            case TEMPLATE -> {
                Json template = body.template();
                JsonTemplate read = JsonTemplate.parse(template == null ? Json.NULL : template);
                yield input -> json(body, read.fill(input.values()));
            }
            case FORM -> {
                Map<String, HttpPart> parts = byName(body.parts());
                yield input -> form(parts, members(argument, input));
            }
            case MULTIPART -> {
                Map<String, HttpPart> parts = byName(body.parts());
                yield input -> multipart(parts, members(argument, input), input.context());
            }
            case TEXT -> input -> text(body, argument, value(argument, input));
            case ARTIFACT -> input -> artifact(body, argument, value(argument, input), input.context());
        };
    }

    private static Map<String, HttpPart> byName(List<HttpPart> parts) {
        Map<String, HttpPart> named = new HashMap<>();
        parts.forEach(part -> named.put(part.name(), part));
        return Map.copyOf(named);
    }

    private static @Nullable Json value(@Nullable String argument, BodyInput input) {
        Json value = argument == null ? null : input.values().get(argument);
        return value == null || value.isNull() ? null : value;
    }

    private static @Nullable Map<String, Json> members(@Nullable String argument, BodyInput input) {
        if (argument == null) {
            return input.rest();
        }
        Json value = value(argument, input);
        if (value == null) {
            return null;
        }
        if (value.kind() != Json.Kind.OBJECT) {
            throw Refused.argument(argument, "type", "must be an object, whose members are the fields");
        }
        return value.members();
    }

    private static Payload json(HttpBody body, @Nullable Json value) {
        if (value == null) {
            return Payload.NONE;
        }
        String type = body.mediaType();
        return type == null ? Payload.of(value) : Payload.of(value.toBytes(), type);
    }

    private static Payload form(Map<String, HttpPart> parts, @Nullable Map<String, Json> members) {
        if (members == null) {
            return Payload.NONE;
        }
        StringBuilder out = new StringBuilder();
        members.forEach((name, value) -> {
            HttpPart part = parts.getOrDefault(name, HttpPart.of(name));
            if (!value.isNull()) {
                QueryWriter.write(part, value)
                        .forEach((key, text) -> out.append(out.length() == 0 ? "" : "&")
                                .append(key)
                                .append('=')
                                .append(text));
            }
        });
        return Payload.of(out.toString(), MediaTypes.FORM);
    }

    private static Payload multipart(
            Map<String, HttpPart> parts, @Nullable Map<String, Json> members, ToolContext context) {
        if (members == null) {
            return Payload.NONE;
        }
        Multipart body = new Multipart(context);
        members.forEach((name, value) -> body.add(parts.getOrDefault(name, HttpPart.of(name)), value));
        return body.payload();
    }

    private static Payload text(HttpBody body, @Nullable String argument, @Nullable Json value) {
        if (value == null || argument == null) {
            return Payload.NONE;
        }
        if (value.kind() != Json.Kind.STRING) {
            throw Refused.argument(argument, "type", "must be a string: it is sent as text");
        }
        String type = body.mediaType();
        return Payload.of(value.asString(), type == null ? MediaTypes.TEXT : type);
    }

    private static Payload artifact(
            HttpBody body, @Nullable String argument, @Nullable Json value, ToolContext context) {
        if (value == null || argument == null) {
            return Payload.NONE;
        }
        ArtifactInfo info = artifact(argument, value, context);
        String type = body.mediaType();
        return Payload.of(
                () -> context.artifacts().open(info.ref()), info.sizeBytes(), type == null ? info.mediaType() : type);
    }

    /** Finds the artifact that an argument names, in the session of the caller. */
    static ArtifactInfo artifact(String argument, Json value, ToolContext context) {
        boolean id = value.kind() == Json.Kind.STRING && ArtifactRef.isSpelledRight(value.asString());
        if (!id) {
            throw Refused.argument(argument, "pattern", "must be the id of an artifact: sha256: and 64 hex digits");
        }
        return context.artifacts()
                .find(new ArtifactRef(value.asString()))
                .orElseThrow(() -> Refused.argument(argument, "artifact", "names no artifact of this session"));
    }
}

package dev.harbor.tools.a2a;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.json.Violation;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.InvalidArguments;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolFailed;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Is what a tool takes, and the parts of a message that it becomes. */
final class Arguments {

    static final Json SCHEMA = Json.of(Map.of(
            "type",
            "object",
            "properties",
            Map.of(
                    "message",
                    Map.of("type", "string", "minLength", 1, "description", "What the agent is to do, in words"),
                    "data",
                    Map.of("type", "object", "description", "Structured input that goes along"),
                    "files",
                    Map.of(
                            "type",
                            "array",
                            "maxItems",
                            16,
                            "items",
                            Map.of("type", "string", "pattern", ArtifactRef.SPELLING),
                            "description",
                            "Ids of artifacts of this session that go along as files"),
                    "continue",
                    Map.of(
                            "type",
                            "string",
                            "description",
                            "The continue handle of an earlier result of this tool, to go on from there")),
            "required",
            List.of("message"),
            "additionalProperties",
            false));

    private final Json arguments;
    private final List<String> modes;
    private final A2aLimits limits;

    /**
     * Reads arguments that fit the schema.
     *
     * @param modes the media types that the agent takes; empty for any
     */
    Arguments(Json arguments, List<String> modes, A2aLimits limits) {
        this.arguments = arguments;
        this.modes = modes;
        this.limits = limits;
    }

    @Nullable
    String handle() {
        return arguments.get("continue").map(Json::asString).orElse(null);
    }

    /**
     * Returns the parts, a text first.
     *
     * @param skill words on what is asked for, or empty
     */
    List<Part> parts(String skill, ToolContext context) {
        List<Part> parts = new ArrayList<>();
        parts.add(Part.text(arguments.get("message").orElseThrow().asString()));
        if (!skill.isEmpty()) {
            parts.add(Part.text(skill));
        }
        arguments.get("data").ifPresent(data -> parts.add(data(data)));
        List<Json> files = arguments.get("files").map(Json::elements).orElse(List.of());
        long left = limits.fileBytes();
        for (int i = 0; i < files.size(); i++) {
            ArtifactInfo file = file(i, files.get(i), context);
            left -= file.sizeBytes();
            if (left < 0) {
                throw refused(i, "maxLength", "makes the files larger than " + limits.fileBytes() + " bytes together");
            }
            parts.add(raw(file, context));
        }
        return parts;
    }

    private Part data(Json data) {
        return takes("application/json")
                ? Part.data(data)
                : Part.text(data.compact().toString());
    }

    private ArtifactInfo file(int index, Json id, ToolContext context) {
        ArtifactInfo info = context.artifacts()
                .find(new ArtifactRef(id.asString()))
                .orElseThrow(() -> refused(index, "artifact", "names no artifact of this session"));
        if (!takes(info.mediaType())) {
            throw refused(
                    index,
                    "mediaType",
                    "is of " + info.mediaType() + ", and the agent takes " + Words.line(String.join(", ", modes)));
        }
        return info;
    }

    private static Part raw(ArtifactInfo info, ToolContext context) {
        try (InputStream content = context.artifacts().open(info.ref())) {
            String base64 = Base64.getEncoder().encodeToString(content.readAllBytes());
            return Part.raw(base64, info.options().filename(), info.mediaType());
        } catch (IOException e) {
            String text = "the artifact " + info.ref() + " can't be read; nothing was sent";
            throw ToolFailed.of(ErrorCode.TOOL_FAILED, ErrorClass.PERMANENT, true, text, null, e);
        }
    }

    /** Tells whether the agent takes a media type, by what it says: types, types of any kind, or the plain names of 0.2. */
    private boolean takes(String mediaType) {
        String bare = mediaType.split(";", 2)[0].strip();
        String family = bare.split("/", 2)[0];
        return modes.isEmpty()
                || modes.stream()
                        .map(mode -> mode.split(";", 2)[0].strip())
                        .anyMatch(mode -> mode.equals(bare)
                                || mode.equals("*/*")
                                || mode.equals(family + "/*")
                                || mode.equals("file")
                                || (mode.equals("data") && bare.equals("application/json")));
    }

    private static InvalidArguments refused(int index, String keyword, String why) {
        Violation violation = new Violation("/files/" + index, keyword, why, List.of());
        return new InvalidArguments(violation.toString(), List.of(violation));
    }

    static InvalidArguments unknownHandle() {
        Violation violation = new Violation(
                "/continue",
                "enum",
                "names no conversation with this agent that is known here; leave it out",
                List.of());
        return new InvalidArguments(violation.toString(), List.of(violation));
    }
}

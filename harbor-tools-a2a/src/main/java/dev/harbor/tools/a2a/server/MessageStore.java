package dev.harbor.tools.a2a.server;

import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactStub;
import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.catalog.RemoteText;
import dev.harbor.json.Json;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Keeps what a message says: its files as artifacts, the rest on record. */
final class MessageStore {

    private static final Pattern NOTHING = Pattern.compile("(?!)");
    private static final String FILE = "artifact";

    private MessageStore() {}

    /**
     * Is a message whose files are named, and not stored yet.
     *
     * @param parts the parts as they go on record: a file is the name of its artifact there
     */
    record Draft(List<Json> parts, List<Content> files) {

        Draft {
            parts = List.copyOf(parts);
            files = List.copyOf(files);
        }

        /** Stores the files, which is to be done before the message goes on record, and only if it does. */
        void store(ScopedArtifacts artifacts) {
            files.forEach(file -> artifacts.put(file.bytes(), ArtifactOptions.of(file.mediaType())));
        }
    }

    /** Is a file that came along. */
    @SuppressWarnings("ArrayRecordComponent") // neither compared nor shared
    record Content(byte[] bytes, String mediaType) {}

    /**
     * Returns what of a message goes on record and what into the store, and stores nothing.
     *
     * @throws Refusal if there is too much, or a file is none
     */
    static Draft draft(Incoming message, A2aServerLimits limits) {
        List<Json> kept = new ArrayList<>();
        List<Content> files = new ArrayList<>();
        for (Json json : message.parts()) {
            Params part = Params.of(json, "part");
            kept.add(part.has("raw") ? file(part, files) : json.compact());
        }
        long bytes = kept.stream().mapToLong(Json::sizeBytes).sum();
        if (bytes > limits.messageBytes()) {
            throw Refusal.params(
                    "a message has at most " + limits.messageBytes() + " bytes without its files, this one " + bytes);
        }
        return new Draft(kept, files);
    }

    private static Json file(Params part, List<Content> into) {
        Content content = new Content(decoded(part.text("raw")), mediaType(part));
        into.add(content);
        Map<String, Object> kept = new LinkedHashMap<>();
        kept.put(FILE, "sha256:" + Hashes.hex(content.bytes(), 32));
        kept.put("mediaType", content.mediaType());
        kept.put("size", content.bytes().length);
        kept.put("filename", RemoteText.clean(part.text("filename")));
        return Json.of(kept);
    }

    private static byte[] decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw Refusal.params("part.raw must be base64");
        }
    }

    private static String mediaType(Params part) {
        String named = part.text("mediaType");
        return ArtifactOptions.isMediaType(named) ? named : ArtifactOptions.DEFAULT_MEDIA_TYPE;
    }

    /** Returns what is on record as what was said. */
    static A2aMessage read(ServedTask.Said said, String contextId) {
        List<String> texts = new ArrayList<>();
        List<Json> data = new ArrayList<>();
        List<ArtifactStub> files = new ArrayList<>();
        List<String> links = new ArrayList<>();
        Pattern courtesy = courtesy(said);
        for (Json json : said.parts()) {
            Params part = Params.of(json, "part");
            if (isFile(part)) {
                files.add(stub(part));
            } else if (part.has("text") && !courtesy.matcher(part.text("text")).matches()) {
                texts.add(part.text("text"));
            } else if (part.has("url")) {
                links.add(part.text("url"));
            } else if (part.has("data")) {
                data.add(part.any("data"));
            }
        }
        return new A2aMessage(
                said.messageId(), contextId, String.join("\n", texts), data, files, links, said.metadata());
    }

    /** Harbor says which skill it asks for in words too, for agents that don't know the key of the metadata. */
    private static Pattern courtesy(ServedTask.Said said) {
        String skill = Params.of(said.metadata(), "message.metadata").text(Skills.KEY);
        return skill.isEmpty()
                ? NOTHING
                : Pattern.compile("\\(This asks for the skill \".*\", id " + Pattern.quote(skill) + "\\.\\)");
    }

    /** A part that came has one of the contents, and what it calls an artifact besides is not one. */
    private static boolean isFile(Params part) {
        return part.has(FILE) && Incoming.CONTENTS.stream().noneMatch(part::has);
    }

    private static ArtifactStub stub(Params part) {
        String name = part.text("filename");
        return new ArtifactStub(
                new ArtifactRef(part.text(FILE)),
                part.text("mediaType"),
                part.number("size", 0, Integer.MAX_VALUE),
                name.isEmpty() ? null : name,
                null);
    }

    /** Returns a part as a caller may see it again: a file that it sent is named, and not sent back. */
    static Json shown(Json json) {
        Params part = Params.of(json, "part");
        if (!isFile(part)) {
            return json;
        }
        String name = part.text("filename").isEmpty() ? "without a name" : part.text("filename");
        return Json.of(Map.of("text", "(file " + name + ", " + part.number("size", 0, Integer.MAX_VALUE) + " bytes)"));
    }
}

package dev.harbor.tools.a2a.server;

import dev.harbor.artifact.ArtifactInfo;
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

    /** Stores files, and returns the parts as they go on record: a file is the name of its artifact there. */
    static List<Json> store(Incoming message, ScopedArtifacts artifacts, A2aServerLimits limits) {
        List<Json> kept = new ArrayList<>();
        long bytes = 0;
        for (Json json : message.parts()) {
            Params part = Params.of(json, "part");
            Json stored = part.has("raw") ? file(part, artifacts) : json.compact();
            bytes += stored.sizeBytes();
            kept.add(stored);
        }
        if (bytes > limits.messageBytes()) {
            throw Refusal.params(
                    "a message has at most " + limits.messageBytes() + " bytes without its files, this one " + bytes);
        }
        return kept;
    }

    private static Json file(Params part, ScopedArtifacts artifacts) {
        byte[] content;
        try {
            content = Base64.getDecoder().decode(part.text("raw"));
        } catch (IllegalArgumentException e) {
            throw Refusal.params("part.raw must be base64");
        }
        ArtifactInfo info = artifacts.put(content, ArtifactOptions.of(mediaType(part)));
        Map<String, Object> kept = new LinkedHashMap<>();
        kept.put(FILE, info.ref().id());
        kept.put("mediaType", info.mediaType());
        kept.put("size", info.sizeBytes());
        kept.put("filename", RemoteText.clean(part.text("filename")));
        return Json.of(kept);
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
            if (part.has(FILE)) {
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
        if (!part.has(FILE)) {
            return json;
        }
        String name = part.text("filename").isEmpty() ? "without a name" : part.text("filename");
        return Json.of(Map.of("text", "(file " + name + ", " + part.number("size", 0, Integer.MAX_VALUE) + " bytes)"));
    }
}

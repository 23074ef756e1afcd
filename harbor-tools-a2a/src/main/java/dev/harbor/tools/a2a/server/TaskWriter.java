package dev.harbor.tools.a2a.server;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.json.Json;
import dev.harbor.json.MalformedJsonException;
import dev.harbor.run.Run;
import dev.harbor.runtime.Caller;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes tasks as callers see them: the result of the run is an artifact, and so is each file that the result names. Thread-safe. */
final class TaskWriter {

    private static final Pattern REF = Pattern.compile("sha256:[0-9a-f]{64}");
    private static final int MOST_FILES = 50;
    private static final int DEEPEST = 16;

    private final A2aServerLimits limits;

    TaskWriter(A2aServerLimits limits) {
        this.limits = limits;
    }

    /**
     * Writes a task.
     *
     * @param history how many of its last messages to show
     */
    Json write(Caller caller, TaskReader.View view, boolean artifacts, int history) {
        ServedTask task = view.task();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", task.id());
        members.put("contextId", task.contextId());
        members.put("status", view.statusJson());
        if (artifacts) {
            members.put("artifacts", artifacts(caller, view));
        }
        if (history > 0) {
            members.put("history", history(task, history));
        }
        return Json.of(members);
    }

    private static List<Object> history(ServedTask task, int most) {
        List<ServedTask.Said> said = task.said();
        return said.subList(Math.max(0, said.size() - most), said.size()).stream()
                .<Object>map(each -> message(task, each))
                .toList();
    }

    private static Map<String, Object> message(ServedTask task, ServedTask.Said said) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("messageId", said.messageId());
        members.put("contextId", task.contextId());
        members.put("taskId", task.id());
        members.put("role", "ROLE_USER");
        members.put("parts", said.parts().stream().map(MessageStore::shown).toList());
        return members;
    }

    /** Returns what a task came to; nothing before it is completed. */
    List<Json> artifacts(Caller caller, TaskReader.View view) {
        Run run = view.run();
        if (run == null || view.state() != TaskStatus.State.COMPLETED) {
            return List.of();
        }
        ScopedArtifacts store = caller.artifacts(run.runId());
        Budget room = new Budget(limits.fileBytes());
        List<Json> artifacts = new ArrayList<>();
        String stored = ref(run.result());
        Set<String> named = new LinkedHashSet<>();
        if (stored != null) {
            named.add(stored);
        } else if (!run.result().isNull()) {
            artifacts.add(artifact("result", "result", List.of(part(run.result()))));
            collect(run.result(), named, 0);
        }
        named.stream()
                .limit(MOST_FILES)
                .map(each -> file(store, each, room))
                .flatMap(Optional::stream)
                .forEach(artifacts::add);
        return artifacts;
    }

    /** Counts what still fits. */
    private static final class Budget {

        private long left;

        Budget(long left) {
            this.left = left;
        }

        boolean take(long bytes) {
            if (bytes > left) {
                return false;
            }
            left -= bytes;
            return true;
        }
    }

    private static Map<String, Object> part(Json value) {
        return value.kind() == Json.Kind.STRING
                ? Map.of("text", value.asString())
                : Map.of("data", value, "mediaType", "application/json");
    }

    private static Json artifact(String id, String name, List<Object> parts) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("artifactId", id);
        members.put("name", name);
        members.put("parts", parts);
        return Json.of(members);
    }

    private static @Nullable String ref(Json json) {
        if (json.kind() != Json.Kind.OBJECT) {
            return null;
        }
        Map<String, Json> members = json.members();
        for (String member : List.of("artifact_ref", "ref")) {
            Json value = members.get(member);
            if (value != null
                    && value.kind() == Json.Kind.STRING
                    && REF.matcher(value.asString()).matches()) {
                return value.asString();
            }
        }
        return null;
    }

    private static void collect(Json json, Set<String> into, int depth) {
        if (depth > DEEPEST || into.size() > MOST_FILES) {
            return;
        }
        String ref = ref(json);
        if (ref != null) {
            into.add(ref);
        }
        if (json.kind() == Json.Kind.OBJECT) {
            json.members().values().forEach(each -> collect(each, into, depth + 1));
        } else if (json.kind() == Json.Kind.ARRAY) {
            json.elements().forEach(each -> collect(each, into, depth + 1));
        }
    }

    private static Optional<Json> file(ScopedArtifacts store, String ref, Budget room) {
        Optional<ArtifactInfo> found = store.find(new ArtifactRef(ref));
        return found.map(info -> artifact(ref, nameOf(info), List.of(content(store, info, room))));
    }

    private static String nameOf(ArtifactInfo info) {
        String name = info.options().filename();
        return name == null ? "file" : name;
    }

    private static Map<String, Object> content(ScopedArtifacts store, ArtifactInfo info, Budget room) {
        if (!room.take(info.sizeBytes())) {
            return Map.of(
                    "text",
                    "(" + info.mediaType() + " of " + info.sizeBytes() + " bytes, which is more than is sent along)");
        }
        byte[] bytes = bytes(store, info.ref());
        String type = info.mediaType().toLowerCase(Locale.ROOT);
        if (type.startsWith("application/json")) {
            Json json = json(bytes);
            return json == null ? raw(bytes, info) : part(json);
        }
        String text = type.startsWith("text/plain") ? text(bytes) : null;
        return text == null ? raw(bytes, info) : Map.of("text", text);
    }

    private static Map<String, Object> raw(byte[] bytes, ArtifactInfo info) {
        Map<String, Object> part = new LinkedHashMap<>();
        part.put("raw", Base64.getEncoder().encodeToString(bytes));
        part.put("mediaType", info.mediaType());
        String name = info.options().filename();
        if (name != null) {
            part.put("filename", name);
        }
        return part;
    }

    private static byte[] bytes(ScopedArtifacts store, ArtifactRef ref) {
        try (InputStream content = store.open(ref)) {
            return content.readAllBytes();
        } catch (IOException e) {
            throw new StoreException(ErrorCode.STORE_FAILED, "a file of a task could not be read", e);
        }
    }

    private static @Nullable String text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    private static @Nullable Json json(byte[] bytes) {
        try {
            return Json.parse(bytes);
        } catch (MalformedJsonException e) {
            return null;
        }
    }
}

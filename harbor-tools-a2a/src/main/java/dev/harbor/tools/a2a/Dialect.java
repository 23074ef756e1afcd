package dev.harbor.tools.a2a;

import dev.harbor.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes what is sent in the shape of a version. What is read is understood in every shape. Immutable. */
final class Dialect {

    private final ProtocolVersion version;

    /** Whether it is the form of the protocol buffer of 0.3, which its HTTP binding has. */
    private final boolean oldBuffer;

    private final String tenant;

    Dialect(AgentInterface at) {
        this.version = at.version();
        this.oldBuffer = version == ProtocolVersion.V0_3 && at.binding() == BindingKind.HTTP_JSON;
        this.tenant = at.tenant();
    }

    /** Returns the parameters of a send. */
    Map<String, Object> send(Outgoing message, List<String> outputModes, boolean wait, @Nullable PushTarget push) {
        Map<String, Object> configuration = new LinkedHashMap<>();
        configuration.put("acceptedOutputModes", outputModes);
        configuration.put("historyLength", 0);
        if (isNew()) {
            configuration.put("returnImmediately", !wait);
        } else {
            configuration.put("blocking", wait);
        }
        if (push != null) {
            configuration.put(pushMember(), push.toJson());
        }
        Map<String, Object> params = params();
        params.put("message", message(message));
        params.put("configuration", configuration);
        return params;
    }

    private String pushMember() {
        if (isNew()) {
            return "taskPushNotificationConfig";
        }
        return oldBuffer ? "pushNotification" : "pushNotificationConfig";
    }

    /** Returns the parameters of what names a task. */
    Map<String, Object> task(String taskId) {
        Map<String, Object> params = params();
        params.put("id", taskId);
        return params;
    }

    Map<String, Object> task(String taskId, int historyLength) {
        Map<String, Object> params = task(taskId);
        params.put("historyLength", historyLength);
        return params;
    }

    /** Returns the parameters that every request has. */
    Map<String, Object> params() {
        Map<String, Object> params = new LinkedHashMap<>();
        if (isNew() && !tenant.isEmpty()) {
            params.put("tenant", tenant);
        }
        return params;
    }

    private boolean isNew() {
        return version == ProtocolVersion.V1_0;
    }

    private Json message(Outgoing out) {
        Map<String, Object> message = new LinkedHashMap<>();
        if (!isNew() && !oldBuffer) {
            message.put("kind", "message");
        }
        message.put("messageId", out.messageId());
        if (!out.contextId().isEmpty()) {
            message.put("contextId", out.contextId());
        }
        if (!out.taskId().isEmpty()) {
            message.put("taskId", out.taskId());
        }
        message.put("role", isNew() || oldBuffer ? "ROLE_USER" : "user");
        message.put(
                oldBuffer ? "content" : "parts",
                out.parts().stream().map(this::part).toList());
        if (!out.references().isEmpty() && !oldBuffer) {
            message.put("referenceTaskIds", out.references());
        }
        if (!out.metadata().isEmpty()) {
            message.put("metadata", out.metadata());
        }
        return Json.of(message);
    }

    private Map<String, Object> part(Part part) {
        Map<String, Object> written = new LinkedHashMap<>();
        if (isNew()) {
            written.put(member(part.kind()), value(part));
            put(written, "filename", part.filename());
            put(written, "mediaType", part.mediaType());
            return written;
        }
        if (!oldBuffer) {
            written.put("kind", oldKind(part.kind()));
        }
        switch (part.kind()) {
            case RAW, LINK -> written.put("file", oldFile(part));
            case DATA -> written.put("data", oldData(part.data()));
            default -> written.put("text", part.content());
        }
        return written;
    }

    private static String member(Part.Kind kind) {
        return switch (kind) {
            case RAW -> "raw";
            case LINK -> "url";
            case DATA -> "data";
            case TEXT, OTHER -> "text";
        };
    }

    private static Object value(Part part) {
        return part.kind() == Part.Kind.DATA ? part.data() : part.content();
    }

    private static String oldKind(Part.Kind kind) {
        return switch (kind) {
            case RAW, LINK -> "file";
            case DATA -> "data";
            case TEXT, OTHER -> "text";
        };
    }

    private Map<String, Object> oldFile(Part part) {
        Map<String, Object> file = new LinkedHashMap<>();
        String member = part.kind() == Part.Kind.RAW ? "bytes" : "uri";
        String inBuffer = part.kind() == Part.Kind.RAW ? "fileWithBytes" : "fileWithUri";
        file.put(oldBuffer ? inBuffer : member, part.content());
        put(file, "name", part.filename());
        put(file, "mimeType", part.mediaType());
        return file;
    }

    /** In 0.3 the value of a data part is an object. */
    private Object oldData(Json data) {
        Object object = data.kind() == Json.Kind.OBJECT ? data : Map.of("value", data);
        return oldBuffer ? Map.of("data", object) : object;
    }

    private static void put(Map<String, Object> into, String member, @Nullable String value) {
        if (value != null) {
            into.put(member, value);
        }
    }
}

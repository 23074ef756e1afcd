package dev.harbor.tools.a2a;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Turns what the fake agent says into the shape of 0.3. */
final class OldShape {

    private OldShape() {}

    /** Turns an event or a bare task. */
    static Map<String, Object> of(Map<String, Object> event) {
        if (event.containsKey("task")) {
            return kind("task", object(event.get("task")));
        }
        if (event.containsKey("message")) {
            return kind("message", object(event.get("message")));
        }
        if (event.containsKey("statusUpdate")) {
            return kind("status-update", object(event.get("statusUpdate")));
        }
        if (event.containsKey("artifactUpdate")) {
            return kind("artifact-update", object(event.get("artifactUpdate")));
        }
        return event.containsKey("status") ? kind("task", event) : event;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    private static Map<String, Object> kind(String kind, Map<String, Object> from) {
        Map<String, Object> shaped = new LinkedHashMap<>(shaped(from));
        shaped.put("kind", kind);
        return shaped;
    }

    private static Map<String, Object> shaped(Map<String, Object> from) {
        Map<String, Object> shaped = new LinkedHashMap<>();
        from.forEach((name, value) -> shaped.put(name, value(name, value)));
        return shaped;
    }

    private static Object value(String name, Object value) {
        if (name.equals("state")) {
            return String.valueOf(value)
                    .replace("TASK_STATE_", "")
                    .toLowerCase(Locale.ROOT)
                    .replace('_', '-');
        }
        if (name.equals("role")) {
            return String.valueOf(value).contains("AGENT") ? "agent" : "user";
        }
        if (name.equals("parts") && value instanceof List<?> parts) {
            return parts.stream().map(each -> part(object(each))).toList();
        }
        if (value instanceof List<?> list) {
            return list.stream()
                    .map(each -> each instanceof Map ? shaped(object(each)) : each)
                    .toList();
        }
        return value instanceof Map ? shaped(object(value)) : value;
    }

    private static Map<String, Object> part(Map<String, Object> part) {
        if (part.containsKey("kind")) {
            return part;
        }
        if (part.containsKey("text")) {
            return Map.of("kind", "text", "text", part.get("text"));
        }
        if (part.containsKey("data")) {
            return Map.of("kind", "data", "data", part.get("data"));
        }
        Map<String, Object> file = new LinkedHashMap<>();
        file.put(part.containsKey("raw") ? "bytes" : "uri", part.getOrDefault("raw", part.get("url")));
        file.put("name", part.get("filename"));
        file.put("mimeType", part.get("mediaType"));
        return Map.of("kind", "file", "file", file);
    }
}

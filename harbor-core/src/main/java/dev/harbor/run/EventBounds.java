package dev.harbor.run;

import dev.harbor.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Checks what comes from outside, before anything of it is used or stored. */
final class EventBounds {

    private EventBounds() {}

    static String text(String what, String text, int maxLength) {
        String stripped = text.strip();
        require(
                !stripped.isEmpty() && stripped.length() <= maxLength,
                what + " of an event must have 1 to " + maxLength + " characters, got " + stripped.length());
        return clean(what, stripped);
    }

    static String goal(String goal) {
        String stripped = goal.strip();
        int bytes = stripped.getBytes(StandardCharsets.UTF_8).length;
        require(
                bytes >= 1 && bytes <= IncomingEvent.MAX_GOAL_BYTES,
                "goal of an event must have 1 to " + IncomingEvent.MAX_GOAL_BYTES + " bytes, got " + bytes);
        return clean("goal", stripped);
    }

    static Json payload(Json payload) {
        Json compact = payload.compact();
        require(
                compact.sizeBytes() <= IncomingEvent.MAX_PAYLOAD_BYTES,
                "payload of an event must have at most " + IncomingEvent.MAX_PAYLOAD_BYTES + " bytes, got "
                        + compact.sizeBytes());
        int nodes = nodes(compact.toJava(), 1);
        require(
                nodes <= IncomingEvent.MAX_PAYLOAD_NODES,
                "payload of an event must have at most " + IncomingEvent.MAX_PAYLOAD_NODES + " values, got " + nodes);
        return compact.isNull() ? Json.EMPTY_OBJECT : compact;
    }

    private static int nodes(@Nullable Object value, int depth) {
        Collection<?> inside = inside(value);
        require(
                depth <= IncomingEvent.MAX_PAYLOAD_DEPTH || !isContainer(value),
                "payload of an event must have at most " + IncomingEvent.MAX_PAYLOAD_DEPTH + " levels");
        int nodes = 1;
        for (Object each : inside) {
            nodes += nodes(each, depth + 1);
        }
        return nodes;
    }

    private static boolean isContainer(@Nullable Object value) {
        return value instanceof Map || value instanceof List;
    }

    private static Collection<?> inside(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.values();
        }
        return value instanceof List<?> list ? list : List.of();
    }

    static Map<String, String> context(Map<String, String> context) {
        require(
                context.size() <= IncomingEvent.MAX_CONTEXT_ENTRIES,
                "context of an event must have at most " + IncomingEvent.MAX_CONTEXT_ENTRIES + " entries, got "
                        + context.size());
        Map<String, String> checked = new TreeMap<>();
        context.forEach((name, value) -> {
            require(
                    value.length() <= 4096,
                    "a value in the context of an event must have at most 4096 characters, got " + value.length());
            String previous = checked.put(text("a name in the context", name, 256), clean("context", value));
            require(previous == null, "context of an event has the name '" + name.strip() + "' twice");
        });
        return Collections.unmodifiableMap(checked);
    }

    private static String clean(String what, String text) {
        require(
                text.indexOf('\0') < 0 && StandardCharsets.UTF_8.newEncoder().canEncode(text),
                what + " of an event must not have a NUL or an unpaired surrogate");
        return text;
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}

package dev.harbor.net;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads a whole stream the slow and obvious way: the rules of the WHATWG, step by step, over text. */
final class SseReference {

    private final List<SseEvent> events = new ArrayList<>();
    private String data = "";
    private String type = "";
    private String idBuffer = "";
    private String lastId = "";
    private long retryMillis = -1;

    static SseReference read(byte[] stream) {
        SseReference reference = new SseReference();
        String text = new String(stream, StandardCharsets.UTF_8);
        String content = text.startsWith("\ufeff") ? text.substring(1) : text;
        String[] lines = content.replace("\r\n", "\n").replace('\r', '\n').split("\n", -1);
        for (int i = 0; i < lines.length - 1; i++) {
            reference.line(lines[i]);
        }
        return reference;
    }

    private void line(String line) {
        if (line.isEmpty()) {
            dispatch();
        } else if (line.startsWith(":")) {
            return;
        } else if (line.contains(":")) {
            String value = line.substring(line.indexOf(':') + 1);
            field(line.substring(0, line.indexOf(':')), value.startsWith(" ") ? value.substring(1) : value);
        } else {
            field(line, "");
        }
    }

    private void field(String name, String value) {
        switch (name) {
            case "event" -> type = value;
            case "data" -> data += value + "\n";
            case "id" -> idBuffer = value.contains("\0") ? idBuffer : value;
            case "retry" -> retryMillis = value.matches("[0-9]{1,15}") ? Long.parseLong(value) : retryMillis;
            default -> {}
        }
    }

    private void dispatch() {
        lastId = idBuffer;
        if (!data.isEmpty()) {
            events.add(new SseEvent(type.isEmpty() ? "message" : type, data.substring(0, data.length() - 1), lastId));
        }
        data = "";
        type = "";
    }

    List<SseEvent> events() {
        return events;
    }

    String lastId() {
        return lastId;
    }

    long retryMillis() {
        return retryMillis;
    }
}

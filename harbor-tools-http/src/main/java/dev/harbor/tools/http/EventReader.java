package dev.harbor.tools.http;

import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.json.MalformedJsonException;
import dev.harbor.net.MediaType;
import dev.harbor.net.Reply;
import dev.harbor.net.SseEvent;
import dev.harbor.net.SseReader;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.InvalidResult;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolFailed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads a stream to its end and makes an array of it; each part is reported as progress when it comes. Confined to one call. */
final class EventReader {

    private static final Set<String> LINES = Set.of(
            "application/x-ndjson",
            "application/ndjson",
            "application/jsonl",
            "application/x-jsonlines",
            "application/jsonlines");
    private static final int SHOWN = 200;

    private final HttpAnswer answer;
    private final Reply reply;
    private final SecretScrub scrub;
    private final ToolContext context;
    private final List<Object> parts = new ArrayList<>();

    EventReader(HttpAnswer answer, Reply reply, SecretScrub scrub, ToolContext context) {
        this.answer = answer;
        this.reply = reply;
        this.scrub = scrub;
        this.context = context;
    }

    static boolean isEvents(MediaType type) {
        return type.isEventStream() || LINES.contains(type.essence());
    }

    Json read() {
        if (reply.mediaType().filter(MediaType::isEventStream).isPresent()) {
            events();
        } else {
            lines();
        }
        return Json.of(parts);
    }

    private void events() {
        try (SseReader reader = reply.events()) {
            for (SseEvent event = reader.next(); event != null; event = reader.next()) {
                add(event(event), event.data());
            }
        }
    }

    private Map<String, Object> event(SseEvent event) {
        Map<String, Object> part = new LinkedHashMap<>();
        part.put("event", scrub.clean(event.type()));
        part.put("data", data(scrub.clean(event.data())));
        if (!event.id().isEmpty()) {
            part.put("id", scrub.clean(event.id()));
        }
        return part;
    }

    /** Data is JSON by custom, not by rule. */
    private static Json data(String text) {
        try {
            return Json.parse(text);
        } catch (MalformedJsonException e) {
            return Json.string(text);
        }
    }

    private void add(Object part, String shown) {
        if (parts.size() >= answer.maxEvents()) {
            throw tooLarge("has more than " + answer.maxEvents() + " parts");
        }
        parts.add(part);
        String clean = scrub.clean(shown);
        int end = Math.min(SHOWN, clean.length());
        context.progress(clean.substring(0, clean.offsetByCodePoints(0, clean.codePointCount(0, end))));
    }

    private void lines() {
        InputStream body = reply.body();
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        byte[] buffer = new byte[8 << 10];
        long count = 0;
        try {
            for (int n = body.read(buffer); n >= 0; n = body.read(buffer)) {
                count += n;
                if (count > answer.maxBytes()) {
                    throw tooLarge("is larger than " + answer.maxBytes() + " bytes");
                }
                for (int i = 0; i < n; i++) {
                    if (buffer[i] == '\n') {
                        line(line);
                    } else {
                        line.write(buffer[i]);
                    }
                }
            }
            line(line);
        } catch (IOException e) {
            throw ToolFailed.of(
                    ErrorCode.TOOL_FAILED, ErrorClass.TRANSIENT, false, "the stream could not be read", null, e);
        }
    }

    private void line(ByteArrayOutputStream bytes) {
        String line = scrub.clean(bytes.toString(StandardCharsets.UTF_8));
        bytes.reset();
        if (line.isBlank()) {
            return;
        }
        try {
            add(Json.parse(line), line);
        } catch (MalformedJsonException e) {
            throw new InvalidResult(
                    "line " + (parts.size() + 1) + " of the answer is not JSON: " + e.getMessage(), List.of());
        }
    }

    private static ToolFailed tooLarge(String how) {
        return ToolFailed.of(
                ErrorCode.of("NET_TOO_LARGE"), ErrorClass.PERMANENT, false, "the stream " + how, null, null);
    }
}

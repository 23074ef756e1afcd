package dev.harbor.tools.mcp;

import dev.harbor.error.HarborException;
import dev.harbor.json.Json;
import dev.harbor.tool.InvalidResult;
import dev.harbor.tool.ToolOutput;
import dev.harbor.tools.mcp.Spans.Span;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the result of a call. Structured content is the value; without it the text is, as JSON where it is an object or a list. Images, sound and other bytes become blocks,
 * which are stored as artifacts; links and whatever else there is stand beside the text. Nothing is thrown away because it is not known here.
 *
 * <p>Confined to one call.
 */
final class ResultReader {

    static final String OTHER_PARTS = "application/vnd.mcp.content+json";

    private final String result;
    private final Map<String, Span> members;
    private final Optional<Json> structured;
    private final List<Json> texts = new ArrayList<>();
    private final List<Json> others = new ArrayList<>();
    private final List<ToolOutput.Block> blocks = new ArrayList<>();

    private ResultReader(String result) {
        this.result = result;
        this.members = Spans.members(result, 0);
        this.structured = member("structuredContent").filter(json -> !json.isNull());
    }

    /**
     * Reads a result.
     *
     * @throws InvalidResult if it is none
     */
    static ResultReader of(Json result) {
        try {
            if (result.kind() != Json.Kind.OBJECT) {
                throw invalid("the result is no object");
            }
            ResultReader reader = new ResultReader(result.toString());
            reader.content();
            return reader;
        } catch (HarborException e) {
            throw invalid("the content of the result can't be read: " + e.getMessage());
        }
    }

    private Optional<Json> member(String name) {
        return Optional.ofNullable(members.get(name)).map(span -> span.in(result));
    }

    boolean isError() {
        return member("isError")
                .filter(json -> json.kind() == Json.Kind.BOOLEAN && json.asBoolean())
                .isPresent();
    }

    /** Returns what the server says went wrong. */
    String errorText() {
        String text = text();
        if (!text.isBlank()) {
            return text;
        }
        return structured().map(Json::toString).orElse("the tool failed and says nothing about it");
    }

    Optional<Json> structured() {
        return structured;
    }

    String text() {
        return texts.size() == 1
                ? texts.get(0).asString()
                : texts.stream().map(Json::asString).collect(Collectors.joining("\n"));
    }

    /** Returns the value and the blocks. */
    ToolOutput<Json> output() {
        Optional<Json> structured = structured();
        List<ToolOutput.Block> all = new ArrayList<>(blocks);
        if (structured.isPresent()) {
            if (!others.isEmpty()) {
                byte[] bytes = Json.of(others).toBytes();
                all.add(new ToolOutput.Block(OTHER_PARTS, () -> new ByteArrayInputStream(bytes)));
            }
            return new ToolOutput<>(structured.get(), all, List.of());
        }
        return new ToolOutput<>(others.isEmpty() ? plain() : wrapped(), all, List.of());
    }

    /** Returns what a resource holds: its text alone where it has nothing else. */
    ToolOutput<Json> resource() {
        StringBuilder text = new StringBuilder();
        List<Json> rest = new ArrayList<>();
        for (Json part : others) {
            String held = string(part.get("resource").orElse(Json.EMPTY_OBJECT), "text");
            if (held == null) {
                rest.add(part);
            } else {
                text.append(text.isEmpty() ? "" : "\n").append(held);
            }
        }
        if (rest.isEmpty()) {
            return new ToolOutput<>(string(text.toString()), blocks, List.of());
        }
        return new ToolOutput<>(Json.of(Map.of("text", text.toString(), "parts", rest)), blocks, List.of());
    }

    /** Returns the text: JSON where it is an object or a list, else a string, and null where there is none. */
    private Json plain() {
        if (texts.size() == 1 && isNoJson(texts.get(0).toString())) {
            return texts.get(0);
        }
        String text = text();
        if (text.isEmpty()) {
            return Json.NULL;
        }
        String begin = text.stripLeading();
        if (begin.startsWith("{") || begin.startsWith("[")) {
            try {
                return Json.parse(text);
            } catch (HarborException e) {
                // It only looks like JSON.
                return string(text);
            }
        }
        return string(text);
    }

    /** Most text is seen to be no JSON by how it begins, and goes on as it was written. */
    private static boolean isNoJson(String literal) {
        char first = literal.charAt(1);
        return first > ' ' && "\"\\{[".indexOf(first) < 0 && !Character.isWhitespace(first);
    }

    private static Json string(String text) {
        try {
            return Json.string(text);
        } catch (HarborException e) {
            throw invalid("the text of the result is no Unicode");
        }
    }

    private Json wrapped() {
        Map<String, Object> members = new LinkedHashMap<>();
        if (!texts.isEmpty()) {
            members.put("text", text());
        }
        members.put("parts", others);
        return Json.of(members);
    }

    // ---- blocks

    private void content() {
        Span content = members.get("content");
        if (content == null || content.begins(result, 'n')) {
            return;
        }
        if (!content.begins(result, '[')) {
            throw invalid("the content of the result is no list");
        }
        Spans.elements(result, content.from()).forEach(this::part);
    }

    private void part(Span part) {
        Map<String, Span> inner = Spans.members(result, part.from());
        Span text = inner.get("text");
        if (text != null && text.begins(result, '"') && is(inner.get("type"), "\"text\"")) {
            texts.add(text.in(result));
        } else {
            part(part.in(result));
        }
    }

    private boolean is(@Nullable Span span, String literal) {
        return span != null && result.startsWith(literal, span.from());
    }

    private void part(Json part) {
        String type = string(part, "type");
        switch (type == null ? "" : type) {
            case "text" -> text(part);
            case "image", "audio" -> bytes(part, part, "data");
            case "resource" -> embedded(part);
            default -> others.add(part);
        }
    }

    private void text(Json part) {
        Optional<Json> text = part.get("text").filter(json -> json.kind() == Json.Kind.STRING);
        text.ifPresentOrElse(texts::add, () -> others.add(part));
    }

    private void embedded(Json part) {
        Json resource = part.get("resource").orElse(Json.EMPTY_OBJECT);
        if (string(resource, "blob") != null) {
            bytes(part, resource, "blob");
            others.add(without(part, resource));
        } else {
            others.add(part);
        }
    }

    /** What names the bytes stays; the bytes themselves are a block. */
    private static Json without(Json part, Json resource) {
        Map<String, Object> inner = new LinkedHashMap<>(resource.members());
        inner.remove("blob");
        Map<String, Object> outer = new LinkedHashMap<>(part.members());
        outer.put("resource", inner);
        return Json.of(outer);
    }

    private void bytes(Json part, Json holder, String member) {
        String data = string(holder, member);
        String mediaType = string(holder, "mimeType");
        if (data == null) {
            others.add(part);
            return;
        }
        byte[] decoded = decoded(data);
        blocks.add(new ToolOutput.Block(
                mediaType == null ? "application/octet-stream" : mediaType, () -> new ByteArrayInputStream(decoded)));
    }

    private static byte[] decoded(String data) {
        try {
            return Base64.getMimeDecoder().decode(data);
        } catch (IllegalArgumentException e) {
            throw invalid("a part of the result is not base64: " + e.getMessage());
        }
    }

    private static @Nullable String string(Json object, String member) {
        return object.get(member)
                .filter(json -> json.kind() == Json.Kind.STRING)
                .map(Json::asString)
                .orElse(null);
    }

    private static InvalidResult invalid(String why) {
        return new InvalidResult(why, List.of());
    }
}

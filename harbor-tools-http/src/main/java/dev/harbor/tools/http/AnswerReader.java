package dev.harbor.tools.http;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactStub;
import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.json.MalformedJsonException;
import dev.harbor.net.MediaType;
import dev.harbor.net.Reply;
import dev.harbor.policy.ErrorClass;
import dev.harbor.safety.ContextSafety;
import dev.harbor.tool.InvalidResult;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolFailed;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes a result of an answer. Confined to one call. */
final class AnswerReader {

    private final HttpAnswer answer;
    private final Reply reply;
    private final SecretScrub scrub;
    private final ToolContext context;

    AnswerReader(HttpAnswer answer, Exchange exchange, ToolContext context) {
        this.answer = answer;
        this.reply = exchange.reply();
        this.scrub = exchange.scrub();
        this.context = context;
    }

    Json read(String method) {
        boolean empty = method.equals("HEAD") || reply.status() == 204 || reply.status() == 205;
        Json body = empty ? Json.NULL : body();
        return answer.headers().isEmpty() ? body : withHeaders(body);
    }

    private Json withHeaders(Json body) {
        Map<String, Object> headers = new LinkedHashMap<>();
        for (String name : answer.headers()) {
            reply.headers().first(name).ifPresent(value -> headers.put(HeaderNames.lower(name), scrub.clean(value)));
        }
        Map<String, Object> whole = new LinkedHashMap<>();
        whole.put("status", reply.status());
        whole.put("headers", headers);
        whole.put("body", body);
        return Json.of(whole);
    }

    private Json body() {
        Optional<MediaType> type = reply.mediaType();
        return switch (answer.kind()) {
            case AUTO -> byMediaType(type);
            case JSON -> json();
            case TEXT -> Json.string(text());
            case EVENTS -> new EventReader(answer, reply, scrub, context).read();
            case ARTIFACT -> artifact(reply.body());
            case NONE -> Json.NULL;
        };
    }

    private Json byMediaType(Optional<MediaType> type) {
        if (type.filter(EventReader::isEvents).isPresent()) {
            return new EventReader(answer, reply, scrub, context).read();
        }
        if (type.filter(MediaType::isJson).isPresent()) {
            return json();
        }
        if (type.filter(MediaType::isText).isPresent()) {
            return Json.string(text());
        }
        return unlessEmpty();
    }

    /** What has no content has no media type either. */
    private Json unlessEmpty() {
        PushbackInputStream content = new PushbackInputStream(reply.body());
        try {
            int first = content.read();
            if (first < 0) {
                return Json.NULL;
            }
            content.unread(first);
            return artifact(content);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private String text() {
        return scrub.clean(reply.text(answer.maxBytes()));
    }

    /** Reads JSON; nothing at all stands for null. */
    Json json() {
        String text = text();
        if (text.isBlank()) {
            return Json.NULL;
        }
        try {
            return Json.parse(text);
        } catch (MalformedJsonException e) {
            throw new InvalidResult("the answer is not JSON: " + e.getMessage(), List.of());
        }
    }

    private Json artifact(InputStream content) {
        String named = reply.headers().first("Content-Type").orElse("");
        boolean usable = ArtifactOptions.isMediaType(named);
        ArtifactOptions options = ArtifactOptions.of(usable ? named : ArtifactOptions.DEFAULT_MEDIA_TYPE);
        try {
            ArtifactInfo info = context.artifacts().put(scrub.clean(content), options);
            return new ArtifactStub(info.ref(), info.mediaType(), info.sizeBytes(), null, ContextSafety.FETCH_TOOL)
                    .toJson();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static ToolFailed unreadable(IOException cause) {
        return ToolFailed.of(
                ErrorCode.TOOL_FAILED, ErrorClass.TRANSIENT, false, "the answer could not be read", null, cause);
    }
}

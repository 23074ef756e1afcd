package dev.harbor.observability;

import dev.harbor.event.Redactor;
import dev.harbor.json.Json;
import dev.harbor.llm.Content;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.Message;
import java.util.List;
import java.util.Map;

/** Writes what was said to a model and by it as the conventions have it, without secrets. */
final class Messages {

    private final Redactor redactor;

    Messages(Redactor redactor) {
        this.redactor = redactor;
    }

    String input(List<Message> messages) {
        return Json.of(messages.stream().map(this::message).toList()).toString();
    }

    String output(LlmReply reply) {
        return Json.of(List.of(Map.of(
                        "role", "assistant",
                        "parts", List.of(text(reply.text())),
                        "finish_reason", reply.finishReason())))
                .toString();
    }

    private Map<String, Object> message(Message message) {
        return Map.of(
                "role", message.role().wireName(),
                "parts", message.parts().stream().map(this::part).toList());
    }

    private Map<String, Object> part(Content part) {
        if (part instanceof Content.Text text) {
            return text(text.text());
        }
        if (part instanceof Content.Stub stub) {
            return text(stub.stub().toJson().toString());
        }
        return text(((Content.Media) part).dataUrl());
    }

    /** The redactor takes the bytes out of data URLs as well. */
    private Map<String, Object> text(String content) {
        return Map.of("type", "text", "content", redactor.redact(content));
    }
}

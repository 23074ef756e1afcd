package dev.harbor.llm.langchain4j;

import dev.harbor.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The shapes in which providers were recorded to answer. */
enum Dialect {
    /** OpenAI's chat completions, which many servers speak. */
    OPEN_AI {
        @Override
        String whole(String text, String reason) {
            return Json.of(object(
                            "id", "chatcmpl-1",
                            "object", "chat.completion",
                            "created", 1_790_000_000,
                            "model", "gpt-test-2026-01-01",
                            "choices",
                                    List.of(object(
                                            "index", 0,
                                            "message", object("role", "assistant", "content", text, "refusal", null),
                                            "logprobs", null,
                                            "finish_reason", reason)),
                            "usage", object("prompt_tokens", 11, "completion_tokens", 7, "total_tokens", 18),
                            "system_fingerprint", "fp_1"))
                    .toString();
        }

        @Override
        List<String> stream(List<String> pieces, String reason) {
            List<String> events = new ArrayList<>();
            events.add(chunk(object("role", "assistant", "content", ""), null));
            pieces.forEach(piece -> events.add(chunk(object("content", piece), null)));
            events.add(chunk(Map.of(), reason));
            events.add(data(object(
                    "id", "chatcmpl-1",
                    "object", "chat.completion.chunk",
                    "model", "gpt-test-2026-01-01",
                    "choices", List.of(),
                    "usage", object("prompt_tokens", 11, "completion_tokens", 7, "total_tokens", 18))));
            events.add("data: [DONE]\n\n");
            return events;
        }

        private String chunk(Map<String, Object> delta, Object reason) {
            return data(object(
                    "id", "chatcmpl-1",
                    "object", "chat.completion.chunk",
                    "created", 1_790_000_000,
                    "model", "gpt-test-2026-01-01",
                    "choices", List.of(object("index", 0, "delta", delta, "finish_reason", reason))));
        }
    },

    /** Anthropic's messages. */
    ANTHROPIC {
        @Override
        String whole(String text, String reason) {
            return Json.of(object(
                            "id", "msg_1",
                            "type", "message",
                            "role", "assistant",
                            "model", "claude-test-20260101",
                            "content", List.of(object("type", "text", "text", text)),
                            "stop_reason", reason(reason),
                            "stop_sequence", null,
                            "usage", object("input_tokens", 11, "output_tokens", 7)))
                    .toString();
        }

        private String reason(String reason) {
            return switch (reason) {
                case "stop" -> "end_turn";
                case "length" -> "max_tokens";
                default -> reason;
            };
        }

        @Override
        List<String> stream(List<String> pieces, String reason) {
            List<String> events = new ArrayList<>();
            events.add(event("message_start", object("message", object(
                    "id", "msg_1",
                    "type", "message",
                    "role", "assistant",
                    "model", "claude-test-20260101",
                    "content", List.of(),
                    "stop_reason", null,
                    "usage", object("input_tokens", 11, "output_tokens", 1))))
                    + event("content_block_start", object("index", 0, "content_block", object("type", "text", "text", "")))
                    + event("ping", Map.of()));
            pieces.forEach(piece -> events.add(
                    event("content_block_delta", object("index", 0, "delta", object("type", "text_delta", "text", piece)))));
            events.add(event("content_block_stop", object("index", 0))
                    + event(
                            "message_delta",
                            object("delta", object("stop_reason", reason(reason), "stop_sequence", null), "usage", object("output_tokens", 7)))
                    + event("message_stop", Map.of()));
            return events;
        }

        private String event(String type, Map<String, Object> members) {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("type", type);
            all.putAll(members);
            return "event: " + type + "\n" + data(all);
        }
    };

    abstract String whole(String text, String reason);

    /** Returns the events of a stream; the first so many of them are its beginning. */
    abstract List<String> stream(List<String> pieces, String reason);

    /** Returns the last text of the last message, which is a text or a list of parts. */
    String lastText(Json body) {
        List<Json> messages = body.get("messages").orElseThrow().elements();
        Json content = messages.get(messages.size() - 1).get("content").orElseThrow();
        if (content.kind() == Json.Kind.STRING) {
            return content.asString();
        }
        return content.elements().stream()
                .flatMap(part -> part.get("text").stream())
                .reduce((first, second) -> second)
                .map(Json::asString)
                .orElse("");
    }

    static String data(Map<String, Object> members) {
        return "data: " + Json.of(members) + "\n\n";
    }

    static Map<String, Object> object(Object... namesAndValues) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            members.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return members;
    }

    /** Returns the place in a body where the schema of the answer stands. */
    Optional<Json> schema(Json body) {
        return body.at(this == OPEN_AI ? "/response_format/json_schema/schema" : "/output_config/format/schema");
    }
}

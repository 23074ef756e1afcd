package dev.harbor.llm.langchain4j;

import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.llm.Content;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmException;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.Message;
import dev.harbor.policy.ErrorClass;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Turns requests into those of LangChain4j. Immutable.
 *
 * @param media which stored media are shown
 * @param joinsTexts whether the texts of a message are sent as one
 * @param sendsTemperature whether the temperature is sent
 */
record Requests(MediaLimit media, boolean joinsTexts, boolean sendsTemperature) {

    private static final String SCHEMA_NAME = "answer";

    ChatRequest of(LlmRequest request, LlmCall call) {
        ChatRequest.Builder chat = ChatRequest.builder()
                .messages(request.messages().stream()
                        .map(message -> message(message, call))
                        .toList())
                .maxOutputTokens(request.maxOutputTokens());
        if (sendsTemperature) {
            chat.temperature(request.temperature());
        }
        if (request.model() != null) {
            chat.modelName(request.model());
        }
        format(request).ifPresent(chat::responseFormat);
        return chat.build();
    }

    private static Optional<ResponseFormat> format(LlmRequest request) {
        return switch (request.responseFormat().kind()) {
            case TEXT -> Optional.empty();
            case JSON_OBJECT -> Optional.of(ResponseFormat.JSON);
            case JSON_SCHEMA -> Optional.of(schema(String.valueOf(request.responseFormat().schema())));
        };
    }

    private static ResponseFormat schema(String schema) {
        return ResponseFormat.builder()
                .type(ResponseFormatType.JSON)
                .jsonSchema(JsonSchema.builder()
                        .name(SCHEMA_NAME)
                        .rootElement(JsonRawSchema.from(schema))
                        .build())
                .build();
    }

    private ChatMessage message(Message message, LlmCall call) {
        return switch (message.role()) {
            case SYSTEM -> SystemMessage.from(text(message));
            case ASSISTANT -> AiMessage.from(text(message));
            case USER -> UserMessage.from(parts(message, call));
        };
    }

    private static String text(Message message) {
        List<String> texts = new ArrayList<>();
        for (Content part : message.parts()) {
            texts.add(text(part, message));
        }
        return String.join("\n", texts);
    }

    private static String text(Content part, Message message) {
        if (part instanceof Content.Text text) {
            return text.text();
        }
        if (part instanceof Content.Stub stub) {
            return stub.stub().toJson().toString();
        }
        throw refused("media can't be sent in a message of role " + message.role().wireName());
    }

    private List<dev.langchain4j.data.message.Content> parts(Message message, LlmCall call) {
        List<dev.langchain4j.data.message.Content> parts = new ArrayList<>();
        for (Content part : message.parts()) {
            dev.langchain4j.data.message.Content next = part(part, call);
            int last = parts.size() - 1;
            if (joinsTexts && last >= 0 && next instanceof TextContent more && parts.get(last) instanceof TextContent text) {
                parts.set(last, TextContent.from(text.text() + '\n' + more.text()));
            } else {
                parts.add(next);
            }
        }
        return parts;
    }

    private dev.langchain4j.data.message.Content part(Content part, LlmCall call) {
        if (part instanceof Content.Media inline) {
            return MediaContent.of(base64(inline), inline.mediaType())
                    .orElseThrow(() -> refused("media of type " + inline.mediaType()
                            + " can't be sent to a model; images, sounds, videos and PDF can"));
        }
        if (part instanceof Content.Stub stub) {
            return stored(stub, call);
        }
        return text(((Content.Text) part).text());
    }

    private dev.langchain4j.data.message.Content stored(Content.Stub stub, LlmCall call) {
        Json described = stub.stub().toJson();
        String type = stub.stub().mediaType();
        return MediaContent.isMedia(type)
                ? media.base64(stub.stub(), call)
                        .flatMap(bytes -> MediaContent.of(bytes, type))
                        .orElseGet(() -> text(described.toString()))
                : text(described.toString());
    }

    /** Blank text is refused by LangChain4j and by providers. */
    private static TextContent text(String text) {
        return TextContent.from(text.isBlank() ? "(empty)" : text);
    }

    private static String base64(Content.Media media) {
        int comma = media.dataUrl().indexOf(',');
        if (!media.dataUrl().startsWith("data:") || comma < 0) {
            throw refused("media must be a data URL in base64");
        }
        return media.dataUrl().substring(comma + 1);
    }

    private static LlmException refused(String why) {
        return new LlmException(ErrorCode.INVALID_CONTENT, ErrorClass.PERMANENT, why, null);
    }
}

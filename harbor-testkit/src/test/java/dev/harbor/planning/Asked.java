package dev.harbor.planning;

import dev.harbor.llm.Content;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.Message;

/** Writes a request as text, each part apart from the others. */
final class Asked {

    private Asked() {}

    static String text(LlmRequest request) {
        StringBuilder text = new StringBuilder();
        for (Message message : request.messages()) {
            text.append("=== ").append(message.role().wireName()).append('\n');
            for (Content part : message.parts()) {
                text.append("--- ").append(describe(part)).append('\n');
            }
        }
        return text.append("=== answer as ")
                .append(request.responseFormat().kind())
                .append(", at most ")
                .append(request.maxOutputTokens())
                .append(" tokens, temperature ")
                .append(request.temperature())
                .append('\n')
                .toString();
    }

    private static String describe(Content part) {
        if (part instanceof Content.Text text) {
            return "text\n" + text.text();
        }
        return part instanceof Content.Stub stub ? "stub " + stub.stub().toJson() : "media";
    }
}

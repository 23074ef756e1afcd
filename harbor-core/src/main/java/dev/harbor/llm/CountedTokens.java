package dev.harbor.llm;

import dev.harbor.json.Json;
import org.jspecify.annotations.Nullable;

/** Counts tokens by bytes. */
final class CountedTokens {

    private static final int A_MESSAGE = 4;
    private static final int BYTES_A_TOKEN = 4;
    private static final int A_MEDIUM = 256;

    private CountedTokens() {}

    static long of(LlmRequest request) {
        long tokens = (long) A_MESSAGE * request.messages().size();
        for (Message message : request.messages()) {
            for (Content part : message.parts()) {
                tokens += of(part);
            }
        }
        Json schema = request.responseFormat().schema();
        return tokens + (schema == null ? 0 : ofBytes(schema.sizeBytes()));
    }

    private static long of(Content part) {
        return part instanceof Content.Media media ? A_MEDIUM + ofName(media.name()) : ofBytes(part.sizeBytes());
    }

    private static long ofName(@Nullable String name) {
        return name == null ? 0 : ofBytes(Content.sizeBytes(name));
    }

    private static long ofBytes(long bytes) {
        return bytes / BYTES_A_TOKEN + 1;
    }
}

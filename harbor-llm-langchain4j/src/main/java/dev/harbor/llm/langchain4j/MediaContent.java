package dev.harbor.llm.langchain4j;

import dev.langchain4j.data.message.AudioContent;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.VideoContent;
import java.util.Locale;
import java.util.Optional;

/** Makes a part of LangChain4j out of bytes and their media type. */
final class MediaContent {

    private MediaContent() {}

    static boolean isMedia(String mediaType) {
        return of("", mediaType).isPresent();
    }

    /** Returns the part; empty for what models are not shown as media. */
    static Optional<Content> of(String base64, String mediaType) {
        String type = mediaType.toLowerCase(Locale.ROOT);
        if (type.startsWith("image/")) {
            return Optional.of(ImageContent.from(base64, type));
        }
        if (type.startsWith("audio/")) {
            return Optional.of(AudioContent.from(base64, type));
        }
        if (type.startsWith("video/")) {
            return Optional.of(VideoContent.from(base64, type));
        }
        return type.equals("application/pdf")
                ? Optional.of(PdfFileContent.from(base64, type))
                : Optional.empty();
    }
}

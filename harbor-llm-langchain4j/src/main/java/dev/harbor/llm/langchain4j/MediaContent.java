package dev.harbor.llm.langchain4j;

import dev.langchain4j.data.message.AudioContent;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.VideoContent;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Makes a part of LangChain4j out of bytes and their media type. */
final class MediaContent {

    private static final String PDF = "application/pdf";
    private static final List<String> PREFIXES = List.of("image/", "audio/", "video/");

    private MediaContent() {}

    static boolean isMedia(String mediaType) {
        String type = mediaType.toLowerCase(Locale.ROOT);
        return type.equals(PDF) || PREFIXES.stream().anyMatch(type::startsWith);
    }

    /** Returns the part; empty for what models are not shown as media. */
    static Optional<Content> of(String base64, String mediaType) {
        String type = mediaType.toLowerCase(Locale.ROOT);
        if (!isMedia(type) || base64.isBlank()) {
            return Optional.empty();
        }
        if (type.startsWith("image/")) {
            return Optional.of(ImageContent.from(base64, type));
        }
        if (type.startsWith("audio/")) {
            return Optional.of(AudioContent.from(base64, type));
        }
        return Optional.of(type.equals(PDF) ? PdfFileContent.from(base64, type) : VideoContent.from(base64, type));
    }
}

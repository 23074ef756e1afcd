package dev.harbor.tools.http;

import dev.harbor.net.MediaType;
import dev.harbor.tool.InvalidToolDefinition;

/** Checks media types that a tool names. */
final class MediaTypes {

    static final String JSON = "application/json";
    static final String TEXT = "text/plain; charset=utf-8";
    static final String FORM = "application/x-www-form-urlencoded";

    private MediaTypes() {}

    static String require(String type) {
        boolean plain = type.length() <= 255 && type.chars().allMatch(c -> c >= 0x20 && c < 0x7f);
        if (!plain || MediaType.parse(type).isEmpty()) {
            throw new InvalidToolDefinition("a media type is type/subtype in at most 255 printable characters");
        }
        return type;
    }

    static boolean isJson(String type) {
        return MediaType.parse(type).filter(MediaType::isJson).isPresent();
    }
}

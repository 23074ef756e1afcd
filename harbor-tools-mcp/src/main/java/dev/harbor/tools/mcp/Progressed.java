package dev.harbor.tools.mcp;

import dev.harbor.json.Json;
import org.jspecify.annotations.Nullable;

/** Puts into words what a server reports of its progress. */
final class Progressed {

    private Progressed() {}

    /** Returns the words, or null if it says nothing. */
    static @Nullable String text(Json progress) {
        String message =
                RemoteTool.text(progress.get("message")).map(Words::line).orElse("");
        String done = number(progress, "progress");
        String total = number(progress, "total");
        String amount = done.isEmpty() || total.isEmpty() ? done : done + " of " + total;
        String text = message.isEmpty() ? amount : amount.isEmpty() ? message : amount + ": " + message;
        return text.isEmpty() ? null : text;
    }

    private static String number(Json progress, String member) {
        return progress.get(member)
                .filter(json -> json.kind() == Json.Kind.NUMBER)
                .map(json -> Words.line(json.toString()))
                .orElse("");
    }
}

package dev.harbor.tools.mcp;

import dev.harbor.json.Json;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Is a tool as its server describes it.
 *
 * @param name its name on the wire
 * @param description the server's words for it; may be empty
 * @param inputSchema the schema of its arguments
 * @param outputSchema the schema of its structured result, or null
 * @param hints what the server claims about effects, in words; null if it claims nothing
 * @param needsTask whether it can only be called as a task, in the era that has those
 * @param digest of all that the server says of it
 */
record RemoteTool(
        String name,
        String description,
        Json inputSchema,
        @Nullable Json outputSchema,
        @Nullable String hints,
        boolean needsTask,
        String digest) {

    private static final int LONGEST_NAME = 128;

    /** Says why an entry is no tool that can be offered. */
    static final class Odd extends Exception {

        private static final long serialVersionUID = 1L;

        Odd(String reason) {
            super(reason);
        }

        String reason() {
            return String.valueOf(getMessage());
        }
    }

    /** Returns the name of an entry, empty if it has none. */
    static String nameOf(Json entry) {
        return text(entry.get("name")).orElse("");
    }

    static String digestOf(Json entry) {
        return entry.argumentsDigest();
    }

    /**
     * Reads an entry of a list.
     *
     * @throws Odd if it can't be offered
     */
    static RemoteTool of(Json entry) throws Odd {
        String name = nameOf(entry);
        if (name.isBlank() || name.length() > LONGEST_NAME) {
            throw new Odd("its name has " + name.length() + " characters; allowed are 1 to " + LONGEST_NAME);
        }
        if (isForAppsOnly(entry)) {
            throw new Odd("the server keeps it from models: it is for its own pages");
        }
        Json input = entry.get("inputSchema")
                .filter(schema -> schema.kind() == Json.Kind.OBJECT)
                .orElseThrow(() -> new Odd("it has no schema of its arguments"));
        Optional<Json> output = entry.get("outputSchema").filter(schema -> !schema.isNull());
        if (output.isPresent() && output.get().kind() != Json.Kind.OBJECT) {
            throw new Odd("the schema of its result is no object");
        }
        return new RemoteTool(
                name, words(entry), input, output.orElse(null), hints(entry), needsTask(entry), digestOf(entry));
    }

    private static boolean isForAppsOnly(Json entry) {
        return entry.at("/_meta/ui/visibility")
                .filter(json ->
                        json.kind() == Json.Kind.ARRAY && !json.elements().isEmpty())
                .filter(json -> json.elements().stream().noneMatch(each -> each.equals(Json.string("model"))))
                .isPresent();
    }

    private static boolean needsTask(Json entry) {
        return text(entry.at("/execution/taskSupport"))
                .filter("required"::equals)
                .isPresent();
    }

    private static String words(Json entry) {
        String title = text(entry.get("title"))
                .or(() -> text(entry.at("/annotations/title")))
                .orElse("");
        String description = text(entry.get("description")).orElse("");
        if (title.isBlank() || description.startsWith(title)) {
            return description;
        }
        return description.isBlank() ? title : title + ". " + description;
    }

    private static @Nullable String hints(Json entry) {
        StringBuilder said = new StringBuilder();
        hint(entry, "readOnlyHint", "it only reads", "it writes", said);
        hint(entry, "destructiveHint", "it destroys", "it only adds", said);
        hint(entry, "idempotentHint", "it can be repeated", "it must not be repeated", said);
        hint(entry, "openWorldHint", "it reaches the outside", "it stays inside", said);
        return said.isEmpty() ? null : "the server says: " + said;
    }

    private static void hint(Json entry, String name, String yes, String no, StringBuilder said) {
        entry.at("/annotations/" + name)
                .filter(json -> json.kind() == Json.Kind.BOOLEAN)
                .ifPresent(json -> said.append(said.isEmpty() ? "" : ", ").append(json.asBoolean() ? yes : no));
    }

    static Optional<String> text(Optional<Json> json) {
        return json.filter(value -> value.kind() == Json.Kind.STRING).map(Json::asString);
    }
}

package dev.harbor.tools.openapi;

import dev.harbor.json.Json;
import dev.harbor.tools.http.HttpBody;
import dev.harbor.tools.http.HttpPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Turns the body of an operation into that of a request: one argument, of the first media type that can be written, JSON before others. Confined to one import. */
final class BodyReader {

    private static final String ARGUMENT = "body";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String MULTIPART = "multipart/form-data";

    private static final List<Predicate<String>> PREFERENCE = List.of(
            BodyReader::isJson,
            type -> bare(type).equals(MULTIPART),
            type -> bare(type).equals(FORM),
            BodyReader::isText,
            type -> !bare(type).startsWith("multipart/"));

    private final SchemaBook book;
    private final ImportLog log;

    BodyReader(SchemaBook book, ImportLog log) {
        this.book = book;
        this.log = log;
    }

    static boolean isJson(String type) {
        String bare = bare(type);
        return bare.equals("application/json")
                || bare.endsWith("+json")
                || bare.equals("*/*")
                || bare.equals("application/*");
    }

    private static boolean isText(String type) {
        String bare = bare(type);
        return bare.startsWith("text/")
                || bare.equals("application/xml")
                || bare.endsWith("+xml")
                || bare.contains("yaml")
                || bare.equals("application/x-ndjson");
    }

    private static String bare(String type) {
        int end = type.indexOf(';');
        return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }

    /** Returns the body, and offers an argument for it. */
    HttpBody read(Found found, Arguments arguments) {
        Node body = found.node().get("requestBody").resolved();
        Map<String, Node> content = body.get("content").members();
        if (content.isEmpty()) {
            return HttpBody.none();
        }
        for (Predicate<String> preferred : PREFERENCE) {
            for (Map.Entry<String, Node> each : content.entrySet()) {
                if (preferred.test(each.getKey())) {
                    String argument = arguments.free(ARGUMENT, "request");
                    String words = body.text("description", "");
                    return one(each.getKey(), each.getValue(), argument, words, body.flag("required"), arguments);
                }
            }
        }
        if (!body.flag("required")) {
            log.note(found.what().place(), "the body is of no media type that can be sent, and is optional");
            return HttpBody.none();
        }
        throw new Unusable(OpenApiReason.UNSUPPORTED_REQUEST, "the body is of no media type that can be sent");
    }

    private HttpBody one(
            String type, Node media, String argument, String words, boolean required, Arguments arguments) {
        Node schema = media.get("schema");
        if (isJson(type)) {
            arguments.add(argument, Described.with(schema(schema), words), required);
            boolean plain = type.contains("*") || bare(type).equals("application/json");
            return plain ? HttpBody.json(argument) : HttpBody.json(argument).mediaType(type);
        }
        if (bare(type).equals(FORM) || bare(type).equals(MULTIPART)) {
            return form(bare(type).equals(MULTIPART), media, argument, words, required, arguments);
        }
        if (isText(type)) {
            arguments.add(argument, Described.text(words.isBlank() ? "Text, " + bare(type) : words), required);
            return type.contains("*")
                    ? HttpBody.text(argument)
                    : HttpBody.text(argument).mediaType(type);
        }
        arguments.add(argument, FormShape.artifact(words), required);
        return type.contains("*")
                ? HttpBody.artifact(argument)
                : HttpBody.artifact(argument).mediaType(type);
    }

    private Fragment schema(Node schema) {
        return schema.exists() ? book.convert(schema, Direction.REQUEST) : new Fragment(Json.EMPTY_OBJECT, Set.of());
    }

    private HttpBody form(
            boolean multipart, Node media, String argument, String words, boolean required, Arguments arguments) {
        FormShape shape = FormShape.of(media, multipart);
        arguments.add(argument, Described.with(shape.schema(book), words), required);
        List<HttpPart> parts = new ArrayList<>(shape.parts());
        HttpPart[] all = parts.toArray(HttpPart[]::new);
        return (multipart ? HttpBody.multipart(all) : HttpBody.form(all)).from(argument);
    }
}

package dev.harbor.tools.openapi;

import dev.harbor.json.Json;
import dev.harbor.tools.http.HttpParameter.Style;
import dev.harbor.tools.http.HttpPart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Is the shape of a form: its fields, in which files are artifacts. Confined to one tool. */
final class FormShape {

    private static final String ARTIFACT_ID = "^sha256:[0-9a-f]{64}$";

    private final Node media;
    private final boolean multipart;
    private final Map<String, Node> fields = new LinkedHashMap<>();
    private final Set<String> required = new LinkedHashSet<>();
    private boolean closed;

    private FormShape(Node media, boolean multipart) {
        this.media = media;
        this.multipart = multipart;
    }

    static FormShape of(Node media, boolean multipart) {
        FormShape shape = new FormShape(media, multipart);
        if (media.has("schema")) {
            shape.collect(media.get("schema"), 0);
        }
        return shape;
    }

    /** Returns the schema of an artifact's id. */
    static Fragment artifact(String words) {
        return new Fragment(Json.of(artifactId(words)), Set.of());
    }

    private static Map<String, Object> artifactId(String words) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "string");
        schema.put("pattern", ARTIFACT_ID);
        schema.put("description", Words.clean(words.isBlank() ? "" : words + "\n") + "The id of an artifact");
        return schema;
    }

    private void collect(Node node, int depth) {
        Budget.requireDepth(depth);
        Node schema = node.resolved();
        schema.get("allOf").elements().forEach(part -> collect(part, depth + 1));
        schema.get("properties").members().forEach((name, field) -> {
            if (!field.flag(Direction.REQUEST.excluded)) {
                fields.put(name, field);
            }
        });
        required.addAll(schema.texts("required"));
        closed |= Boolean.FALSE.equals(schema.get("additionalProperties").value());
    }

    /** Returns the schema of the object that the fields are taken from. */
    Fragment schema(SchemaBook book) {
        if (fields.isEmpty() && media.has("schema")) {
            return book.convert(media.get("schema"), Direction.REQUEST);
        }
        Map<String, Object> properties = new LinkedHashMap<>();
        Set<String> uses = new LinkedHashSet<>();
        fields.forEach((name, field) -> {
            Fragment fragment = field(name, field, book);
            properties.put(name, fragment.schema());
            uses.addAll(fragment.uses());
        });
        required.retainAll(fields.keySet());
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        schema.put("required", List.copyOf(required));
        if (closed) {
            schema.put("additionalProperties", false);
        }
        return new Fragment(Json.of(schema), uses);
    }

    private Fragment field(String name, Node field, SchemaBook book) {
        if (!isFile(name, field)) {
            return book.convert(field, Direction.REQUEST);
        }
        Node resolved = field.resolved();
        String words = resolved.text("description", "");
        if (!resolved.text("type", "").equals("array")) {
            return artifact(words);
        }
        return new Fragment(Json.of(Map.of("type", "array", "items", artifactId(words))), Set.of());
    }

    private boolean isFile(String name, Node field) {
        if (!multipart) {
            return false;
        }
        Node resolved = field.resolved();
        Node one = resolved.text("type", "").equals("array")
                ? resolved.get("items").resolved()
                : resolved;
        return one.text("format", "").equals("binary") || isBytes(one) || isUntypedFile(name, one);
    }

    /** In 3.1 bytes have a media type and no encoding. */
    private static boolean isBytes(Node schema) {
        String type = schema.text("contentMediaType");
        return type != null && !schema.has("contentEncoding") && !BodyReader.isJson(type) && !type.startsWith("text/");
    }

    private boolean isUntypedFile(String name, Node schema) {
        String type = media.get("encoding").get(name).text("contentType");
        boolean untyped = !schema.has("type") && !schema.has("properties") && !schema.has("allOf");
        return untyped && type != null && !BodyReader.isJson(type) && !type.startsWith("text/");
    }

    /** Returns the fields that are not written as they are. */
    List<HttpPart> parts() {
        List<HttpPart> parts = new ArrayList<>();
        fields.forEach((name, field) -> {
            HttpPart part = part(name, field);
            if (part != null) {
                parts.add(part);
            }
        });
        return parts;
    }

    private @Nullable HttpPart part(String name, Node field) {
        Node encoding = media.get("encoding").get(name);
        boolean file = isFile(name, field);
        HttpPart part = file ? HttpPart.artifact(name) : HttpPart.of(name);
        String type = encoding.text("contentType", "");
        boolean one = !type.isEmpty() && !type.contains(",") && !type.contains("*");
        HttpPart typed = one ? part.mediaType(type) : part;
        if (encoding.has("style") || encoding.has("explode")) {
            Style style = ParameterReader.style(encoding.text("style", "form"));
            typed = typed.style(style, encoding.flag("explode", style == Style.FORM));
        }
        return file || one || !typed.equals(part) ? typed : null;
    }
}

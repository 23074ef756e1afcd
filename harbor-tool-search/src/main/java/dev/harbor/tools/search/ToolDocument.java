package dev.harbor.tools.search;

import dev.harbor.json.Json;
import dev.harbor.tool.ToolDefinition;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.util.BytesRef;

/** Makes the document of a tool: what is known of it, in fields that weigh differently. */
final class ToolDocument {

    static final String ID = "id";
    static final String NAME = "name";
    static final String TAGS = "tags";
    static final String DESCRIPTION = "description";
    static final String PARAMETERS = "parameters";

    /** Tags as they are, in lower case, to filter by. */
    static final String TAG = "tag";

    private ToolDocument() {}

    static Document of(String id, ToolDefinition tool) {
        Document document = new Document();
        document.add(new StringField(ID, id, Field.Store.NO));
        document.add(new BinaryDocValuesField(ID, new BytesRef(id)));
        document.add(new TextField(NAME, tool.id().name(), Field.Store.NO));
        document.add(new TextField(DESCRIPTION, tool.description(), Field.Store.NO));
        document.add(new TextField(TAGS, String.join(" ", tool.tags()), Field.Store.NO));
        document.add(new TextField(PARAMETERS, parameters(tool.inputSchema()), Field.Store.NO));
        tool.tags().forEach(tag -> document.add(new StringField(TAG, folded(tag), Field.Store.NO)));
        return document;
    }

    static String folded(String tag) {
        return tag.toLowerCase(Locale.ROOT);
    }

    static boolean isSame(ToolDefinition one, ToolDefinition other) {
        return one.id().equals(other.id())
                && one.description().equals(other.description())
                && one.tags().equals(other.tags())
                && one.inputSchema().equals(other.inputSchema());
    }

    private static String parameters(Json schema) {
        StringBuilder words = new StringBuilder();
        Json properties =
                schema.kind() == Json.Kind.OBJECT ? schema.get("properties").orElse(Json.NULL) : Json.NULL;
        if (properties.kind() == Json.Kind.OBJECT) {
            for (Map.Entry<String, Json> property : properties.members().entrySet()) {
                words.append(property.getKey()).append(' ');
                describe(property.getValue(), words);
            }
        }
        return words.toString();
    }

    private static void describe(Json property, StringBuilder words) {
        if (property.kind() == Json.Kind.OBJECT) {
            property.get("description")
                    .filter(text -> text.kind() == Json.Kind.STRING)
                    .ifPresent(text -> words.append(text.asString()).append(' '));
        }
    }
}

package dev.harbor.json;

import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Is bytes in base64, in the one spelling that encoders give: padded, and without bits behind the last byte. */
final class BytesNode extends Node {

    private static final String PATTERN =
            "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$";

    private static final int BYTES_PER_GROUP = 3;
    private static final int LETTERS_PER_GROUP = 4;

    @Override
    @Nullable
    Object read(JsonReader in) {
        String text = in.string();
        byte[] bytes = decode(text);
        if (bytes == null) {
            throw in.invalid("pattern", "must be bytes in base64");
        }
        return bytes;
    }

    private static byte @Nullable [] decode(String text) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            int lastGroup = bytes.length - bytes.length % BYTES_PER_GROUP;
            byte[] last = Arrays.copyOfRange(bytes, lastGroup, bytes.length);
            boolean canonical = text.length() % LETTERS_PER_GROUP == 0
                    && text.endsWith(Base64.getEncoder().encodeToString(last));
            return canonical ? bytes : null;
        } catch (IllegalArgumentException notBase64) {
            return null;
        }
    }

    @Override
    void writePresent(JsonWriter out, Object value) {
        out.string(Base64.getEncoder().encodeToString((byte[]) value));
    }

    @Override
    Map<String, Object> schema(SchemaDocument document) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "string");
        if (!document.isStrict()) {
            schema.put("contentEncoding", "base64");
        }
        schema.put("pattern", PATTERN);
        return schema;
    }
}

package dev.harbor.tools.a2a;

import dev.harbor.json.Json;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is a part of a message or an artifact.
 *
 * @param kind what it is
 * @param content the text, the base64, or the address
 * @param data the value of a data part, else JSON null
 * @param filename a name, or null
 * @param mediaType a media type, or null
 */
record Part(
        Kind kind,
        String content,
        Json data,
        @Nullable String filename,
        @Nullable String mediaType) {

    enum Kind {
        TEXT,
        RAW,
        LINK,
        DATA,
        /** A kind that we don't know. */
        OTHER
    }

    static Part text(String text) {
        return new Part(Kind.TEXT, text, Json.NULL, null, null);
    }

    static Part data(Json data) {
        return new Part(Kind.DATA, "", data, null, "application/json");
    }

    static Part raw(String base64, @Nullable String filename, String mediaType) {
        return new Part(Kind.RAW, base64, Json.NULL, filename, mediaType);
    }

    static Part read(Json json) {
        Fields fields = Fields.of(json);
        String type = fields.text("mediaType", "media_type", "mimeType");
        String name = fields.text("filename", "name");
        if (fields.any("text") != null) {
            return new Part(Kind.TEXT, fields.textOr("", "text"), Json.NULL, name, type);
        }
        if (fields.any("raw") != null) {
            return new Part(Kind.RAW, fields.textOr("", "raw"), Json.NULL, name, type);
        }
        if (fields.any("url") != null) {
            return new Part(Kind.LINK, fields.textOr("", "url"), Json.NULL, name, type);
        }
        if (fields.any("file") != null) {
            return file(fields.object("file"));
        }
        // A data part may hold null, which is a value.
        return fields.has("data")
                ? new Part(Kind.DATA, "", data(fields), name, type)
                : new Part(Kind.OTHER, "", Json.NULL, name, type);
    }

    /** In the protocol buffer of 0.3 the value is one level deeper; there the part has no kind. */
    private static Json data(Fields fields) {
        Json data = Objects.requireNonNullElse(fields.members().get("data"), Json.NULL);
        boolean wrapped = !fields.has("kind")
                && fields.members().size() == 1
                && data.kind() == Json.Kind.OBJECT
                && data.members().size() == 1
                && data.get("data")
                        .filter(inner -> inner.kind() == Json.Kind.OBJECT)
                        .isPresent();
        return wrapped ? data.get("data").orElseThrow() : data;
    }

    private static Part file(Fields file) {
        String name = file.text("name", "filename");
        String type = file.text("mimeType", "mime_type", "mediaType");
        String bytes = file.text("bytes", "fileWithBytes", "file_with_bytes");
        if (bytes != null) {
            return new Part(Kind.RAW, bytes, Json.NULL, name, type);
        }
        String uri = file.text("uri", "fileWithUri", "file_with_uri");
        return new Part(uri == null ? Kind.OTHER : Kind.LINK, uri == null ? "" : uri, Json.NULL, name, type);
    }
}

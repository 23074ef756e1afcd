package dev.harbor.tools.http;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.json.Json;
import dev.harbor.net.Payload;
import dev.harbor.tool.ToolContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Is a body of parts. Artifacts are read from their store while they are sent. Confined to one call. */
final class Multipart {

    /** Random, so that no content can be written to hold it. */
    private final String boundary = "harbor-" + UUID.randomUUID();

    private final ToolContext context;
    private final List<Payload.Opener> pieces = new ArrayList<>();
    private long length;

    Multipart(ToolContext context) {
        this.context = context;
    }

    void add(HttpPart part, Json value) {
        if (value.isNull()) {
            return;
        }
        if (value.kind() == Json.Kind.ARRAY && !isJson(part)) {
            value.elements().forEach(each -> addOne(part, each));
        } else {
            addOne(part, value);
        }
    }

    private static boolean isJson(HttpPart part) {
        String type = part.mediaType();
        return type != null && MediaTypes.isJson(type);
    }

    private void addOne(HttpPart part, Json value) {
        if (part.artifact()) {
            artifact(part, BodyWriter.artifact(part.name(), value, context));
        } else if (isJson(part) || value.kind() == Json.Kind.OBJECT) {
            content(part, MediaTypes.JSON, value.compact().toString());
        } else {
            content(part, MediaTypes.TEXT, Values.text(value));
        }
    }

    private void content(HttpPart part, String type, String text) {
        head(part, null, type);
        text(text + "\r\n");
    }

    private void artifact(HttpPart part, ArtifactInfo info) {
        String name = info.options().filename();
        head(part, name == null ? part.name() : name, info.mediaType());
        pieces.add(() -> context.artifacts().open(info.ref()));
        length += info.sizeBytes();
        text("\r\n");
    }

    private void head(HttpPart part, @Nullable String filename, String type) {
        String own = part.mediaType();
        String file = filename == null ? "" : "; filename=\"" + quoted(filename) + '"';
        text("--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + quoted(part.name()) + '"' + file
                + "\r\nContent-Type: " + (own == null ? type : own) + "\r\n\r\n");
    }

    /** Escapes what would end a name or a line. */
    private static String quoted(String name) {
        StringBuilder out = new StringBuilder(name.length());
        name.codePoints().forEach(c -> {
            if (c == '"' || c < 0x20 || c == 0x7f) {
                out.append(Escaping.triplet((byte) c));
            } else {
                out.appendCodePoint(c);
            }
        });
        return out.toString();
    }

    private void text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        pieces.add(() -> new ByteArrayInputStream(bytes));
        length += bytes.length;
    }

    Payload payload() {
        text("--" + boundary + "--\r\n");
        List<Payload.Opener> all = List.copyOf(pieces);
        return Payload.of(() -> open(all), length, "multipart/form-data; boundary=" + boundary);
    }

    private static InputStream open(List<Payload.Opener> pieces) throws IOException {
        List<InputStream> streams = new ArrayList<>();
        try {
            for (Payload.Opener piece : pieces) {
                streams.add(piece.open());
            }
        } catch (IOException | RuntimeException e) {
            for (InputStream each : streams) {
                each.close();
            }
            throw e;
        }
        return new SequenceInputStream(Collections.enumeration(streams));
    }
}

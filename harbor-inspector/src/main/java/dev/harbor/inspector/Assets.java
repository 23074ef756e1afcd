package dev.harbor.inspector;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Are the two files that pages refer to. */
final class Assets {

    static final String STYLE = "inspector.css";
    static final String SCRIPT = "inspector.js";

    private static final String STYLE_TEXT = read(STYLE);
    private static final String SCRIPT_TEXT = read(SCRIPT);

    private Assets() {}

    static InspectorResponse style() {
        return InspectorResponse.text(200, "text/css; charset=utf-8", STYLE_TEXT);
    }

    static InspectorResponse script() {
        return InspectorResponse.text(200, "text/javascript; charset=utf-8", SCRIPT_TEXT);
    }

    private static String read(String name) {
        try (InputStream in = Assets.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(name + " can't be read", e);
        }
    }
}

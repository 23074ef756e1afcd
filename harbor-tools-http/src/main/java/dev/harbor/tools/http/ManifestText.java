package dev.harbor.tools.http;

import dev.harbor.error.HarborException;
import dev.harbor.json.Json;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;

/** Reads the text of a manifest, in whichever of the two languages it is. */
final class ManifestText {

    private ManifestText() {}

    static Json read(byte[] utf8) {
        return isJson(utf8) ? json(utf8) : new YamlReader(new ByteArrayInputStream(utf8)).read();
    }

    /** A block of YAML can't begin with a brace; a flow of YAML that does is JSON or not worth having. */
    private static boolean isJson(byte[] utf8) {
        String beginning = new String(utf8, 0, Math.min(utf8.length, 256), StandardCharsets.UTF_8).stripLeading();
        return beginning.startsWith("{");
    }

    private static Json json(byte[] utf8) {
        try {
            return Json.parse(utf8);
        } catch (HarborException e) {
            throw HttpManifest.wrong("is not JSON: " + e.getMessage(), e);
        }
    }
}

package dev.harbor.tools.http;

import dev.harbor.error.ConfigurationException;
import dev.harbor.json.Param;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Is a manifest as it is written. */
record ManifestDocument(
        @Param(description = "the version of this format, 1")
        int version,

        @Param(description = "credentials by a name of this manifest") @Nullable
        Map<String, ManifestAuth> auth,

        @Param(description = "the tools") List<ManifestTool> tools) {

    static final int VERSION = 1;

    /** Makes the tools; the first that is wrong refuses all. */
    List<HttpTool> build() {
        Map<String, HttpAuth> named = new HashMap<>();
        if (auth != null) {
            auth.forEach((name, each) -> named.put(name, at("/auth/" + name, each::build)));
        }
        List<HttpTool> built = new ArrayList<>();
        for (int i = 0; i < tools.size(); i++) {
            ManifestTool tool = tools.get(i);
            built.add(at("/tools/" + i, () -> tool.build(named)));
        }
        return built;
    }

    /** Makes a part. */
    private interface Maker<T> {

        T make();
    }

    private static <T> T at(String place, Maker<T> maker) {
        try {
            return maker.make();
        } catch (ConfigurationException | IllegalArgumentException e) {
            throw HttpManifest.wrong("is wrong at " + place + ": " + e.getMessage(), e);
        }
    }
}

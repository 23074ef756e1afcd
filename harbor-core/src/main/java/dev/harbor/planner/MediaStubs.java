package dev.harbor.planner;

import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactStub;
import dev.harbor.json.Json;
import dev.harbor.llm.Content;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Finds the stubs of pictures, sounds and the like in JSON, so that a client that can show them to a model finds them as parts. */
final class MediaStubs {

    private static final int MOST = 20;
    private static final int DEEPEST = 3;

    private MediaStubs() {}

    static List<Content> in(Json json) {
        List<Content> found = new ArrayList<>();
        collect(json, found, DEEPEST);
        return found;
    }

    private static void collect(Json json, List<Content> found, int depth) {
        if (found.size() == MOST || depth == 0) {
            return;
        }
        if (isMedia(json)) {
            found.add(new Content.Stub(ArtifactStub.parse(json)));
        } else if (json.kind() == Json.Kind.OBJECT) {
            json.members().values().forEach(member -> collect(member, found, depth - 1));
        } else if (json.kind() == Json.Kind.ARRAY) {
            json.elements().forEach(element -> collect(element, found, depth - 1));
        }
    }

    private static boolean isMedia(Json json) {
        return Shape.text(json, "artifact_ref")
                        .filter(ArtifactRef::isSpelledRight)
                        .isPresent()
                && Shape.text(json, "mime").filter(MediaStubs::isMedia).isPresent()
                && json.get("size_bytes").filter(MediaStubs::isSize).isPresent();
    }

    private static boolean isSize(Json json) {
        return json.kind() == Json.Kind.NUMBER && json.toString().matches("[0-9]{1,18}");
    }

    private static boolean isMedia(String type) {
        String lower = type.toLowerCase(Locale.ROOT);
        return lower.startsWith("image/")
                || lower.startsWith("audio/")
                || lower.startsWith("video/")
                || lower.equals("application/pdf");
    }
}

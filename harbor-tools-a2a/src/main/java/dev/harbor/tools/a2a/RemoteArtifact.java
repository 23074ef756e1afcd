package dev.harbor.tools.a2a;

import dev.harbor.json.Json;
import java.util.List;

/** Is an artifact of a task of a peer. */
record RemoteArtifact(String id, String name, String description, List<Part> parts) {

    static RemoteArtifact read(Json json) {
        Fields fields = Fields.of(json);
        return new RemoteArtifact(
                fields.textOr("", "artifactId", "artifact_id"),
                fields.textOr("", "name"),
                fields.textOr("", "description"),
                RemoteMessage.parts(fields));
    }
}

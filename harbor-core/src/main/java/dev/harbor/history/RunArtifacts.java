package dev.harbor.history;

import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.history.Records.Draft;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.plan.Observation;
import dev.harbor.safety.ContextSafety;
import dev.harbor.tool.ToolContent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Prepares records for their run: an observation that is heavy as a whole, whatever is light in it, is stored and stands as a stub; and what a record names becomes
 * the run's own. Bytes first, record second. Thread-safe.
 */
final class RunArtifacts {

    private final ContextSafety safety;
    private final NamedRefs refs;

    RunArtifacts(ContextSafety safety, Identity owner) {
        this.safety = safety;
        this.refs = new NamedRefs(owner, this::adopt);
    }

    private void adopt(ArtifactScope scope, ArtifactRef ref) {
        safety.artifacts(scope).adopt(ref);
    }

    /**
     * Returns the records as they are to be appended. Blocks on the artifact store when something is heavy, or was not named before.
     *
     * @throws dev.harbor.error.StoreException if the store fails
     */
    List<Draft> prepare(Identity owner, List<Draft> drafts) {
        List<Draft> light = drafts.stream().map(draft -> light(owner, draft)).toList();
        refs.adopt(light);
        return light;
    }

    private Draft light(Identity owner, Draft draft) {
        Map<String, Object> data = draft.data();
        if (!isHeavy(data.get("observation")) && !isHeavy(data.get("observations"))) {
            return draft;
        }
        ArtifactScope scope = new ArtifactScope(owner, String.valueOf(data.get("run_id")));
        Map<String, Object> members = new LinkedHashMap<>(data);
        members.computeIfPresent("observation", (name, seen) -> light(scope, (Json) seen));
        members.computeIfPresent("observations", (name, all) -> {
            List<Json> settled = new ArrayList<>();
            ((List<?>) all).forEach(seen -> settled.add(light(scope, (Json) Objects.requireNonNull(seen))));
            return settled;
        });
        return new Draft(draft.type(), members);
    }

    private boolean isHeavy(@Nullable Object value) {
        return value instanceof List<?> all
                ? all.stream().anyMatch(this::isHeavy)
                : value instanceof Json seen && seen.sizeBytes() >= safety.thresholdBytes();
    }

    private Json light(ArtifactScope scope, Json record) {
        Observation seen = ObservationJson.read(new Members("a new observation", record));
        ToolContent content = safety.settle(seen.content(), scope, producer(seen), safety.thresholdBytes());
        return content instanceof ToolContent.Inline
                ? record
                : ObservationJson.of(new Observation(seen.callId(), seen.tool(), seen.status(), content.visible()));
    }

    private static String producer(Observation seen) {
        return seen.tool().isEmpty() ? "run.observation" : seen.tool();
    }
}

package dev.harbor.planner;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.error.StoreException;
import dev.harbor.json.Json;
import dev.harbor.plan.PlanContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Lists what the run has stored, newest first, for a prompt that does not show every step any more: the references in those would be out of sight. */
final class Stored {

    static final int MOST = 20;

    private static final Comparator<ArtifactInfo> NEWEST_FIRST = Comparator.comparing(ArtifactInfo::createdAt)
            .reversed()
            .thenComparing(info -> info.ref().id());

    private Stored() {}

    /** Returns a line each; none when there are none, or the store can't say. */
    static List<String> in(PlanContext context) {
        List<ArtifactInfo> all = all(context);
        List<String> lines = new ArrayList<>(
                all.stream().sorted(NEWEST_FIRST).limit(MOST).map(Stored::line).toList());
        if (all.size() > MOST) {
            lines.add("and " + (all.size() - MOST) + " more");
        }
        return lines;
    }

    private static List<ArtifactInfo> all(PlanContext context) {
        try {
            return context.artifacts().list();
        } catch (StoreException withoutList) {
            return List.of();
        }
    }

    private static String line(ArtifactInfo info) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("artifact_ref", info.ref().id());
        line.put("mime", info.mediaType());
        line.put("size_bytes", info.sizeBytes());
        line.put("from", StepText.paired(Shortened.to(100, from(info.options().source()))));
        return Json.of(line).toString();
    }

    private static String from(Map<String, String> source) {
        return Stream.of("source", "tool", "flow", "producer")
                .filter(source::containsKey)
                .findFirst()
                .map(name -> name.equals("source") ? source.get(name) : name + ": " + source.get(name))
                .orElse("unknown");
    }
}

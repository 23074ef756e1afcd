package dev.harbor.examples.notes;

import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.Observation;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Planner;
import dev.harbor.plan.ToolRequest;
import dev.harbor.plan.Trajectory;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Lists the folder, reads all notes at once, remembers a person for each line "name: what is known", and writes down how many there are. */
final class NotesPlanner implements Planner {

    private static final Pattern FILE = Pattern.compile("\\[FILE\\] (\\S+\\.txt)");
    private static final Pattern LINE = Pattern.compile("(?m)^(\\w+): (.+)$");

    private final String folder;

    NotesPlanner(String folder) {
        this.folder = folder;
    }

    @Override
    public Decision next(PlanContext context) {
        Trajectory done = context.trajectory();
        List<Observation> seen = done.last().map(Trajectory.Step::observations).orElse(List.of());
        if (!seen.stream().allMatch(Observation::isSuccess)) {
            return Decision.finish(Json.of(Map.of("failed", seen.toString())));
        }
        return switch (done.steps().size()) {
            case 0 -> Decision.call("files.list_directory", Json.of(Map.of("path", folder)));
            case 1 -> read(text(seen.get(0)));
            case 2 -> remember(seen.stream().map(NotesPlanner::text).toList());
            case 3 -> report();
            default -> Decision.finish(Json.of(Map.of("report", folder + "/report.md")));
        };
    }

    private Decision read(String listing) {
        List<ToolRequest> reads = FILE.matcher(listing)
                .results()
                .map(file -> ToolRequest.of("files.read_text_file", Json.of(Map.of("path", folder + "/" + file.group(1)))))
                .toList();
        return reads.isEmpty() ? Decision.finish(Json.string("no notes")) : new Decision.CallParallel(reads, JoinPolicy.ALL);
    }

    private static Decision remember(List<String> notes) {
        List<Map<String, Object>> entities = notes.stream()
                .flatMap(NotesPlanner::people)
                .toList();
        return Decision.call("memory.create_entities", Json.of(Map.of("entities", entities)));
    }

    private static Stream<Map<String, Object>> people(String note) {
        return LINE.matcher(note).results().map(line -> Map.of(
                "name", line.group(1),
                "entityType", "person",
                "observations", List.of(line.group(2))));
    }

    private Decision report() {
        return Decision.call(
                "files.write_file",
                Json.of(Map.of("path", folder + "/report.md", "content", "All notes are remembered.\n")));
    }

    /** Both servers say what they say as the member "content" of a structure. */
    private static String text(Observation seen) {
        return seen.content().get("content").map(Json::asString).orElse("");
    }
}

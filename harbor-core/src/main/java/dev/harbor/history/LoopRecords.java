package dev.harbor.history;

import dev.harbor.event.LoopExternalToolsetChanged;
import dev.harbor.history.Records.Draft;
import dev.harbor.json.Json;
import dev.harbor.tool.ToolIdentity;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;

/** Makes the records of a loop. */
public final class LoopRecords {

    private LoopRecords() {}

    private static Map<String, Object> of(String loop) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("loop_id", loop);
        return members;
    }

    private static Draft draft(String type, Map<String, Object> data) {
        return new Draft(type, data);
    }

    /** A loop is made. */
    public static Draft opened(String loop, String definition, String mode) {
        Map<String, Object> data = of(loop);
        data.put("definition", definition);
        data.put("mode", mode);
        return draft(LoopRecordType.OPENED, data);
    }

    /** An input is taken; what is heavy of it is a stub. */
    public static Draft input(String loop, LoopHistory.Input input) {
        Map<String, Object> data = of(loop);
        data.put("turn", input.turn());
        data.put("text", input.text());
        Members.put(data, "content", input.content().isNull() ? null : input.content());
        Members.put(data, "named", input.name().isEmpty() ? null : input.name());
        return draft(LoopRecordType.INPUT, data);
    }

    /** An input is taken back. */
    public static Draft withdrawn(String loop, long turn) {
        Map<String, Object> data = of(loop);
        data.put("turn", turn);
        return draft(LoopRecordType.WITHDRAWN, data);
    }

    /**
     * The turn of an input begins.
     *
     * @param sources what each source has installed then: the label of its generation
     */
    public static Draft turnStarted(
            String loop, long turn, String runId, String mode, SortedMap<String, String> sources) {
        Map<String, Object> data = of(loop);
        data.put("turn", turn);
        data.put("run_id", runId);
        data.put("mode", mode);
        Members.put(data, "sources", sources.isEmpty() ? null : sources);
        return draft(LoopRecordType.TURN_STARTED, data);
    }

    /** A turn has ended. */
    public static Draft turnEnded(String loop, long turn, String state, String reason, Json result) {
        Map<String, Object> data = of(loop);
        data.put("turn", turn);
        data.put("state", state);
        data.put("reason", reason);
        data.put("result", result);
        return draft(LoopRecordType.TURN_ENDED, data);
    }

    /** The mode of the next turn. */
    public static Draft modeChanged(String loop, String mode) {
        Map<String, Object> data = of(loop);
        data.put("mode", mode);
        return draft(LoopRecordType.MODE_CHANGED, data);
    }

    /** A source has other tools. */
    public static Draft toolsetChanged(LoopExternalToolsetChanged change) {
        Map<String, Object> data = of(change.loop());
        data.put("event_id", change.eventId());
        data.put("source", change.source());
        data.put("generation", change.generation());
        if (!change.tools().isEmpty()) {
            data.put("tools", change.tools().stream().map(LoopRecords::tool).toList());
        }
        return draft(LoopRecordType.TOOLSET_CHANGED, data);
    }

    private static Map<String, String> tool(ToolIdentity tool) {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("name", tool.name());
        members.put("schema_digest", tool.schemaDigest());
        return members;
    }

    /** The loop is ended for good. */
    public static Draft ended(String loop, String reason) {
        Map<String, Object> data = of(loop);
        data.put("reason", reason);
        return draft(LoopRecordType.ENDED, data);
    }
}

package dev.harbor.history;

import dev.harbor.event.LoopExternalToolsetChanged;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.tool.ToolIdentity;
import java.time.Instant;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Reads the record of a replacement, and takes none that could not have been written. */
final class ToolsetRecord {

    private static final Set<String> OF_A_TURN = Set.of("turn", "turn_id", "step", "step_id", "run_id");

    private ToolsetRecord() {}

    static LoopExternalToolsetChanged read(Identity identity, Instant at, Members in, Json data) {
        requireDistinct(in, data);
        for (String member : OF_A_TURN) {
            if (in.has(member)) {
                throw in.damaged("has a '" + member + "', but a replacement belongs to no turn", null);
            }
        }
        return in.checked(members -> new LoopExternalToolsetChanged(
                identity,
                members.text("loop_id"),
                members.text("event_id"),
                at,
                members.text("source"),
                members.text("generation"),
                members.list("tools", ToolsetRecord::tool)));
    }

    private static ToolIdentity tool(Members in) {
        return in.checked(members -> new ToolIdentity(members.text("name"), members.text("schema_digest")));
    }

    /** A reader that minds no case would read another record. */
    private static void requireDistinct(Members in, Json data) {
        Set<String> seen = new HashSet<>();
        for (String member : data.members().keySet()) {
            if (!seen.add(member.toLowerCase(Locale.ROOT))) {
                throw in.damaged("has '" + member + "' in two spellings", null);
            }
        }
    }
}

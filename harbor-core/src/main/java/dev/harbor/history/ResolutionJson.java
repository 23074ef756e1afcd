package dev.harbor.history;

import dev.harbor.run.CallResolution;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes and reads what an operator found out. */
final class ResolutionJson {

    private ResolutionJson() {}

    static Map<String, Object> of(CallResolution resolution) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("succeeded", resolution.succeeded());
        members.put("code", resolution.code());
        members.put("output", resolution.output());
        members.put(
                "evidence", resolution.evidence().stream().map(EvidenceJson::of).toList());
        members.put("actor", resolution.actor());
        members.put("note", resolution.note());
        return members;
    }

    static CallResolution read(Members in) {
        return in.checked(members -> new CallResolution(
                members.flag("succeeded"),
                members.text("code"),
                members.json("output"),
                members.list("evidence", EvidenceJson::read),
                members.text("actor"),
                members.text("note")));
    }
}

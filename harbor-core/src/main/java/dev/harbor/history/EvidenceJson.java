package dev.harbor.history;

import dev.harbor.artifact.Evidence;
import dev.harbor.artifact.Provenance;
import dev.harbor.json.Json;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes and reads evidence. */
final class EvidenceJson {

    private EvidenceJson() {}

    static Json of(Evidence evidence) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", evidence.id());
        members.put("type", evidence.type());
        members.put("schema_version", evidence.schemaVersion());
        members.put("provenance", evidence.provenance().name().toLowerCase(Locale.ROOT));
        Members.put(members, "data", evidence.data());
        Members.put(members, "reference", evidence.reference());
        Members.put(members, "external_id", evidence.externalId());
        Members.put(members, "passed", evidence.passed());
        Evidence.Subject subject = evidence.subject();
        if (subject != null) {
            Members.put(members, "subject_evidence_id", subject.evidenceId());
            Members.put(members, "subject_external_id", subject.externalId());
        }
        return Json.of(members);
    }

    static Evidence read(Members members) {
        return members.checked(in -> new Evidence(
                in.text("id"),
                in.text("type"),
                in.text("schema_version"),
                Provenance.valueOf(in.text("provenance").toUpperCase(Locale.ROOT)),
                in.has("data") ? in.json("data") : null,
                in.optionalText("reference"),
                in.optionalText("external_id"),
                subject(in),
                in.has("passed") ? in.flag("passed") : null));
    }

    private static Evidence.@Nullable Subject subject(Members in) {
        String evidenceId = in.optionalText("subject_evidence_id");
        String externalId = in.optionalText("subject_external_id");
        return evidenceId == null && externalId == null ? null : new Evidence.Subject(evidenceId, externalId);
    }
}

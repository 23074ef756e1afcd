package dev.harbor.runtime;

import dev.harbor.artifact.Evidence;
import dev.harbor.json.Json;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes evidence as the journal keeps it. */
final class EvidenceJson {

    private EvidenceJson() {}

    static Json of(Evidence evidence) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", evidence.id());
        members.put("type", evidence.type());
        members.put("schema_version", evidence.schemaVersion());
        members.put("provenance", evidence.provenance().name().toLowerCase(Locale.ROOT));
        put(members, "data", evidence.data());
        put(members, "reference", evidence.reference());
        put(members, "external_id", evidence.externalId());
        put(members, "passed", evidence.passed());
        Evidence.Subject subject = evidence.subject();
        if (subject != null) {
            put(members, "subject_evidence_id", subject.evidenceId());
            put(members, "subject_external_id", subject.externalId());
        }
        return Json.of(members);
    }

    private static void put(Map<String, Object> members, String name, @Nullable Object value) {
        if (value != null) {
            members.put(name, value);
        }
    }
}

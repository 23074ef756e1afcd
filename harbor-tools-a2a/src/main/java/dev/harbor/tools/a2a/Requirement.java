package dev.harbor.tools.a2a;

import dev.harbor.json.Json;
import java.util.List;
import java.util.Set;

/** Is one set of schemes that are all wanted together. */
record Requirement(Set<String> schemes) {

    /** Reads the alternatives of a card or skill; in 1.0 a level deeper than in 0.3. */
    static List<Requirement> read(Fields fields) {
        return fields.list("securityRequirements", "security_requirements", "security").stream()
                .map(Requirement::read)
                .toList();
    }

    private static Requirement read(Json json) {
        Fields fields = Fields.of(json);
        Json inner = fields.any("schemes");
        Fields wanted = inner != null && inner.kind() == Json.Kind.OBJECT ? Fields.of(inner) : fields;
        return new Requirement(wanted.members().keySet());
    }
}

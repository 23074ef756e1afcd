package dev.harbor.tools.a2a;

import dev.harbor.json.Json;
import java.util.List;

/** Is what a card says that an agent can do. */
record AgentSkill(
        String id,
        String name,
        String description,
        List<String> tags,
        List<String> examples,
        List<String> inputModes,
        List<String> outputModes,
        List<Requirement> security) {

    static AgentSkill read(Json json) {
        Fields fields = Fields.of(json);
        String name = fields.textOr("", "name");
        return new AgentSkill(
                fields.textOr(name, "id"),
                name,
                fields.textOr("", "description"),
                fields.texts("tags"),
                fields.texts("examples"),
                fields.texts("inputModes", "input_modes"),
                fields.texts("outputModes", "output_modes"),
                Requirement.read(fields));
    }
}

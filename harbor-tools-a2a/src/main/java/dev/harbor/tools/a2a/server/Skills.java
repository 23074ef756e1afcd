package dev.harbor.tools.a2a.server;

import dev.harbor.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Is what an agent can do: the first skill is what is meant when a message names none. Immutable. */
final class Skills {

    /** Names the skill in the metadata of a message; the protocol has no place for it. */
    static final String KEY = "https://harbor.dev/a2a/skill";

    private final Map<String, A2aSkill> byId = new LinkedHashMap<>();

    Skills(List<A2aSkill> skills) {
        for (A2aSkill skill : skills) {
            if (byId.putIfAbsent(skill.id(), skill) != null) {
                throw new IllegalArgumentException("two skills have the id '" + skill.id() + "'");
            }
        }
        if (byId.isEmpty()) {
            throw new IllegalArgumentException("an agent needs a skill");
        }
    }

    /** Returns the skill that a message is for. */
    A2aSkill of(Json metadata) {
        String named = Params.of(metadata, "message.metadata").text(KEY);
        if (named.isEmpty()) {
            return byId.values().iterator().next();
        }
        return Optional.ofNullable(byId.get(named))
                .orElseThrow(() -> Refusal.params("there is no such skill; there are " + byId.keySet()));
    }

    Work work(String id) {
        return Optional.ofNullable(byId.get(id))
                .map(A2aSkill::work)
                .orElseThrow(() -> new IllegalStateException("the agent has no skill '" + id + "' any more"));
    }

    List<Map<String, Object>> toJson() {
        return byId.values().stream().map(A2aSkill::toJson).toList();
    }
}

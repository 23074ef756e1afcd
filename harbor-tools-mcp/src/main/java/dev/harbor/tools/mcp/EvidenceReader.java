package dev.harbor.tools.mcp;

import dev.harbor.artifact.Evidence;
import dev.harbor.artifact.Provenance;
import dev.harbor.json.Json;
import dev.harbor.tool.InvalidResult;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Takes a claim out of a structured result. Immutable. */
record EvidenceReader(
        String type,
        List<String> subject,
        List<String> status,
        List<String> passing,
        @Nullable List<String> externalId,
        @Nullable List<String> data) {

    /**
     * Returns the claim.
     *
     * @throws InvalidResult if a field is missing or of another kind
     */
    Evidence read(Provenance provenance, Json result) {
        Json claimed = data == null ? result : field(result, data);
        try {
            Evidence claim = provenance == Provenance.VERIFIED
                    ? Evidence.verified(
                            type, claimed, new Evidence.Subject(null, text(result, subject)), passed(result))
                    : Evidence.observed(type, claimed);
            return externalId == null ? claim : claim.externalId(text(result, externalId));
        } catch (IllegalArgumentException e) {
            throw invalid("does not make the claim that its binding expects: " + e.getMessage());
        }
    }

    private boolean passed(Json result) {
        Json value = field(result, status);
        if (passing.isEmpty()) {
            if (value.kind() != Json.Kind.BOOLEAN) {
                throw invalid("has no boolean at '" + String.join(".", status) + "'");
            }
            return value.asBoolean();
        }
        return passing.contains(text(result, status));
    }

    private static String text(Json result, List<String> path) {
        Json value = field(result, path);
        return switch (value.kind()) {
            case STRING -> value.asString();
            case NUMBER -> value.toString();
            default -> throw invalid("has no text at '" + String.join(".", path) + "'");
        };
    }

    private static Json field(Json result, List<String> path) {
        Optional<Json> at = Optional.of(result);
        for (String name : path) {
            at = at.flatMap(json -> json.get(name));
        }
        return at.filter(json -> !json.isNull())
                .orElseThrow(() -> invalid("lacks the field '" + String.join(".", path) + "'"));
    }

    private static InvalidResult invalid(String why) {
        return new InvalidResult("the result " + why + ", which the evidence of its binding is taken from", List.of());
    }
}

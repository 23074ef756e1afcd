package dev.harbor.tools.mcp;

import dev.harbor.artifact.Evidence;
import dev.harbor.artifact.Provenance;
import dev.harbor.error.ConfigurationException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Says which fields of a successful structured result are a claim. The fields are named by paths with dots, such as {@code change.id}. A field that is named
 * and missing makes the result invalid: a claim is never made up.
 *
 * <p>Immutable.
 */
public final class McpEvidence {

    private final Provenance provenance;
    private final String type;
    private final List<String> subject;
    private final List<String> status;
    private final List<String> passing;
    private final @Nullable List<String> externalId;
    private final @Nullable List<String> data;

    private McpEvidence(
            Provenance provenance,
            String type,
            List<String> subject,
            List<String> status,
            List<String> passing,
            @Nullable List<String> externalId,
            @Nullable List<String> data) {
        this.provenance = provenance;
        this.type = type;
        this.subject = subject;
        this.status = status;
        this.passing = passing;
        this.externalId = externalId;
        this.data = data;
    }

    /**
     * Returns a projection of an observation, whose data is the whole result.
     *
     * @param type what kind of claim it is
     * @throws ConfigurationException if the type is empty or too long
     */
    public static McpEvidence observed(String type) {
        return new McpEvidence(Provenance.OBSERVED, checked(type), List.of(), List.of(), List.of(), null, null);
    }

    /**
     * Returns a projection of a verification, whose data is the whole result.
     *
     * @param type what kind of claim it is
     * @param subject the path of the external id of what was checked
     * @param status the path of a boolean, or of a text that is held against {@code passing}
     * @param passing the texts of a status that mean that the check passed; none if it is a boolean
     * @throws ConfigurationException if the type or a path is not allowed
     */
    public static McpEvidence verified(String type, String subject, String status, String... passing) {
        return new McpEvidence(
                Provenance.VERIFIED, checked(type), path(subject), path(status), List.of(passing), null, null);
    }

    /** Returns a copy that takes the external id of the claim from a path. */
    public McpEvidence externalId(String path) {
        return new McpEvidence(provenance, type, subject, status, passing, path(path), data);
    }

    /** Returns a copy that takes the data of the claim from a path rather than the whole result. */
    public McpEvidence data(String path) {
        return new McpEvidence(provenance, type, subject, status, passing, externalId, path(path));
    }

    Provenance provenance() {
        return provenance;
    }

    /** Returns the claim that a result makes. */
    Evidence of(dev.harbor.json.Json result) {
        return new EvidenceReader(type, subject, status, passing, externalId, data).read(provenance, result);
    }

    private static String checked(String type) {
        if (Objects.requireNonNull(type, "type").isBlank() || type.length() > 256) {
            throw new ConfigurationException("the type of a claim has 1 to 256 characters");
        }
        return type;
    }

    private static List<String> path(String dotted) {
        List<String> segments =
                Arrays.asList(Objects.requireNonNull(dotted, "path").split("\\.", -1));
        if (segments.stream().anyMatch(String::isBlank)) {
            throw new ConfigurationException("a path is names with dots between them, got '" + dotted + "'");
        }
        return List.copyOf(segments);
    }

    @Override
    public String toString() {
        return "McpEvidence[" + provenance + ", " + type + ']';
    }
}

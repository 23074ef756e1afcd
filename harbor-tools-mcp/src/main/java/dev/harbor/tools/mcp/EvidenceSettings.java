package dev.harbor.tools.mcp;

import dev.harbor.error.ConfigurationException;
import dev.harbor.json.Param;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Is the configuration of the claim that results of a tool make: a verification if it names a subject and a status, else an observation. */
record EvidenceSettings(
        String type,
        @Param("external_id") @Nullable String externalId,
        @Nullable String data,
        @Nullable String subject,
        @Nullable String status,
        @Nullable List<String> passing) {

    McpEvidence evidence() {
        if ((subject == null) != (status == null)) {
            throw new ConfigurationException("evidence of a check names both subject and status");
        }
        McpEvidence evidence = subject == null || status == null
                ? McpEvidence.observed(type)
                : McpEvidence.verified(
                        type, subject, status, (passing == null ? List.<String>of() : passing).toArray(String[]::new));
        evidence = externalId == null ? evidence : evidence.externalId(externalId);
        return data == null ? evidence : evidence.data(data);
    }
}

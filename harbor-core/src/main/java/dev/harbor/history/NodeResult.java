package dev.harbor.history;

import dev.harbor.json.Json;
import dev.harbor.plan.Observation;
import dev.harbor.run.CallResolution;
import org.jspecify.annotations.Nullable;

/**
 * Is what the call of a node came to, as its records tell it.
 *
 * @param status how it ended, as an observation says it
 * @param content what was observed
 * @param code the code of a failure or denial, or null
 * @param stored whether the result itself stands as the stub of an artifact
 * @param wrapped whether the result is a member of the content, beside attachments or repairs
 */
public record NodeResult(
        String status, Json content, @Nullable String code, boolean stored, boolean wrapped) {

    static NodeResult of(Observation seen, Members data) {
        return new NodeResult(
                seen.status(),
                seen.content(),
                data.optionalText("code"),
                data.has(CallRecords.STORED),
                data.has(CallRecords.WRAPPED));
    }

    static NodeResult of(CallResolution resolution) {
        String status = resolution.succeeded() ? "succeeded" : "failed";
        return new NodeResult(status, resolution.output(), resolution.code(), false, false);
    }
}

package dev.harbor.runtime;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.run.ConfigurationDrift;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Says that a run was not resumed, because its configuration or a tool that it has called is not what it was. Nothing was changed.
 *
 * <p>Thread-safe.
 */
public final class ConfigurationDriftException extends HarborException {

    private static final long serialVersionUID = 1L;

    private final transient List<ConfigurationDrift> drift;

    ConfigurationDriftException(String runId, List<ConfigurationDrift> drift) {
        super(
                ErrorCode.CONFIGURATION_DRIFT,
                "run '" + runId + "' was not resumed, because this is not what it began with: "
                        + drift.stream().map(ConfigurationDrift::toString).collect(Collectors.joining("; "))
                        + "; put it back, or accept it with ResumeRequest.acceptDrift(reason, actor)");
        this.drift = List.copyOf(drift);
    }

    /** Returns what differs. */
    public List<ConfigurationDrift> drift() {
        return drift;
    }
}

package dev.harbor.flow;

import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import java.util.List;

/**
 * Says that a flow can't be built, and everything that is wrong with it.
 *
 * <p>Thread-safe.
 */
public final class InvalidFlow extends ConfigurationException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    InvalidFlow(String flow, List<String> problems) {
        super(ErrorCode.INVALID_FLOW, "flow '" + flow + "' is not valid: " + String.join("; ", problems));
        this.problems = List.copyOf(problems);
    }

    /** Returns what is wrong, one entry each. */
    public List<String> problems() {
        return problems;
    }
}

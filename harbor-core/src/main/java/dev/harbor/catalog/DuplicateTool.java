package dev.harbor.catalog;

import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.tool.ToolId;

/**
 * Is thrown when a tool is declared whose id is taken; the first one stays and nothing else changed.
 *
 * <p>Thread-safe.
 */
public final class DuplicateTool extends ConfigurationException {

    private static final long serialVersionUID = 1L;

    private final transient ToolId toolId;

    DuplicateTool(ToolId toolId) {
        super(
                ErrorCode.DUPLICATE_TOOL,
                "tool '" + toolId + "' is declared twice; give one another name or another version");
        this.toolId = toolId;
    }

    /** Returns the id that is claimed twice. */
    public ToolId toolId() {
        return toolId;
    }
}

package dev.harbor.tools.mcp;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import org.jspecify.annotations.Nullable;

/**
 * Is thrown when a server can't be used: it does not come up, speaks no version of the protocol that is known here, or breaks its rules. What goes wrong in
 * one call is a {@link dev.harbor.tool.ToolException} instead.
 *
 * <p>Thread-safe.
 */
public final class McpException extends HarborException {

    /** The server could not be started or reached, or was lost. */
    public static final ErrorCode UNREACHABLE = ErrorCode.of("MCP_UNREACHABLE");

    /** The server did not answer in time. */
    public static final ErrorCode TIMEOUT = ErrorCode.of("MCP_TIMEOUT");

    /** The server speaks no version of the protocol that is known here. */
    public static final ErrorCode VERSION_UNSUPPORTED = ErrorCode.of("MCP_VERSION_UNSUPPORTED");

    /** The server breaks the rules of the protocol. */
    public static final ErrorCode INVALID_RESPONSE = ErrorCode.of("MCP_INVALID_RESPONSE");

    /** The server answered with an error of the protocol. */
    public static final ErrorCode REFUSED = ErrorCode.of("MCP_REFUSED");

    /** The server names itself otherwise than the host expects. */
    public static final ErrorCode IDENTITY_MISMATCH = ErrorCode.of("MCP_IDENTITY_MISMATCH");

    /** The source is not connected: it was not started, is down or was closed. */
    public static final ErrorCode NOT_CONNECTED = ErrorCode.of("MCP_NOT_CONNECTED");

    private static final long serialVersionUID = 1L;

    McpException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }

    McpException(ErrorCode code, String message) {
        this(code, message, null);
    }
}

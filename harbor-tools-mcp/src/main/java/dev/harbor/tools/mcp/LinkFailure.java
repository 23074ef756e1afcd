package dev.harbor.tools.mcp;

import dev.harbor.error.ErrorCode;
import dev.harbor.net.NetException;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.InvalidResult;
import dev.harbor.tool.ToolException;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolTimeout;
import dev.harbor.tool.ToolUnavailable;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says why a request has no result. Thread-safe. */
final class LinkFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What went wrong. */
    enum Kind {
        /** The request did not leave, or was not taken. */
        NOT_SENT,
        /** The request left, and no answer can come any more. */
        LOST,
        /** The request left, and no answer came in time. */
        TIMEOUT,
        /** The one who waited wants no answer any more; the request may have been served. */
        CANCELLED,
        /** The server answered, but the answer can't be read. */
        UNREADABLE,
        /** The server answered with an error of the protocol. */
        REFUSED,
        /** The server answered with a status that is no success. */
        STATUS,
        /** The server does not know the session any more; the request was not served. */
        SESSION,
        /** A credential is missing; nothing was sent. */
        CREDENTIAL
    }

    private final Kind kind;
    private final boolean outcomeKnown;
    private final transient @Nullable RpcError error;
    private final transient @Nullable Status status;

    /**
     * Is what a status of HTTP says.
     *
     * @param number the status
     * @param retryAfter how long to wait, or null
     */
    record Status(int number, @Nullable Duration retryAfter) {}

    private LinkFailure(
            Kind kind,
            boolean outcomeKnown,
            String message,
            @Nullable RpcError error,
            @Nullable Status status,
            @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.outcomeKnown = outcomeKnown;
        this.error = error;
        this.status = status;
    }

    static LinkFailure notSent(String message, @Nullable Throwable cause) {
        return new LinkFailure(Kind.NOT_SENT, true, message, null, null, cause);
    }

    static LinkFailure lost(String message, @Nullable Throwable cause) {
        return new LinkFailure(Kind.LOST, false, message, null, null, cause);
    }

    static LinkFailure timeout(String message) {
        return new LinkFailure(Kind.TIMEOUT, false, message, null, null, null);
    }

    static LinkFailure cancelled(String message) {
        return new LinkFailure(Kind.CANCELLED, false, message, null, null, null);
    }

    static LinkFailure unreadable(String message, @Nullable Throwable cause) {
        return new LinkFailure(Kind.UNREADABLE, true, message, null, null, cause);
    }

    static LinkFailure refused(RpcError error) {
        String words = Words.line(error.message());
        String text = "the server answered with error " + error.code() + (words.isEmpty() ? "" : ": " + words);
        return new LinkFailure(Kind.REFUSED, true, text, error, null, null);
    }

    static LinkFailure status(int status, boolean outcomeKnown, String message, @Nullable Duration retryAfter) {
        return new LinkFailure(Kind.STATUS, outcomeKnown, message, null, new Status(status, retryAfter), null);
    }

    static LinkFailure session(String message) {
        return new LinkFailure(Kind.SESSION, true, message, null, null, null);
    }

    static LinkFailure credential(String message, @Nullable Throwable cause) {
        return new LinkFailure(Kind.CREDENTIAL, true, message, null, null, cause);
    }

    Kind kind() {
        return kind;
    }

    String text() {
        return String.valueOf(getMessage());
    }

    /** Returns the error that the server answered with, or null. */
    @Nullable
    RpcError error() {
        return error;
    }

    /** Returns the status that the server answered with, or zero. */
    int status() {
        return status == null ? 0 : status.number();
    }

    /** Tells whether nobody waits any more, rather than that anything has failed. */
    boolean isGivenUp() {
        return kind == Kind.TIMEOUT || kind == Kind.CANCELLED;
    }

    /** Tells whether there is nobody at the address. */
    boolean isNobody() {
        if (kind != Kind.NOT_SENT || !(getCause() instanceof NetException net)) {
            return false;
        }
        return switch (net.failure()) {
            case UNRESOLVED, CONNECT_FAILED, TLS_FAILED, PROXY_REFUSED -> true;
            default -> false;
        };
    }

    /** Returns this failure as the source reports it. */
    McpException toMcpException() {
        ErrorCode code = switch (kind) {
            case NOT_SENT, LOST, CANCELLED, STATUS, SESSION, CREDENTIAL -> McpException.UNREACHABLE;
            case TIMEOUT -> McpException.TIMEOUT;
            case UNREADABLE -> McpException.INVALID_RESPONSE;
            case REFUSED -> McpException.REFUSED;
        };
        return new McpException(code, text(), this);
    }

    /** Returns this failure as a tool throws it. */
    ToolException toToolException() {
        return switch (kind) {
            case NOT_SENT, LOST, SESSION -> new ToolUnavailable(text(), outcomeKnown, null, this);
            case TIMEOUT -> new ToolTimeout(text(), true, this);
            case CANCELLED -> ToolFailed.of(ErrorCode.CANCELLED, ErrorClass.PERMANENT, false, text(), null, this);
            case UNREADABLE -> new InvalidResult(text(), List.of());
            case REFUSED -> refusal();
            case STATUS -> statusFailure();
            case CREDENTIAL ->
                ToolFailed.of(ErrorCode.of("CREDENTIAL_MISSING"), ErrorClass.PERMANENT, true, text(), null, this);
        };
    }

    private ToolException refusal() {
        ErrorClass errorClass = error != null && error.isOfServer() ? ErrorClass.SERVER : ErrorClass.PERMANENT;
        return ToolFailed.of(McpException.REFUSED, errorClass, true, text(), null, this);
    }

    private ToolException statusFailure() {
        int number = status();
        Duration wait = status == null ? null : status.retryAfter();
        if (number == 429 || number == 503) {
            return new ToolUnavailable(text(), outcomeKnown, wait, this);
        }
        ErrorClass errorClass = number >= 500 ? ErrorClass.SERVER : ErrorClass.PERMANENT;
        return ToolFailed.of(ErrorCode.of("MCP_HTTP_" + number), errorClass, outcomeKnown, text(), wait, this);
    }
}

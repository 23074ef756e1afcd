package dev.harbor.net;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.ToolException;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolTimeout;
import dev.harbor.tool.ToolUnavailable;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Is thrown when a request or the reading of its answer fails. The message names the method, the host and the path, never a query, a header or a body.
 *
 * <p>Thread-safe.
 */
public final class NetException extends HarborException {

    private static final long serialVersionUID = 1L;

    private final NetFailure failure;
    private final Delivery delivery;
    private final int status;
    private final @Nullable Duration retryAfter;

    NetException(
            NetFailure failure,
            Delivery delivery,
            int status,
            @Nullable Duration retryAfter,
            String message,
            @Nullable Throwable cause) {
        super(failure.code(), message, cause);
        this.failure = failure;
        this.delivery = delivery;
        this.status = status;
        this.retryAfter = retryAfter;
    }

    /** Returns a failure before anything was sent. */
    static NetException unsent(NetFailure failure, String message, @Nullable Throwable cause) {
        return new NetException(failure, Delivery.NOT_SENT, 0, null, message, cause);
    }

    /** Returns what went wrong. */
    public NetFailure failure() {
        return failure;
    }

    /** Returns how far the request had come. */
    public Delivery delivery() {
        return delivery;
    }

    /** Returns the status of the answer; empty unless the request was {@link Delivery#ANSWERED}. */
    public OptionalInt status() {
        return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
    }

    /** Returns how long the other side asked to wait, at most {@link Reply#LONGEST_RETRY_AFTER}. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /**
     * Tells whether it is certain what became of an effect of the request: it was not sent, or it was answered with a refusal. After a success whose
     * body broke off the effect may have happened, but its result is lost.
     */
    public boolean outcomeKnown() {
        return delivery == Delivery.NOT_SENT || (delivery == Delivery.ANSWERED && status >= 300);
    }

    /** Returns this failure as a tool throws it. */
    public ToolException toToolException() {
        String text = String.valueOf(getMessage());
        return switch (failure) {
            case UNRESOLVED, CONNECT_FAILED, NO_CONNECTION_FREE, PROXY_REFUSED, BROKEN, CLOSED ->
                new ToolUnavailable(text, outcomeKnown(), retryAfter, this);
            case TIMEOUT -> new ToolTimeout(text, !outcomeKnown(), this);
            case CANCELLED ->
                ToolFailed.of(ErrorCode.CANCELLED, ErrorClass.PERMANENT, outcomeKnown(), text, null, this);
            case EGRESS_REFUSED, TLS_FAILED, PROTOCOL, TOO_LARGE, TOO_MANY_REDIRECTS, PAYLOAD_FAILED ->
                ToolFailed.of(code(), ErrorClass.PERMANENT, outcomeKnown(), text, null, this);
        };
    }
}

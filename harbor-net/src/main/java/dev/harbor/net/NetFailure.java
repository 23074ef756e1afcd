package dev.harbor.net;

import dev.harbor.error.ErrorCode;

/** Says what went wrong with a request. Immutable. */
public enum NetFailure {
    /** The egress policy forbids the target. */
    EGRESS_REFUSED,
    /** The name of the host could not be resolved. */
    UNRESOLVED,
    /** No connection came about. */
    CONNECT_FAILED,
    /** The TLS handshake failed, or the certificate is not the host's. */
    TLS_FAILED,
    /** The proxy did not open a way to the target. */
    PROXY_REFUSED,
    /** All connections were in use for too long. */
    NO_CONNECTION_FREE,
    /** A time limit has passed. */
    TIMEOUT,
    /** The request was cancelled, or its thread interrupted. */
    CANCELLED,
    /** The client was closed. */
    CLOSED,
    /** The connection broke. */
    BROKEN,
    /** The other side breaks the rules of HTTP, of a content coding or of a charset. */
    PROTOCOL,
    /** An answer is over one of its limits. */
    TOO_LARGE,
    /** Redirects went on and on. */
    TOO_MANY_REDIRECTS,
    /** What was to be sent could not be read. */
    PAYLOAD_FAILED;

    /** Returns the stable code: {@code NET_} and the name. */
    public ErrorCode code() {
        return ErrorCode.of("NET_" + name());
    }
}

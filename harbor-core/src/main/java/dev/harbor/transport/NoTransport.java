package dev.harbor.transport;

import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.tool.TransportKind;

/**
 * Is thrown when nothing serves a configured kind of transport; the message says what to add.
 *
 * <p>Thread-safe.
 */
public final class NoTransport extends ConfigurationException {

    private static final long serialVersionUID = 1L;

    private final transient TransportKind kind;

    NoTransport(TransportKind kind, String message) {
        super(ErrorCode.NO_TRANSPORT, message);
        this.kind = kind;
    }

    /** Returns the kind that nothing serves. */
    public TransportKind kind() {
        return kind;
    }
}

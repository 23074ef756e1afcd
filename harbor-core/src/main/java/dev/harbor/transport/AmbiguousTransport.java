package dev.harbor.transport;

import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.tool.TransportKind;

/**
 * Is thrown when two providers claim one kind of transport; the message names both.
 *
 * <p>Thread-safe.
 */
public final class AmbiguousTransport extends ConfigurationException {

    private static final long serialVersionUID = 1L;

    private final transient TransportKind kind;

    AmbiguousTransport(TransportKind kind, ToolTransportProvider one, ToolTransportProvider other) {
        super(
                ErrorCode.AMBIGUOUS_TRANSPORT,
                "two providers claim the transport '" + kind + "': "
                        + one.getClass().getName() + " and " + other.getClass().getName()
                        + "; register one of them and discover none, or remove one");
        this.kind = kind;
    }

    /** Returns the kind that is claimed twice. */
    public TransportKind kind() {
        return kind;
    }
}

package dev.harbor.tools.a2a;

import org.jspecify.annotations.Nullable;

/** Says that a peer broke the protocol. The text is ours, but for what is quoted of the peer, which is bounded and cleaned. */
final class BrokenPeer extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BrokenPeer(String what) {
        this(what, null);
    }

    BrokenPeer(String what, @Nullable Throwable cause) {
        super("the peer broke the protocol: " + what, cause);
    }
}

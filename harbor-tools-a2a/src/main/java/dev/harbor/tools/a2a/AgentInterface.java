package dev.harbor.tools.a2a;

import java.net.URI;

/**
 * Is a place where an agent can be called.
 *
 * @param tenant goes into every request; empty for none
 */
record AgentInterface(URI url, BindingKind binding, ProtocolVersion version, String tenant) {

    /** Returns what of it may stand in a message. */
    @Override
    public String toString() {
        return binding.text() + ' ' + version.text();
    }
}

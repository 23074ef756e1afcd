package dev.harbor.tools.a2a;

import org.jspecify.annotations.Nullable;

/** Is a version of the protocol that is spoken here, the preferred one first. */
enum ProtocolVersion {
    V1_0("1.0"),
    V0_3("0.3");

    private final String text;

    ProtocolVersion(String text) {
        this.text = text;
    }

    /** Returns major and minor, as headers and cards have it. */
    String text() {
        return text;
    }

    /** Returns the version of that number, be it with a patch level or short of its minor; null when it is not spoken. A card of 0.2 calls as 0.3 does. */
    static @Nullable ProtocolVersion of(String written) {
        if (written.matches("1(\\.0(\\..*)?)?")) {
            return V1_0;
        }
        return written.isEmpty() || written.matches("0\\.[23](\\..*)?") ? V0_3 : null;
    }
}

package dev.harbor.tools.http;

import java.net.URI;
import java.util.Objects;

/** Compares where addresses lead. */
final class Origins {

    private Origins() {}

    static boolean same(URI one, URI other) {
        return one.getScheme().equalsIgnoreCase(other.getScheme())
                && one.getRawUserInfo() == null
                && other.getRawUserInfo() == null
                && one.getHost() != null
                && one.getHost().equalsIgnoreCase(Objects.requireNonNullElse(other.getHost(), ""))
                && port(one) == port(other);
    }

    private static int port(URI uri) {
        int standard = uri.getScheme().equalsIgnoreCase("https") ? 443 : 80;
        return uri.getPort() < 0 ? standard : uri.getPort();
    }
}

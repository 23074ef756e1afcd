package dev.harbor.net;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is a proxy that every request goes through: http as it is, https through a tunnel. The proxy itself may lie anywhere; since it is the one that resolves
 * names, it has to keep them from leading inwards. {@link #toString()} shows no credentials.
 *
 * <p>Immutable.
 */
public final class HttpProxy {

    private final String host;
    private final int port;
    private final @Nullable String authorization;

    private HttpProxy(String host, int port, @Nullable String authorization) {
        this.host = host;
        this.port = port;
        this.authorization = authorization;
    }

    /**
     * Returns a proxy that asks for no credentials.
     *
     * @param host a name or an address
     * @param port 1 to 65535
     * @throws IllegalArgumentException if the port is out of bounds
     */
    public static HttpProxy of(String host, int port) {
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("a port is 1 to 65535, got " + port);
        }
        return new HttpProxy(Objects.requireNonNull(host, "host"), port, null);
    }

    /**
     * Returns this proxy with credentials of the basic scheme, which only the proxy gets to see.
     *
     * @throws IllegalArgumentException if the user has a colon
     */
    public HttpProxy basic(String user, String password) {
        if (user.indexOf(':') >= 0) {
            throw new IllegalArgumentException("the user of a proxy must not have a colon");
        }
        byte[] pair = (user + ':' + password).getBytes(StandardCharsets.UTF_8);
        return new HttpProxy(host, port, "Basic " + Base64.getEncoder().encodeToString(pair));
    }

    String host() {
        return host;
    }

    int port() {
        return port;
    }

    @Nullable
    String authorization() {
        return authorization;
    }

    @Override
    public String toString() {
        return "HttpProxy[" + SafeText.of(host) + ':' + port + ']';
    }
}

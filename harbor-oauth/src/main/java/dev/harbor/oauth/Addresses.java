package dev.harbor.oauth;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;

/** Checks and compares addresses. */
final class Addresses {

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private Addresses() {}

    /**
     * Returns the address if a person or a request may be sent there.
     *
     * @throws IllegalArgumentException unless it is one of https, or of http at a loopback host, without user info and fragment
     */
    static URI require(String what, URI address) {
        if (!isWeb(address)) {
            throw new IllegalArgumentException(what
                    + " must be an address of https, or of http at a loopback host, without user info and fragment");
        }
        return address;
    }

    static boolean isWeb(URI address) {
        String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
        boolean reachable = scheme.equals("https") || (scheme.equals("http") && isLoopback(address));
        return reachable
                && address.getHost() != null
                && address.getRawUserInfo() == null
                && address.getRawFragment() == null;
    }

    static boolean isLoopback(URI address) {
        return address.getHost() != null && LOOPBACK.contains(address.getHost().toLowerCase(Locale.ROOT));
    }

    /**
     * Reads an address that a server gave.
     *
     * @throws OAuthException with {@link OAuthException#DISCOVERY_FAILED} if it is none that may be used
     */
    static URI read(String what, String text) {
        try {
            URI address = new URI(text);
            if (isWeb(address)) {
                return address;
            }
        } catch (URISyntaxException ignored) {
            // The text came from outside and stands in no message.
        }
        throw new OAuthException(OAuthException.DISCOVERY_FAILED, what + " is no address that may be used");
    }

    /** Returns scheme and authority. */
    static URI origin(URI address) {
        return URI.create(scheme(address) + "://" + authority(address));
    }

    /** Returns the path without a slash at its end; empty for the root. */
    static String path(URI address) {
        String path = address.getRawPath() == null ? "" : address.getRawPath();
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    /** Returns an address below the origin of another. */
    static URI at(URI address, String path) {
        return URI.create(origin(address) + path);
    }

    /** Tells whether a resource is the same as another one or lies below it. */
    static boolean covers(URI resource, URI address) {
        if (!origin(resource).equals(origin(address))) {
            return false;
        }
        String above = path(resource);
        String below = path(address);
        return below.equals(above) || below.startsWith(above + '/');
    }

    /** Returns an address in the one spelling that it is remembered by. */
    static URI canonical(URI address) {
        String query = address.getRawQuery() == null ? "" : '?' + address.getRawQuery();
        return URI.create(origin(address) + path(address) + query);
    }

    private static String scheme(URI address) {
        return address.getScheme().toLowerCase(Locale.ROOT);
    }

    private static String authority(URI address) {
        int port = address.getPort();
        boolean usual = port < 0 || port == (scheme(address).equals("https") ? 443 : 80);
        return address.getHost().toLowerCase(Locale.ROOT) + (usual ? "" : ":" + port);
    }
}

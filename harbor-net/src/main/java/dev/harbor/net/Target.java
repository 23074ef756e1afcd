package dev.harbor.net;

import java.net.IDN;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Is where a request goes, in the one spelling that is checked, connected to and sent: a name in ASCII and lower case without a dot at its end, or an
 * address. Immutable.
 *
 * @param secure whether the scheme is https
 * @param host the name, or the address without brackets
 * @param port the port, 1 to 65535
 * @param literal the address, if the host is one
 * @param path what the request asks for: path and query
 */
record Target(
        boolean secure, String host, int port, @Nullable InetAddress literal, String path) {

    private static final int LONGEST_NAME = 253;
    private static final Pattern NAME = Pattern.compile("[a-z0-9_-]{1,63}(?:\\.[a-z0-9_-]{1,63})*");
    private static final Pattern PORT = Pattern.compile("[0-9]{1,5}");

    /**
     * Reads an address of a resource.
     *
     * @throws IllegalArgumentException if it isn't one of http or https, has user info, or spells its host in a way that others may read otherwise
     */
    static Target of(URI uri) {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        boolean secure = scheme.equals("https");
        String authority = uri.getRawAuthority();
        require(secure || scheme.equals("http"), "the scheme must be https or http", uri);
        require(authority != null && !authority.isEmpty(), "a host is missing", uri);
        require(authority.indexOf('@') < 0, "user info does not belong into an address: send a header instead", uri);
        int colon = authority.startsWith("[") ? authority.indexOf(':', authority.indexOf(']')) : authority.indexOf(':');
        String host = colon < 0 ? authority : authority.substring(0, colon);
        int port = colon < 0 ? defaultPort(secure) : port(authority.substring(colon + 1), secure, uri);
        return of(secure, host, port, uri);
    }

    private static Target of(boolean secure, String spelled, int port, URI uri) {
        if (spelled.startsWith("[")) {
            Optional<InetAddress> address = spelled.endsWith("]")
                    ? Literal.parse(spelled.substring(1, spelled.length() - 1))
                    : Optional.empty();
            require(address.isPresent(), "the host in brackets is no IPv6 address without a zone", uri);
            return new Target(secure, address.orElseThrow().getHostAddress(), port, address.orElseThrow(), path(uri));
        }
        String host = name(spelled, uri);
        Optional<InetAddress> address = Literal.parse(host);
        require(
                address.isPresent() || !Literal.endsInNumber(host),
                "an IPv4 address is written as four decimal numbers without leading zeros",
                uri);
        return new Target(secure, host, port, address.orElse(null), path(uri));
    }

    /** Returns a name as it goes on the wire; the forms of Unicode that stand for ASCII are what they stand for. */
    static String name(String spelled, URI uri) {
        require(spelled.indexOf('%') < 0, "the host must not be escaped", uri);
        String ascii = inAscii(spelled, uri);
        String host = ascii.endsWith(".") ? ascii.substring(0, ascii.length() - 1) : ascii;
        boolean sound = !host.isEmpty()
                && host.length() <= LONGEST_NAME
                && NAME.matcher(host).matches();
        require(sound, "the host is no name", uri);
        return host;
    }

    private static String inAscii(String spelled, URI uri) {
        if (isAscii(spelled)) {
            return spelled.toLowerCase(Locale.ROOT);
        }
        try {
            return IDN.toASCII(spelled).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the host is no name: " + SafeText.of(uri), e);
        }
    }

    private static int port(String digits, boolean secure, URI uri) {
        if (digits.isEmpty()) {
            return defaultPort(secure);
        }
        require(PORT.matcher(digits).matches(), "the port is no number", uri);
        int port = Integer.parseInt(digits);
        require(port >= 1 && port <= 65535, "the port must be 1 to 65535", uri);
        return port;
    }

    private static int defaultPort(boolean secure) {
        return secure ? 443 : 80;
    }

    private static String path(URI uri) {
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String whole = uri.getRawQuery() == null ? path : path + '?' + uri.getRawQuery();
        return ascii(whole);
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    /** Escapes what an address may hold in Java but not on the wire. */
    private static String ascii(String path) {
        if (isAscii(path)) {
            return path;
        }
        StringBuilder escaped = new StringBuilder(path.length() + 32);
        for (byte b : Normalizer.normalize(path, Normalizer.Form.NFC).getBytes(StandardCharsets.UTF_8)) {
            if (b >= 0) {
                escaped.append((char) b);
            } else {
                escaped.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
            }
        }
        return escaped.toString();
    }

    private static void require(boolean holds, String what, URI uri) {
        if (!holds) {
            throw new IllegalArgumentException(what + ": " + SafeText.of(uri));
        }
    }

    /** Tells whether two targets are of one origin: scheme, host and port. */
    boolean sameOrigin(Target other) {
        return secure == other.secure && port == other.port && host.equals(other.host);
    }

    /** Returns host and port as the Host header names them. */
    String authority() {
        String name = host.indexOf(':') >= 0 ? '[' + host + ']' : host;
        return port == defaultPort(secure) ? name : name + ':' + port;
    }

    /** Returns the whole address, as a proxy wants it. */
    String absolute() {
        return (secure ? "https://" : "http://") + authority() + path;
    }
}

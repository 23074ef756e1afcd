package dev.harbor.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads addresses that are written out. Only the one usual spelling is taken: a decimal, octal, hexadecimal or shortened IPv4 address means different
 * things to different programs, so it is no address here and, since it ends in a number, no name either.
 */
final class Literal {

    private static final String OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
    private static final Pattern IPV4 = Pattern.compile(OCTET + "(?:\\." + OCTET + "){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*");
    private static final Pattern ENDS_IN_NUMBER = Pattern.compile("(?:.*\\.)?(?:[0-9]+|0[xX][0-9A-Fa-f]*)");

    private Literal() {}

    /** Returns the address that a text spells, IPv6 without brackets and zone; empty if it spells none. */
    static Optional<InetAddress> parse(String text) {
        if (IPV4.matcher(text).matches()) {
            return Optional.of(address(text));
        }
        return IPV6.matcher(text).matches() ? ipv6(text) : Optional.empty();
    }

    /** Tells whether a text is an attempt at an IPv4 address, by the rule that browsers use. */
    static boolean endsInNumber(String host) {
        return ENDS_IN_NUMBER.matcher(host).matches();
    }

    private static Optional<InetAddress> ipv6(String text) {
        int lastColon = text.lastIndexOf(':');
        String tail = text.substring(lastColon + 1);
        if (tail.indexOf('.') >= 0 && !IPV4.matcher(tail).matches()) {
            return Optional.empty();
        }
        try {
            // In brackets it is an address or nothing: it is never looked up.
            return Optional.of(InetAddress.getByName("[" + text + "]"));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    private static InetAddress address(String dotted) {
        String[] parts = dotted.split("\\.", -1);
        byte[] bytes = new byte[4];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(parts[i]);
        }
        return of(bytes);
    }

    static InetAddress of(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new AssertionError("4 and 16 bytes are an address", e);
        }
    }
}

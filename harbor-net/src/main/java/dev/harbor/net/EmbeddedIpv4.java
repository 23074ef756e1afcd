package dev.harbor.net;

import java.util.Arrays;
import java.util.List;

/** Finds the IPv4 addresses inside an IPv6 address: whoever connects to it ends up there. */
final class EmbeddedIpv4 {

    private static final Network LOW = Network.of("::/96");
    private static final Network TRANSLATED = Network.of("::ffff:0:0:0/96");
    private static final Network SIX_TO_FOUR = Network.of("2002::/16");
    private static final Network TEREDO = Network.of("2001::/32");
    private static final Network NAT64 = Network.of("64:ff9b::/96");

    /** The five bytes before the address in an interface identifier of ISATAP, the universal bit left out. */
    private static final byte[] ISATAP = {0, 0x5e, (byte) 0xfe};

    private EmbeddedIpv4() {}

    /** Returns the embedded addresses; empty if there is none, so that the address itself is what counts. */
    static List<byte[]> in(byte[] address, List<Network> nat64Prefixes) {
        if (address.length == 4) {
            return List.of();
        }
        if (isMapped(address) || TRANSLATED.contains(address) || NAT64.contains(address) || isCompatible(address)) {
            return List.of(four(address, 12));
        }
        if (SIX_TO_FOUR.contains(address)) {
            return List.of(four(address, 2));
        }
        if (TEREDO.contains(address)) {
            return List.of(four(address, 4), inverted(four(address, 12)));
        }
        for (Network prefix : nat64Prefixes) {
            if (prefix.contains(address)) {
                return List.of(behind(prefix.bits(), address));
            }
        }
        return isIsatap(address) ? List.of(four(address, 12)) : List.of();
    }

    private static boolean isMapped(byte[] address) {
        for (int i = 0; i < 10; i++) {
            if (address[i] != 0) {
                return false;
            }
        }
        return address[10] == -1 && address[11] == -1;
    }

    /** The unspecified and the loopback address lie in the same range and are themselves. */
    private static boolean isCompatible(byte[] address) {
        boolean isTiny = address[12] == 0 && address[13] == 0 && address[14] == 0;
        return LOW.contains(address) && !(isTiny && (address[15] & 0xfe) == 0);
    }

    private static boolean isIsatap(byte[] address) {
        return (address[8] & 0xfd) == 0 && Arrays.equals(Arrays.copyOfRange(address, 9, 12), ISATAP);
    }

    /** The eighth byte after the prefix of a translator is left out, whatever the length of the prefix. */
    private static byte[] behind(int bits, byte[] address) {
        byte[] found = new byte[4];
        int from = bits / 8;
        for (int i = 0; i < found.length; i++) {
            from += from == 8 ? 1 : 0;
            found[i] = address[from++];
        }
        return found;
    }

    private static byte[] four(byte[] address, int from) {
        return Arrays.copyOfRange(address, from, from + 4);
    }

    private static byte[] inverted(byte[] four) {
        for (int i = 0; i < four.length; i++) {
            four[i] = (byte) ~four[i];
        }
        return four;
    }
}

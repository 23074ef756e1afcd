package dev.harbor.net;

import java.net.InetAddress;
import java.util.Arrays;

/** Is a range of addresses, written as {@code address/bits}. Immutable. */
final class Network {

    private final byte[] address;
    private final int bits;

    private Network(byte[] address, int bits) {
        this.address = address;
        this.bits = bits;
    }

    /**
     * Reads a range of IPv4 or IPv6; without bits it is the one address.
     *
     * @throws IllegalArgumentException if it is none, or an address bit is set behind the prefix
     */
    static Network of(String text) {
        int slash = text.indexOf('/');
        byte[] address = Literal.parse(slash < 0 ? text : text.substring(0, slash))
                .map(InetAddress::getAddress)
                .orElseThrow(() -> wrong(text));
        int bits = slash < 0 ? address.length * 8 : bits(text, slash + 1);
        if (bits > address.length * 8 || !Arrays.equals(masked(address, bits), address)) {
            throw wrong(text);
        }
        return new Network(address, bits);
    }

    private static int bits(String text, int from) {
        String digits = text.substring(from);
        if (!digits.matches("[0-9]{1,3}")) {
            throw wrong(text);
        }
        return Integer.parseInt(digits);
    }

    private static byte[] masked(byte[] address, int bits) {
        byte[] masked = new byte[address.length];
        for (int i = 0; i < bits; i++) {
            masked[i / 8] |= (byte) (address[i / 8] & (0x80 >> (i % 8)));
        }
        return masked;
    }

    boolean contains(byte[] other) {
        return other.length == address.length && Arrays.equals(masked(other, bits), address);
    }

    int bits() {
        return bits;
    }

    boolean isIpv6() {
        return address.length == 16;
    }

    private static IllegalArgumentException wrong(String text) {
        return new IllegalArgumentException(
                "a network is written as address/bits with no bit set behind the prefix, got '" + SafeText.of(text)
                        + "'");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Network that && bits == that.bits && Arrays.equals(address, that.address);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(address) + bits;
    }
}

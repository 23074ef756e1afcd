package dev.harbor.net;

import java.net.InetAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says what a client may connect to. Unless told otherwise that is any host by https whose every resolved address is public: no private, loopback,
 * link-local, carrier, multicast, documentation or reserved address, and never an address of a cloud's metadata. An IPv6 address that carries an IPv4
 * address (mapped, compatible, translated, 6to4, Teredo, ISATAP, NAT64) is judged by what it carries.
 *
 * <p>Immutable.
 */
public final class EgressPolicy {

    private static final Set<String> METADATA_NAMES = Set.of(
            "metadata", "metadata.google.internal", "metadata.goog", "instance-data", "instance-data.ec2.internal");

    private static final EgressPolicy STRICT = new Builder().build();

    private final Set<String> hosts;
    private final Set<String> suffixes;
    private final Set<Integer> ports;
    private final List<Network> networks;
    private final List<Network> nat64Prefixes;
    private final boolean loopback;
    private final boolean plainHttp;

    private EgressPolicy(Builder from) {
        hosts = Set.copyOf(from.hosts);
        suffixes = Set.copyOf(from.suffixes);
        ports = Set.copyOf(from.ports);
        networks = List.copyOf(from.networks);
        nat64Prefixes = List.copyOf(from.nat64Prefixes);
        loopback = from.loopback;
        plainHttp = from.plainHttp;
    }

    /** Returns the policy in which nothing is allowed beyond the default. */
    public static EgressPolicy strict() {
        return STRICT;
    }

    /** Returns a builder that starts from {@link #strict()}. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns why what is written in an address is refused, or null. It says nothing yet about what the name resolves to. */
    @Nullable
    String refusal(Target target) {
        if (!isListed(target.host())) {
            return "its host is not among those that are allowed";
        }
        if (!ports.isEmpty() && !ports.contains(target.port())) {
            return "its port is not among those that are allowed";
        }
        if (METADATA_NAMES.contains(target.host())) {
            return "it names " + AddressKind.METADATA.text();
        }
        boolean local = target.host().equals("localhost") || target.host().endsWith(".localhost");
        if (local && !loopback) {
            return "it names " + AddressKind.LOOPBACK.text();
        }
        return target.literal() == null ? null : refusal(target.literal(), target.secure());
    }

    /** Returns why an address is refused, or null. Without TLS it has to be a loopback address unless plain http is allowed. */
    @Nullable
    String refusal(InetAddress address, boolean secure) {
        byte[] bytes = address.getAddress();
        List<byte[]> embedded = EmbeddedIpv4.in(bytes, nat64Prefixes);
        for (byte[] effective : embedded.isEmpty() ? List.of(bytes) : embedded) {
            AddressKind kind = AddressTable.kind(effective);
            if (!permits(kind, effective)) {
                return "it leads to " + kind.text();
            }
            if (!secure && !plainHttp && kind != AddressKind.LOOPBACK) {
                return "it is not https";
            }
        }
        return null;
    }

    /** Returns why a scheme is refused when only a proxy knows the address, or null. */
    @Nullable
    String refusalBehindProxy(Target target) {
        return target.secure() || plainHttp ? null : "it is not https";
    }

    private boolean permits(AddressKind kind, byte[] address) {
        return switch (kind) {
            case PUBLIC -> true;
            case METADATA -> false;
            case LOOPBACK -> loopback || isInNetworks(address);
            default -> isInNetworks(address);
        };
    }

    private boolean isInNetworks(byte[] address) {
        return networks.stream().anyMatch(network -> network.contains(address));
    }

    private boolean isListed(String host) {
        return (hosts.isEmpty() && suffixes.isEmpty())
                || hosts.contains(host)
                || suffixes.stream().anyMatch(host::endsWith);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EgressPolicy that
                && loopback == that.loopback
                && plainHttp == that.plainHttp
                && hosts.equals(that.hosts)
                && suffixes.equals(that.suffixes)
                && ports.equals(that.ports)
                && networks.equals(that.networks)
                && nat64Prefixes.equals(that.nat64Prefixes);
    }

    @Override
    public int hashCode() {
        return Objects.hash(hosts, suffixes, ports, networks, nat64Prefixes, loopback, plainHttp);
    }

    /** Builds a policy. Not thread-safe. */
    public static final class Builder {

        private static final Set<Integer> NAT64_LENGTHS = Set.of(32, 40, 48, 56, 64, 96);

        private final Set<String> hosts = new HashSet<>();
        private final Set<String> suffixes = new HashSet<>();
        private final Set<Integer> ports = new HashSet<>();
        private final List<Network> networks = new ArrayList<>();
        private final List<Network> nat64Prefixes = new ArrayList<>();
        private boolean loopback;
        private boolean plainHttp;

        private Builder() {}

        /**
         * Allows one host. From the first {@code allowHost} or {@code allowHostsBelow} on, all others are refused. Its addresses are still checked.
         *
         * @param name a name or an address, without a port
         * @throws IllegalArgumentException if it is neither
         */
        public Builder allowHost(String name) {
            hosts.add(spelled(name));
            return this;
        }

        /**
         * Allows every host below a domain, such as {@code api.example.org} below {@code example.org}; not the domain itself.
         *
         * @throws IllegalArgumentException if it is no name
         */
        public Builder allowHostsBelow(String domain) {
            suffixes.add('.' + spelled(domain));
            return this;
        }

        /**
         * Allows a port. From the first one on, all others are refused.
         *
         * @param port 1 to 65535
         * @throws IllegalArgumentException if it is out of bounds
         */
        public Builder allowPort(int port) {
            if (port < 1 || port > 65535) {
                throw new IllegalArgumentException("a port is 1 to 65535, got " + port);
            }
            ports.add(port);
            return this;
        }

        /** Allows loopback addresses, and plain http to them. */
        public Builder allowLoopback() {
            loopback = true;
            return this;
        }

        /** Allows http without TLS to whatever may be reached otherwise. */
        public Builder allowPlainHttp() {
            plainHttp = true;
            return this;
        }

        /**
         * Allows a range of addresses that is not public, such as {@code 10.20.0.0/16}. Addresses of metadata stay refused.
         *
         * @throws IllegalArgumentException if it is no range of IPv4 or IPv6
         */
        public Builder allowNetwork(String range) {
            networks.add(Network.of(range));
            return this;
        }

        /**
         * Names a prefix by which the network translates IPv6 to IPv4, besides the well-known {@code 64:ff9b::/96}.
         *
         * @throws IllegalArgumentException if it is no range of IPv6 with 32, 40, 48, 56, 64 or 96 bits
         */
        public Builder nat64Prefix(String range) {
            Network prefix = Network.of(range);
            if (!prefix.isIpv6() || !NAT64_LENGTHS.contains(prefix.bits())) {
                throw new IllegalArgumentException("a NAT64 prefix is of IPv6 and has 32, 40, 48, 56, 64 or 96 bits");
            }
            nat64Prefixes.add(prefix);
            return this;
        }

        /** Returns the policy. The builder can be used again. */
        public EgressPolicy build() {
            return new EgressPolicy(this);
        }

        private static String spelled(String host) {
            boolean bare = host.indexOf(':') >= 0 && !host.startsWith("[");
            String written = bare ? '[' + host + ']' : host;
            if (written.matches(".*[/?#@].*") || written.endsWith(":")) {
                throw new IllegalArgumentException("a host is a name or an address, got '" + SafeText.of(host) + "'");
            }
            return Target.of(URI.create("https://" + written + "/")).host();
        }
    }
}

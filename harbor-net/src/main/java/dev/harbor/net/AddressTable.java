package dev.harbor.net;

import java.util.LinkedHashMap;
import java.util.Map;

/** Knows what addresses are for, by the registries of special-purpose addresses. What is in no row of IPv6 and outside {@code 2000::/3} is reserved. */
final class AddressTable {

    /** The first row that holds an address counts. */
    private static final Map<Network, AddressKind> ROWS = rows();

    private static final Network GLOBAL_IPV6 = Network.of("2000::/3");

    private AddressTable() {}

    private static Map<Network, AddressKind> rows() {
        Map<Network, AddressKind> rows = new LinkedHashMap<>();
        add(rows, AddressKind.METADATA, "169.254.169.254", "169.254.170.2", "169.254.170.23", "100.100.100.200");
        add(rows, AddressKind.METADATA, "168.63.129.16", "192.0.0.192", "fd00:ec2::254", "fd00:ec2::23");
        add(rows, AddressKind.METADATA, "fd20:ce::254");
        add(rows, AddressKind.UNSPECIFIED, "0.0.0.0/8", "::");
        add(rows, AddressKind.LOOPBACK, "127.0.0.0/8", "::1");
        add(rows, AddressKind.PRIVATE, "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "fec0::/10");
        add(rows, AddressKind.CARRIER, "100.64.0.0/10");
        add(rows, AddressKind.LINK_LOCAL, "169.254.0.0/16", "fe80::/10");
        add(rows, AddressKind.MULTICAST, "224.0.0.0/4", "ff00::/8");
        add(rows, AddressKind.DOCUMENTATION, "192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24");
        add(rows, AddressKind.DOCUMENTATION, "2001:db8::/32", "3fff::/20");
        add(rows, AddressKind.RESERVED, "192.0.0.0/24", "192.88.99.0/24", "198.18.0.0/15", "240.0.0.0/4");
        add(rows, AddressKind.RESERVED, "64:ff9b:1::/48", "2001::/23", "5f00::/16", "100::/64");
        return rows;
    }

    private static void add(Map<Network, AddressKind> rows, AddressKind kind, String... networks) {
        for (String network : networks) {
            rows.put(Network.of(network), kind);
        }
    }

    static AddressKind kind(byte[] address) {
        for (Map.Entry<Network, AddressKind> row : ROWS.entrySet()) {
            if (row.getKey().contains(address)) {
                return row.getValue();
            }
        }
        return address.length == 4 || GLOBAL_IPV6.contains(address) ? AddressKind.PUBLIC : AddressKind.RESERVED;
    }
}

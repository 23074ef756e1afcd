package dev.harbor.net;

/** Says what an address is for. */
enum AddressKind {
    PUBLIC("a public address"),
    UNSPECIFIED("an unspecified address"),
    LOOPBACK("a loopback address"),
    PRIVATE("a private address"),
    CARRIER("an address behind a carrier's translation"),
    LINK_LOCAL("a link-local address"),
    MULTICAST("a multicast address"),
    DOCUMENTATION("an address of documentation"),
    RESERVED("a reserved address"),
    METADATA("an address of a cloud's metadata");

    private final String text;

    AddressKind(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }
}

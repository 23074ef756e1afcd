package dev.harbor.net;

/** Is what connections are kept apart by. */
record Route(boolean secure, String host, int port) {

    static Route of(Target target) {
        return new Route(target.secure(), target.host(), target.port());
    }

    /** Says what that of any record says, without its method handles: the pool compares routes several times a request. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Route that && port == that.port && secure == that.secure && host.equals(that.host);
    }

    @Override
    public int hashCode() {
        return 31 * host.hashCode() + port;
    }
}

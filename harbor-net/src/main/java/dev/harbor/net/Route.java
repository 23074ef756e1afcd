package dev.harbor.net;

/** Is what connections are kept apart by. */
record Route(boolean secure, String host, int port) {

    static Route of(Target target) {
        return new Route(target.secure(), target.host(), target.port());
    }
}

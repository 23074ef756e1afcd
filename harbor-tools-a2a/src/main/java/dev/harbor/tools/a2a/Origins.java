package dev.harbor.tools.a2a;

import java.net.URI;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Is the set of places that an agent may lead to: that of its card, and those that the embedder names. Immutable. */
record Origins(Set<String> allowed) {

    static Origins of(URI card, Set<URI> more) {
        return new Origins(
                Stream.concat(Stream.of(card), more.stream()).map(Origins::of).collect(Collectors.toUnmodifiableSet()));
    }

    boolean allow(URI uri) {
        return uri.getHost() != null && uri.getRawUserInfo() == null && allowed.contains(of(uri));
    }

    /** Returns scheme, host and port in one spelling. */
    static String of(URI uri) {
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        int standard = scheme.equals("https") ? 443 : 80;
        int port = uri.getPort() < 0 ? standard : uri.getPort();
        return scheme + "://" + String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT) + ':' + port;
    }
}

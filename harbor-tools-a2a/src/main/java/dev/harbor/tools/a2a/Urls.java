package dev.harbor.tools.a2a;

import java.net.URI;
import java.util.Locale;
import java.util.Objects;

/** Reads addresses that an embedder gives. */
final class Urls {

    private Urls() {}

    /**
     * Reads an address.
     *
     * @throws IllegalArgumentException if it is none of https or http, or has user info
     */
    static URI of(String text, String what) {
        Objects.requireNonNull(text, what);
        URI uri;
        try {
            uri = URI.create(text.strip());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the " + what + " is no URL", e);
        }
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        if (uri.getHost() == null
                || uri.getRawUserInfo() != null
                || !(scheme.equals("https") || scheme.equals("http"))) {
            throw new IllegalArgumentException(
                    "the " + what + " must be a URL of https, or of http, with a host and no user info");
        }
        return uri;
    }
}

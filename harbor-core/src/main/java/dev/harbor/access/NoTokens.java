package dev.harbor.access;

import dev.harbor.identity.Identity;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Has no tokens for any resource. Immutable. */
final class NoTokens implements ResourceAuthorizer {

    static final NoTokens INSTANCE = new NoTokens();

    private NoTokens() {}

    @Override
    public Optional<Secret> token(URI resource, Identity identity) {
        Objects.requireNonNull(resource, "resource");
        Objects.requireNonNull(identity, "identity");
        return Optional.empty();
    }

    @Override
    public boolean challenged(
            URI resource, Identity identity, @Nullable Secret sent, int status, List<String> wwwAuthenticate) {
        Objects.requireNonNull(resource, "resource");
        Objects.requireNonNull(identity, "identity");
        Objects.requireNonNull(wwwAuthenticate, "wwwAuthenticate");
        return false;
    }

    @Override
    public String toString() {
        return "ResourceAuthorizer[none]";
    }
}

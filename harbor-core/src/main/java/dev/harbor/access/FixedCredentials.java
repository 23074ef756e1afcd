package dev.harbor.access;

import dev.harbor.identity.Identity;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Has the same credentials for everybody. Immutable. */
final class FixedCredentials implements CredentialProvider {

    private final Map<String, Secret> secrets;

    FixedCredentials(Map<String, String> values) {
        Map<String, Secret> named = new HashMap<>();
        values.forEach((name, value) -> named.put(name, Secret.of(value)));
        this.secrets = Map.copyOf(named);
    }

    @Override
    public Optional<Secret> find(String name, Identity identity) {
        Objects.requireNonNull(identity, "identity");
        return Optional.ofNullable(secrets.get(name));
    }

    @Override
    public boolean isKnown(String name) {
        return secrets.containsKey(name);
    }

    @Override
    public String toString() {
        return "CredentialProvider" + secrets.keySet();
    }
}

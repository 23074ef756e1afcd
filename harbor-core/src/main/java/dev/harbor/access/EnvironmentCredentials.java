package dev.harbor.access;

import dev.harbor.identity.Identity;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads credentials from variables of the process each time they are asked for. Immutable. */
final class EnvironmentCredentials implements CredentialProvider {

    private final Function<String, @Nullable String> variables;

    EnvironmentCredentials(Function<String, @Nullable String> variables) {
        this.variables = variables;
    }

    @Override
    public Optional<Secret> find(String name, Identity identity) {
        Objects.requireNonNull(identity, "identity");
        return isKnown(name) ? Optional.ofNullable(variables.apply(name)).map(Secret::of) : Optional.empty();
    }

    @Override
    public boolean isKnown(String name) {
        String value = variables.apply(name);
        return value != null && !value.isEmpty();
    }

    @Override
    public String toString() {
        return "CredentialProvider[environment]";
    }
}

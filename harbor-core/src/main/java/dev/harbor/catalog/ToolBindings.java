package dev.harbor.catalog;

import dev.harbor.error.ConfigurationException;
import dev.harbor.identity.Identity;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Is what a factory may use of whom its tools are for. A factory sees the capabilities that it {@linkplain ToolFactory#requires() requires}, and no other.
 *
 * <p>Immutable; what the capabilities may do is theirs to say.
 */
public final class ToolBindings {

    /** Has no owner and no capability: what the catalog of a runtime gives. */
    public static final ToolBindings NONE = new ToolBindings(null, null, Map.of());

    private final @Nullable Identity identity;
    private final @Nullable String loop;
    private final Map<Class<?>, Object> capabilities;

    private ToolBindings(@Nullable Identity identity, @Nullable String loop, Map<Class<?>, Object> capabilities) {
        this.identity = identity;
        this.loop = loop;
        this.capabilities = capabilities;
    }

    /** Returns bindings of a loop that have no capability. */
    public static ToolBindings of(Identity identity, String loop) {
        return new ToolBindings(Identity.require(identity), Objects.requireNonNull(loop, "loop"), Map.of());
    }

    /** Returns bindings with one more capability; one of that type before is replaced. */
    public <T> ToolBindings bind(Class<T> type, T capability) {
        Map<Class<?>, Object> more = new HashMap<>(capabilities);
        more.put(Objects.requireNonNull(type, "type"), Objects.requireNonNull(capability, "capability"));
        return new ToolBindings(identity, loop, Map.copyOf(more));
    }

    /** Returns on whose behalf the tools will work; empty for the tools of a runtime. */
    public Optional<Identity> identity() {
        return Optional.ofNullable(identity);
    }

    /** Returns the loop that the tools are for; empty for the tools of a runtime. */
    public Optional<String> loop() {
        return Optional.ofNullable(loop);
    }

    /**
     * Returns a capability.
     *
     * @throws ConfigurationException if it is not here, or the factory did not say that it requires it
     */
    public <T> T capability(Class<T> type) {
        Object capability = capabilities.get(type);
        if (capability == null) {
            throw new ConfigurationException(
                    "capability " + type.getName() + " is not bound, or was not required by the factory");
        }
        return type.cast(capability);
    }

    /** Returns these bindings with those capabilities alone. */
    ToolBindings only(Set<Class<?>> required) {
        Map<Class<?>, Object> kept = new HashMap<>();
        for (Class<?> type : required) {
            kept.put(type, capability(type));
        }
        return new ToolBindings(identity, loop, Map.copyOf(kept));
    }

    @Override
    public String toString() {
        return "ToolBindings[" + loop + ", " + capabilities.keySet() + "]";
    }
}

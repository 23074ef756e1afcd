package dev.harbor.tool.annotation;

import dev.harbor.tool.Loading;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolId;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is what the mark on a method says about the tool that is made of it.
 *
 * <p>Immutable.
 *
 * @param name the name of the tool; empty for that of the method
 * @param version the version
 * @param description what it does; empty for its name
 * @param effect the effect, or null when none is declared
 * @param idempotent whether it does the work once for one key
 * @param tags the tags
 * @param authScopes the scopes that its caller needs
 * @param loading when it is advertised
 */
public record ToolMark(
        String name,
        String version,
        String description,
        @Nullable SideEffect effect,
        boolean idempotent,
        List<String> tags,
        List<String> authScopes,
        Loading loading) {

    /** Checks that nothing mandatory is missing and copies the lists. */
    public ToolMark {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(loading, "loading");
        tags = List.copyOf(tags);
        authScopes = List.copyOf(authScopes);
    }

    /** Returns a mark that says a name and a description, either of which may be empty, and leaves the rest open. */
    public static ToolMark of(String name, String description) {
        return new ToolMark(
                name, ToolId.DEFAULT_VERSION, description, null, false, List.of(), List.of(), Loading.ALWAYS);
    }
}

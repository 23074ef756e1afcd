package dev.harbor.tools.mcp;

import dev.harbor.tool.ToolId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Says what became of one tool that a server lists.
 *
 * <p>Immutable.
 *
 * @param remoteName the name by which the server lists it; empty if it has none
 * @param id under which it is registered, or null if it was left out
 * @param digest of what the server says of it: words, schemas and hints; 64 hexadecimal digits, for {@link McpBinding#pin}
 * @param reason why it was left out, or null if it was not
 */
public record McpToolReport(
        String remoteName,
        @Nullable ToolId id,
        String digest,
        @Nullable String reason) {

    /** Checks that nothing is missing. */
    public McpToolReport {
        Objects.requireNonNull(remoteName, "remoteName");
        Objects.requireNonNull(digest, "digest");
    }

    /** Tells whether the tool can be called. */
    public boolean isRegistered() {
        return id != null;
    }
}

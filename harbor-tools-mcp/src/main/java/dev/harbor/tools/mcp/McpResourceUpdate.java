package dev.harbor.tools.mcp;

import dev.harbor.identity.Identity;
import java.util.Objects;

/**
 * Says that a server has told of a change of a resource.
 *
 * @param source the name of the source
 * @param uri which resource, in the server's words: one that is watched, or a part of it; 1 to {@value #MAX_URI_LENGTH} characters
 * @param identity on whose behalf the source watches, see {@link McpSource#identity}
 */
public record McpResourceUpdate(String source, String uri, Identity identity) {

    /** The longest address of a resource. */
    public static final int MAX_URI_LENGTH = 2048;

    /**
     * Checks the address.
     *
     * @throws IllegalArgumentException if it is empty or too long
     */
    public McpResourceUpdate {
        Objects.requireNonNull(source, "source");
        Identity.require(identity);
        if (uri.isEmpty() || uri.length() > MAX_URI_LENGTH) {
            throw new IllegalArgumentException("the address of a resource has 1 to " + MAX_URI_LENGTH + " characters");
        }
    }
}

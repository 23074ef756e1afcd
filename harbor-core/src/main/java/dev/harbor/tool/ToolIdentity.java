package dev.harbor.tool;

import dev.harbor.json.SchemaDigest;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Is all of an external tool that is ever durable: its name, and the {@linkplain SchemaDigest digest} of the schema of its arguments.
 *
 * <p>Immutable.
 *
 * @param name the name, 1 to {@value #MAX_NAME_BYTES} bytes of UTF-8, no white space at its ends
 * @param schemaDigest 64 lower-case hexadecimal digits
 */
public record ToolIdentity(String name, String schemaDigest) {

    /** The most bytes that the name of an external tool of a loop may have. */
    public static final int MAX_NAME_BYTES = 128;

    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if one is broken
     */
    public ToolIdentity {
        Objects.requireNonNull(name, "name");
        if (!isName(name)) {
            throw new IllegalArgumentException("name: allowed are 1 to " + MAX_NAME_BYTES
                    + " bytes without white space at the ends, got "
                    + name.getBytes(StandardCharsets.UTF_8).length + " bytes");
        }
        if (!DIGEST.matcher(schemaDigest).matches()) {
            throw new IllegalArgumentException(
                    "schema_digest: must match " + DIGEST.pattern() + ", got " + schemaDigest.length() + " characters");
        }
    }

    /**
     * Returns the identity of a tool.
     *
     * @throws IllegalArgumentException if its name is too long
     */
    public static ToolIdentity of(ToolDefinition definition) {
        return new ToolIdentity(definition.id().name(), SchemaDigest.of(definition.inputSchema()));
    }

    /** Tells whether a text may be the name of an external tool of a loop, as far as its length and its ends go. */
    public static boolean isName(String text) {
        return !text.isBlank()
                && text.strip().equals(text)
                && text.getBytes(StandardCharsets.UTF_8).length <= MAX_NAME_BYTES;
    }
}

package dev.harbor.tool;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names a tool: a name of any printable characters and a version {@code v1}, {@code v2}, ...
 *
 * <p>Immutable.
 *
 * @param name 1 to {@value #MAX_NAME_LENGTH} characters, printable, no surrounding white space, no {@code @}
 * @param version {@code v} and a number from 1
 */
public record ToolId(String name, String version) implements Comparable<ToolId> {

    /** The most characters that a name may have. */
    public static final int MAX_NAME_LENGTH = 256;

    /** The version when none is given. */
    public static final String DEFAULT_VERSION = "v1";

    private static final Pattern VERSION = Pattern.compile("v[1-9][0-9]{0,8}");

    /**
     * Checks the spelling.
     *
     * @throws InvalidToolDefinition if the name or the version is not spelled as allowed
     */
    public ToolId {
        if (!isNameAllowed(name)) {
            throw new InvalidToolDefinition("a tool name has 1 to " + MAX_NAME_LENGTH
                    + " printable characters, no '@' and no white space at its ends; got a name of " + name.length()
                    + " characters");
        }
        if (!VERSION.matcher(version).matches()) {
            throw new InvalidToolDefinition(
                    "the version of tool '" + name + "' must be 'v' and a number from 1, such as v1");
        }
    }

    /** Returns the id of a name at version {@value #DEFAULT_VERSION}. */
    public static ToolId of(String name) {
        return new ToolId(name, DEFAULT_VERSION);
    }

    /** Returns an id. */
    public static ToolId of(String name, String version) {
        return new ToolId(name, version);
    }

    /** Returns the number in the version. */
    public int versionNumber() {
        return Integer.parseInt(version.substring(1));
    }

    private static boolean isNameAllowed(String name) {
        return !name.isEmpty()
                && name.length() <= MAX_NAME_LENGTH
                && name.strip().length() == name.length()
                && name.codePoints().allMatch(ToolId::isPrintable);
    }

    private static boolean isPrintable(int point) {
        int type = Character.getType(point);
        return point != '@'
                && type != Character.CONTROL
                && type != Character.FORMAT
                && type != Character.SURROGATE
                && type != Character.UNASSIGNED
                && type != Character.PRIVATE_USE
                && type != Character.LINE_SEPARATOR
                && type != Character.PARAGRAPH_SEPARATOR;
    }

    @Override
    public int compareTo(ToolId other) {
        int byName = name.compareTo(other.name);
        return byName != 0 ? byName : Integer.compare(versionNumber(), other.versionNumber());
    }

    /** Is written out, like the next: what a record derives is linked at its first use, which every start would pay for. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ToolId that && name.equals(that.name) && version.equals(that.version);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + version.hashCode();
    }

    /** Returns {@code name@version}. */
    @Override
    public String toString() {
        return name + "@" + version;
    }
}

package dev.harbor.artifact;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Points to stored bytes by their content: {@code sha256:} and 64 lowercase hex digits. The same bytes have the same reference everywhere, but a
 * reference opens nothing outside the session that stored them.
 *
 * <p>Immutable.
 *
 * @param id the content address
 */
public record ArtifactRef(String id) {

    /** The prefix of every id. */
    public static final String PREFIX = "sha256:";

    /** The spelling of an id, as a regular expression. */
    public static final String SPELLING = "^sha256:[0-9a-f]{64}$";

    private static final Pattern PATTERN = Pattern.compile(SPELLING);

    /**
     * Checks the spelling.
     *
     * @throws IllegalArgumentException if it is not {@value #SPELLING}
     */
    public ArtifactRef {
        if (!isSpelledRight(id)) {
            throw new IllegalArgumentException("an artifact id is 'sha256:' and 64 lowercase hex digits");
        }
    }

    /** Tells whether a text has the spelling of an id; it says nothing about whether such bytes are stored. */
    public static boolean isSpelledRight(String text) {
        return PATTERN.matcher(Objects.requireNonNull(text, "text")).matches();
    }

    /** Returns the 64 hex digits. */
    public String sha256() {
        return id.substring(PREFIX.length());
    }

    @Override
    public String toString() {
        return id;
    }
}

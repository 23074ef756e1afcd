package dev.harbor.pause;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;

/**
 * Is the secret that resolves one pause, for the identity that the pause belongs to and nobody else. It is handed out once, when the pause is opened; what is
 * kept of it is its digest.
 *
 * <p>Immutable. Its text stands in no message and no {@link #toString()}.
 */
public final class PauseToken {

    private static final int ID_DIGITS = 16;
    private static final int MAX_LENGTH = 256;

    private final String value;
    private final String digest;

    private PauseToken(String value) {
        this.value = value;
        this.digest = HexFormat.of().formatHex(sha256().digest(value.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Reads a token, such as {@link dev.harbor.tool.ToolOutcome.Paused#token()} gives it.
     *
     * @throws PauseException with {@link dev.harbor.error.ErrorCode#PAUSE_NOT_FOUND} if it can't be one
     */
    public static PauseToken of(String text) {
        Objects.requireNonNull(text, "text");
        int dot = text.indexOf('.');
        if (dot < 1 || dot == text.length() - 1 || text.length() > MAX_LENGTH) {
            throw PauseException.notFound();
        }
        return new PauseToken(text);
    }

    /** Returns the token of a run with a secret that nobody can guess. */
    public static PauseToken of(String rootRunId, String secret) {
        return new PauseToken(
                Objects.requireNonNull(rootRunId, "rootRunId") + "." + Objects.requireNonNull(secret, "secret"));
    }

    /** Returns the text to hand to who may resolve the pause. */
    public String value() {
        return value;
    }

    /** Returns the root run whose stream the pause is in. */
    public String rootRunId() {
        return value.substring(0, value.indexOf('.'));
    }

    /** Returns the SHA-256 of the text, 64 hexadecimal digits, which is all that is kept. */
    public String digest() {
        return digest;
    }

    /** Returns the name of the pause; it is no secret. */
    public String id() {
        return id(rootRunId(), digest);
    }

    /** Returns the name of the pause whose token has a digest. */
    public static String id(String rootRunId, String digest) {
        return Objects.requireNonNull(rootRunId, "rootRunId") + "."
                + digest.substring(0, Math.min(ID_DIGITS, digest.length()));
    }

    /** Tells whether this is the token that a digest is of; takes as long whatever differs. */
    public boolean isOf(String otherDigest) {
        return MessageDigest.isEqual(
                digest.getBytes(StandardCharsets.UTF_8), otherDigest.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PauseToken token && isOf(token.digest);
    }

    @Override
    public int hashCode() {
        return digest.hashCode();
    }

    @Override
    public String toString() {
        return "PauseToken[" + id() + "]";
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

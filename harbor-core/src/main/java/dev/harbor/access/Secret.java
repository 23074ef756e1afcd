package dev.harbor.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is the value of a credential. It shows only to who asks for it by {@link #reveal()}: {@link #toString()} hides it, and it can't be serialized or written as
 * JSON. Hold it as short as possible and put it nowhere but on the wire.
 *
 * <p>Immutable. Two are equal if their values are; comparing takes as long for a near miss as for a far one.
 */
public final class Secret {

    private final String value;

    private Secret(String value) {
        this.value = value;
    }

    /**
     * Returns a secret.
     *
     * @throws IllegalArgumentException if it is empty; the message does not show it
     */
    public static Secret of(String value) {
        if (Objects.requireNonNull(value, "value").isEmpty()) {
            throw new IllegalArgumentException("a secret must not be empty");
        }
        return new Secret(value);
    }

    /** Returns the value. */
    public String reveal() {
        return value;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Secret that && MessageDigest.isEqual(bytes(), that.bytes());
    }

    private byte[] bytes() {
        return value.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the same for all, since a hash would say something about the value. */
    @Override
    public int hashCode() {
        return Secret.class.hashCode();
    }

    @Override
    public String toString() {
        return "Secret[***]";
    }
}

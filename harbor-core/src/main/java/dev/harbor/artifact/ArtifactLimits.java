package dev.harbor.artifact;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says how much a store keeps, and for how long. What would go over a limit is refused with {@link dev.harbor.error.ErrorCode#QUOTA_EXCEEDED} and leaves
 * nothing behind. Sizes are bytes of content; bytes that a session holds already cost nothing more, whichever of its tasks stores them again.
 *
 * <p>Immutable.
 */
public final class ArtifactLimits {

    /** The size that stands for no limit. */
    public static final long UNLIMITED = Long.MAX_VALUE;

    /** No limit at all, and nothing ever expires. */
    public static final ArtifactLimits NONE = builder().build();

    private final long maxArtifactBytes;
    private final long maxSessionBytes;
    private final long maxUserBytes;
    private final long maxTenantBytes;
    private final long maxTotalBytes;
    private final @Nullable Duration maxAge;

    private ArtifactLimits(Builder from) {
        maxArtifactBytes = from.maxArtifactBytes;
        maxSessionBytes = from.maxSessionBytes;
        maxUserBytes = from.maxUserBytes;
        maxTenantBytes = from.maxTenantBytes;
        maxTotalBytes = from.maxTotalBytes;
        maxAge = from.maxAge;
    }

    /** Returns a builder in which nothing is limited. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder that starts from these limits. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.maxArtifactBytes = maxArtifactBytes;
        builder.maxSessionBytes = maxSessionBytes;
        builder.maxUserBytes = maxUserBytes;
        builder.maxTenantBytes = maxTenantBytes;
        builder.maxTotalBytes = maxTotalBytes;
        builder.maxAge = maxAge;
        return builder;
    }

    /** Returns the most bytes that one artifact may have. */
    public long maxArtifactBytes() {
        return maxArtifactBytes;
    }

    /** Returns the most bytes that one session may hold. */
    public long maxSessionBytes() {
        return maxSessionBytes;
    }

    /** Returns the most bytes that one user of a tenant may hold, all sessions together. */
    public long maxUserBytes() {
        return maxUserBytes;
    }

    /** Returns the most bytes that one tenant may hold, all users together. */
    public long maxTenantBytes() {
        return maxTenantBytes;
    }

    /** Returns the most bytes that the whole store may hold. */
    public long maxTotalBytes() {
        return maxTotalBytes;
    }

    /** Returns the most bytes that can be stored at once: the smallest of all limits. A stream that goes on beyond it can be refused unread. */
    public long maxBytesAtOnce() {
        long quota = Math.min(Math.min(maxSessionBytes, maxUserBytes), Math.min(maxTenantBytes, maxTotalBytes));
        return Math.min(maxArtifactBytes, quota);
    }

    /** Returns how long bytes are kept after they were last stored and no run needs them any more; empty for ever. */
    public Optional<Duration> maxAge() {
        return Optional.ofNullable(maxAge);
    }

    /** Tells whether bytes that were last stored at one moment are too old at another. */
    public boolean isExpired(Instant lastStored, Instant now) {
        Objects.requireNonNull(lastStored, "lastStored");
        Objects.requireNonNull(now, "now");
        return maxAge != null && Duration.between(lastStored, now).compareTo(maxAge) >= 0;
    }

    @Override
    public String toString() {
        return "ArtifactLimits[artifact " + text(maxArtifactBytes) + ", session " + text(maxSessionBytes) + ", user "
                + text(maxUserBytes) + ", tenant " + text(maxTenantBytes) + ", total " + text(maxTotalBytes) + ", age "
                + (maxAge == null ? "unlimited" : maxAge) + "]";
    }

    private static String text(long bytes) {
        return bytes == UNLIMITED ? "unlimited" : bytes + " bytes";
    }

    /** Collects limits. Each setter checks its own argument. Not thread-safe. */
    public static final class Builder {

        private long maxArtifactBytes = UNLIMITED;
        private long maxSessionBytes = UNLIMITED;
        private long maxUserBytes = UNLIMITED;
        private long maxTenantBytes = UNLIMITED;
        private long maxTotalBytes = UNLIMITED;
        private @Nullable Duration maxAge;

        private Builder() {}

        /**
         * Limits one artifact.
         *
         * @throws IllegalArgumentException if it is less than 1
         */
        public Builder maxArtifactBytes(long bytes) {
            maxArtifactBytes = positive("maxArtifactBytes", bytes);
            return this;
        }

        /**
         * Limits what one session may hold.
         *
         * @throws IllegalArgumentException if it is less than 1
         */
        public Builder maxSessionBytes(long bytes) {
            maxSessionBytes = positive("maxSessionBytes", bytes);
            return this;
        }

        /**
         * Limits what one user of a tenant may hold.
         *
         * @throws IllegalArgumentException if it is less than 1
         */
        public Builder maxUserBytes(long bytes) {
            maxUserBytes = positive("maxUserBytes", bytes);
            return this;
        }

        /**
         * Limits what one tenant may hold.
         *
         * @throws IllegalArgumentException if it is less than 1
         */
        public Builder maxTenantBytes(long bytes) {
            maxTenantBytes = positive("maxTenantBytes", bytes);
            return this;
        }

        /**
         * Limits what the whole store may hold.
         *
         * @throws IllegalArgumentException if it is less than 1
         */
        public Builder maxTotalBytes(long bytes) {
            maxTotalBytes = positive("maxTotalBytes", bytes);
            return this;
        }

        /**
         * Limits how long bytes are kept after they were last stored, and after the last run has ended that stored or named them. What is older does not exist
         * for readers and is removed by and by.
         *
         * @throws IllegalArgumentException if it is not more than zero
         */
        public Builder maxAge(Duration age) {
            if (age.isZero() || age.isNegative()) {
                throw new IllegalArgumentException(
                        "maxAge must be more than zero, got " + age + "; say noMaxAge() to keep for ever");
            }
            maxAge = age;
            return this;
        }

        /** Keeps bytes for ever. */
        public Builder noMaxAge() {
            maxAge = null;
            return this;
        }

        /** Returns the limits; the builder may be used again. */
        public ArtifactLimits build() {
            return new ArtifactLimits(this);
        }

        private static long positive(String what, long bytes) {
            if (bytes < 1) {
                throw new IllegalArgumentException(
                        what + " must be 1 or more, or ArtifactLimits.UNLIMITED, got " + bytes);
            }
            return bytes;
        }
    }
}

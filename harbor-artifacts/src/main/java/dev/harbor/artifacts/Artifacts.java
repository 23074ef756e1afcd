package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.error.ConfigurationException;
import dev.harbor.error.StoreException;
import dev.harbor.llm.TokenEstimate;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.safety.ContextSafety;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes what a runtime takes as its artifacts: a store, and with it the offload of heavy results, the guard around every model client, and the tool that reads
 * artifacts in pages. Whatever is set, none of them is ever off.
 *
 * <pre>{@code
 * HarborRuntime.builder().artifacts(Artifacts.files(Path.of("/var/lib/service/artifacts")))
 *
 * Artifacts.builder()
 *         .thresholdBytes(16 * 1024)
 *         .limits(ArtifactLimits.builder().maxSessionBytes(1L << 30).maxAge(Duration.ofDays(30)).build())
 *         .files(directory)
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class Artifacts {

    /** The share of a context window that is kept free when nothing is said: {@value}. */
    public static final double DEFAULT_RESERVE = 0.05;

    /** How long a model may take when neither the call nor the builder says: 5 minutes. */
    public static final Duration DEFAULT_MODEL_TIMEOUT = Duration.ofMinutes(5);

    /** The most bytes that a store in memory holds when nothing is said: {@value}. */
    public static final long DEFAULT_MEMORY_BYTES = 256L << 20;

    private Artifacts() {}

    /**
     * Returns artifacts in a directory, which is created if it is not there; several processes may share it.
     *
     * @throws StoreException if the directory can't be written to
     */
    public static ContextSafety files(Path directory) {
        return builder().files(directory);
    }

    /** Returns artifacts in memory, {@value #DEFAULT_MEMORY_BYTES} bytes at most; they are gone when it is closed. For tests and trials. */
    public static ContextSafety memory() {
        return builder().memory();
    }

    /** Returns artifacts in a store of the caller's own, which is closed with what is returned. */
    public static ContextSafety over(ArtifactStore store) {
        return builder().over(store);
    }

    /** Returns a builder with every default. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Opens a store alone, for tests and tools of one's own: a directory without limits.
     *
     * @throws StoreException if the directory can't be written to
     */
    public static ArtifactStore fileStore(Path directory) {
        return fileStore(directory, ArtifactLimits.NONE, Clock.systemUTC());
    }

    /**
     * Opens a store alone. Limits are exact inside one process; what other processes do in the same directory is counted after ten seconds at most.
     *
     * @param clock gives the time that artifacts are stored at, and their age
     * @throws StoreException if the directory can't be written to
     */
    public static ArtifactStore fileStore(Path directory, ArtifactLimits limits, Clock clock) {
        return FileArtifactStore.open(directory, limits, clock);
    }

    /** Returns a store alone, in memory, {@value #DEFAULT_MEMORY_BYTES} bytes at most. */
    public static ArtifactStore memoryStore() {
        return memoryStore(memoryLimits(), Clock.systemUTC());
    }

    private static ArtifactLimits memoryLimits() {
        return ArtifactLimits.builder().maxTotalBytes(DEFAULT_MEMORY_BYTES).build();
    }

    /**
     * Returns a store alone, in memory.
     *
     * @param clock gives the time that artifacts are stored at, and their age
     */
    public static ArtifactStore memoryStore(ArtifactLimits limits, Clock clock) {
        return new MemoryArtifactStore(limits, clock);
    }

    /** Collects settings. Each setter checks its own argument; there is none that turns something off. Not thread-safe. */
    public static final class Builder {

        private int thresholdBytes = ContextSafety.DEFAULT_THRESHOLD_BYTES;
        private @Nullable ArtifactLimits limits;
        private Clock clock = Clock.systemUTC();
        private Duration modelTimeout = DEFAULT_MODEL_TIMEOUT;
        private @Nullable Long windowTokens;
        private double reserve = DEFAULT_RESERVE;
        private TokenEstimate estimate = TokenEstimate.standard();

        private Builder() {}

        /**
         * Sets the size at which content is heavy; {@value ContextSafety#DEFAULT_THRESHOLD_BYTES} when never set.
         *
         * @throws IllegalArgumentException if it is not {@value ToolPolicy#MIN_HEAVY_THRESHOLD_BYTES} to {@value ToolPolicy#MAX_HEAVY_THRESHOLD_BYTES}
         */
        public Builder thresholdBytes(int bytes) {
            if (bytes < ToolPolicy.MIN_HEAVY_THRESHOLD_BYTES || bytes > ToolPolicy.MAX_HEAVY_THRESHOLD_BYTES) {
                throw new IllegalArgumentException("thresholdBytes must be " + ToolPolicy.MIN_HEAVY_THRESHOLD_BYTES
                        + " to " + ToolPolicy.MAX_HEAVY_THRESHOLD_BYTES + ", got " + bytes
                        + "; offload and guard can't be turned off");
            }
            thresholdBytes = bytes;
            return this;
        }

        /** Sets how much is kept and how long; when never set, files are not limited and memory to {@value Artifacts#DEFAULT_MEMORY_BYTES} bytes. */
        public Builder limits(ArtifactLimits value) {
            limits = Objects.requireNonNull(value, "limits");
            return this;
        }

        /** Sets the clock that artifacts are stored and age by; the system's when never set. */
        public Builder clock(Clock value) {
            clock = Objects.requireNonNull(value, "clock");
            return this;
        }

        /**
         * Sets how long a model may take when the call has no deadline; 5 minutes when never set.
         *
         * @throws IllegalArgumentException if it is not more than zero
         */
        public Builder modelTimeout(Duration timeout) {
            if (timeout.isZero() || timeout.isNegative()) {
                throw new IllegalArgumentException("modelTimeout must be more than zero, got " + timeout);
            }
            modelTimeout = timeout;
            return this;
        }

        /**
         * Sets how many tokens the models behind the guard can read; a request that is estimated at more, less {@link #reserve}, is refused. Not checked when
         * never set.
         *
         * @throws IllegalArgumentException if it is less than 1
         */
        public Builder contextWindowTokens(long tokens) {
            if (tokens < 1) {
                throw new IllegalArgumentException("contextWindowTokens must be 1 or more, got " + tokens);
            }
            windowTokens = tokens;
            return this;
        }

        /**
         * Sets the share of the context window that is kept free; {@value Artifacts#DEFAULT_RESERVE} when never set.
         *
         * @throws IllegalArgumentException if it is not 0 or more and less than 1
         */
        public Builder reserve(double share) {
            if (!(share >= 0 && share < 1)) {
                throw new IllegalArgumentException("reserve must be 0 or more and less than 1, got " + share);
            }
            reserve = share;
            return this;
        }

        /** Sets how tokens are estimated; {@link TokenEstimate#standard()} when never set. */
        public Builder tokens(TokenEstimate value) {
            estimate = Objects.requireNonNull(value, "tokens");
            return this;
        }

        /**
         * Returns artifacts in a directory, which is created if it is not there; several processes may share it.
         *
         * @throws StoreException if the directory can't be written to
         */
        public ContextSafety files(Path directory) {
            return build(fileStore(directory, limits == null ? ArtifactLimits.NONE : limits, clock));
        }

        /** Returns artifacts in memory; they are gone when it is closed. For tests and trials. */
        public ContextSafety memory() {
            return build(memoryStore(limits == null ? memoryLimits() : limits, clock));
        }

        /**
         * Returns artifacts in a store of the caller's own, which is closed with what is returned.
         *
         * @throws ConfigurationException if limits were set, which only the store itself could hold
         */
        public ContextSafety over(ArtifactStore store) {
            Objects.requireNonNull(store, "store");
            if (limits != null) {
                throw new ConfigurationException(
                        "limits belong to the stores of this module; give them to your own store when you make it");
            }
            return build(store);
        }

        private ContextSafety build(ArtifactStore store) {
            ContextWindow window =
                    windowTokens == null ? ContextWindow.UNLIMITED : new ContextWindow(windowTokens, reserve, estimate);
            return new OffloadingSafety(store, thresholdBytes, window, modelTimeout, clock);
        }
    }
}

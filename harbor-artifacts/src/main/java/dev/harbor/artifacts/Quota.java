package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/** Is one of the levels on which bytes are counted. Immutable. */
enum Quota {
    SESSION(ArtifactLimits::maxSessionBytes),
    USER(ArtifactLimits::maxUserBytes),
    TENANT(ArtifactLimits::maxTenantBytes),
    TOTAL(ArtifactLimits::maxTotalBytes);

    private final ToLongFunction<ArtifactLimits> limit;

    Quota(ToLongFunction<ArtifactLimits> limit) {
        this.limit = limit;
    }

    boolean isLimited(ArtifactLimits limits) {
        return limit.applyAsLong(limits) != ArtifactLimits.UNLIMITED;
    }

    boolean hasRoom(ArtifactLimits limits, long bytes, long held) {
        return bytes <= limit.applyAsLong(limits) - held;
    }

    void requireRoom(ArtifactLimits limits, long bytes, LongSupplier held) {
        if (isLimited(limits) && !hasRoom(limits, bytes, held.getAsLong())) {
            throw exceeded(limits);
        }
    }

    StoreException exceeded(ArtifactLimits limits) {
        String what = this == TOTAL ? "the whole store" : "one " + name().toLowerCase(Locale.ROOT);
        return exceeded(what, limit.applyAsLong(limits));
    }

    static StoreException exceeded(String what, long limitBytes) {
        return new StoreException(
                ErrorCode.QUOTA_EXCEEDED,
                "nothing was stored: " + what + " may have " + limitBytes
                        + " bytes in this artifact store; delete artifacts or raise the limit");
    }
}

package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Is one of the levels on which bytes are counted. Immutable. */
enum Quota {
    SESSION,
    USER,
    TENANT,
    TOTAL;

    private long of(ArtifactLimits limits) {
        return switch (this) {
            case SESSION -> limits.maxSessionBytes();
            case USER -> limits.maxUserBytes();
            case TENANT -> limits.maxTenantBytes();
            case TOTAL -> limits.maxTotalBytes();
        };
    }

    boolean isLimited(ArtifactLimits limits) {
        return of(limits) != ArtifactLimits.UNLIMITED;
    }

    boolean hasRoom(ArtifactLimits limits, long bytes, long held) {
        return bytes <= of(limits) - held;
    }

    void requireRoom(ArtifactLimits limits, long bytes, LongSupplier held) {
        if (isLimited(limits) && !hasRoom(limits, bytes, held.getAsLong())) {
            throw exceeded(limits);
        }
    }

    StoreException exceeded(ArtifactLimits limits) {
        String what = this == TOTAL ? "the whole store" : "one " + name().toLowerCase(Locale.ROOT);
        return exceeded(what, of(limits));
    }

    static StoreException exceeded(String what, long limitBytes) {
        return new StoreException(
                ErrorCode.QUOTA_EXCEEDED,
                "nothing was stored: " + what + " may have " + limitBytes
                        + " bytes in this artifact store; delete artifacts or raise the limit");
    }
}

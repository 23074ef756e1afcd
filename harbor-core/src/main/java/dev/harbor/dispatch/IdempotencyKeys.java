package dev.harbor.dispatch;

import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.json.SchemaDigest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Derives the key of a call from who calls, in which run, and which call it is: never from its arguments, so that two calls with the same arguments have
 * two keys and one call has one key for ever.
 */
final class IdempotencyKeys {

    private IdempotencyKeys() {}

    static String of(Identity identity, @Nullable String runId, String callId) {
        Json parts = Json.of(Arrays.asList(identity.tenant(), identity.user(), identity.session(), runId, callId));
        return SchemaDigest.of(parts.toString());
    }
}

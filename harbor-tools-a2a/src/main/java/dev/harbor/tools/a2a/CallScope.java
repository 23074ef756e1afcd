package dev.harbor.tools.a2a;

import dev.harbor.identity.Identity;
import dev.harbor.policy.Cancellation;
import java.util.Map;

/**
 * Is on whose behalf, until when and as part of what something is asked of a peer.
 *
 * @param key names the call in its trace when it has none
 * @param trace the headers by which the trace of the call goes on, or none
 */
record CallScope(
        Identity identity,
        Cancellation cancellation,
        Deadline deadline,
        String key,
        int attempt,
        Map<String, String> trace) {

    CallScope until(Deadline other) {
        return new CallScope(identity, cancellation, other, key, attempt, trace);
    }

    /** Returns this scope without its cancellation, for what has to be done after it. */
    CallScope after(Deadline other) {
        return new CallScope(identity, Cancellation.create(), other, key, attempt, trace);
    }
}

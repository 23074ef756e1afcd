package dev.harbor.event;

import dev.harbor.identity.Identity;
import java.time.Instant;
import java.util.Optional;

/**
 * Is something that happened. The set is open: match by {@link #type()} or by class and ignore what you don't know. Events carry sizes, digests and
 * codes, never arguments, results or credentials.
 *
 * <p>Implementations are immutable.
 */
public interface HarborEvent {

    /** Returns the stable name of the kind of event, such as {@code tool.completed}. */
    String type();

    /** Returns on whose behalf it happened. */
    Identity identity();

    /** Returns the run it happened in; empty outside a run. */
    Optional<String> runId();

    /** Returns when it happened. */
    Instant at();
}

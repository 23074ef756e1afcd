package dev.harbor.event;

import dev.harbor.identity.Identity;
import java.util.Optional;

/** Is an event about one call. Implementations are immutable. */
public interface CallEvent extends HarborEvent {

    /** Returns where the call comes from and what it goes to. */
    CallProvenance call();

    @Override
    default Identity identity() {
        return call().identity();
    }

    @Override
    default Optional<String> runId() {
        return call().runId();
    }
}

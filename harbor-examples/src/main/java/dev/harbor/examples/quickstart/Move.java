package dev.harbor.examples.quickstart;

import java.util.Optional;

/** One thing that the scripted model may want next. */
@FunctionalInterface
interface Move {

    /** Returns the action; empty when it is not possible, or was taken already. */
    Optional<Action> from(Transcript seen);
}

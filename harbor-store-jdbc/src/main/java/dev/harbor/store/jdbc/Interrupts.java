package dev.harbor.store.jdbc;

import java.util.function.Supplier;

/** Puts interrupts off: what is written has to come to an end that is known. */
final class Interrupts {

    private Interrupts() {}

    /** Runs work on a thread that is not interrupted, and gives the flag back afterwards. */
    static <T> T putOff(Supplier<T> work) {
        boolean interrupted = Thread.interrupted();
        try {
            return work.get();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

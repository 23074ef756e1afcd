package dev.harbor.history;

import dev.harbor.error.StoreException;

/** Is something whose claim of a stream has to be extended as long as it is worked on. Thread-safe. */
public interface Leased {

    /**
     * Extends the claim.
     *
     * @throws StoreException if somebody else has taken the stream, or the journal fails
     */
    void renew();
}

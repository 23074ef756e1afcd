package dev.harbor.tools.mcp;

import dev.harbor.json.Json;
import org.jspecify.annotations.Nullable;

/** Is a request that was sent, and what comes back. One thread waits at a time, not always the same. */
interface Exchange extends AutoCloseable {

    /**
     * Is what comes back: the result, or a question that has to be answered before there is one.
     *
     * @param result the result, or null if it is a question
     * @param question the question, or null if it is the result
     */
    record Step(@Nullable Json result, @Nullable Question question) {}

    /**
     * Waits for what comes next, and tells what progress comes before it.
     *
     * @throws LinkFailure if there is no result
     * @throws InterruptedException if the waiting thread is interrupted; the exchange is still open
     */
    Step next(Patience patience) throws InterruptedException;

    /** Wakes who waits, for there is progress to tell; whoever waits tells it before anything else. */
    void stir();

    /** Takes a question of the server that belongs to this request; the next one who waits gets it. */
    void ask(Question question);

    /**
     * Tells the server, once, that nobody waits for the result any more, unless it was there; ends the exchange.
     *
     * @return whether the request certainly never left
     */
    boolean abandon(String reason);

    /** Lets go of what the exchange holds. A request that was not answered is forgotten and its answer, if it comes, thrown away. */
    @Override
    void close();
}

package dev.harbor.event;

import dev.harbor.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * Hears what tools are given and what they give, which no event says. A runtime tells nobody unless it is built with one, and takes secrets out first. What it throws is
 * reported once and ignored.
 *
 * <p>Implementations are thread-safe and quick.
 */
@FunctionalInterface
public interface ContentSink {

    /**
     * Hears of a call that has ended, on the thread that dispatches, right before its terminal event.
     *
     * @param call which call
     * @param arguments what it was given, without secrets; JSON that could not be read is not told of
     * @param result what came of it, without secrets; null when it did not succeed or the result is stored as an artifact
     */
    void accept(CallProvenance call, Json arguments, @Nullable Json result);
}

package dev.harbor.transport;

import dev.harbor.catalog.ExternalToolset;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Brings the tools of one outside system and keeps them current. A source that fails never breaks another.
 *
 * <p>Implementations must be thread-safe.
 */
public interface ToolSource extends AutoCloseable {

    /** Returns the name of the source, which owns a slot of the catalog. */
    String name();

    /**
     * Connects and delivers the first toolset before it returns; later ones are delivered whenever the outside system changes. May block; every wait has
     * a limit.
     *
     * @param toolsets takes a whole new content of this source's slot; throws when it is refused
     * @throws dev.harbor.error.HarborException if the source can't be used at all
     */
    void start(Consumer<ExternalToolset> toolsets);

    /**
     * Sets who is told of each change of the state; called at most once, before {@link #start}. The listener is quick, and is told in order. While a source is
     * {@link SourceState#DOWN}, its tools are not available. Unless overridden nobody is told.
     */
    default void onState(Consumer<SourceState> listener) {
        Objects.requireNonNull(listener, "listener");
    }

    /** Returns how the source is doing; does not block. */
    SourceState state();

    /** Ends the source and releases what it holds. May be called more than once. */
    @Override
    void close();
}

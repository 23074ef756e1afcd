package dev.harbor.catalog;

import dev.harbor.tool.Tool;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds tools of a catalog by words. It is given all tools there are, and a filter that says which of them the caller may know of: what does not pass must have no
 * influence on what is returned, apart from the order.
 *
 * <p>Implementations are thread-safe. {@code harbor-tool-search} has one.
 */
public interface ToolFinder extends AutoCloseable {

    /**
     * Is what is looked for.
     *
     * @param words any text; it has no syntax, and empty text means every tool
     * @param tags the tags that a tool must have, all of them, whatever their case
     * @param most how many tools are wanted at most, from 1
     */
    record Query(String words, Set<String> tags, int most) {

        /**
         * Copies the tags.
         *
         * @throws IllegalArgumentException if {@code most} is less than 1
         */
        public Query {
            Objects.requireNonNull(words, "words");
            tags = Set.copyOf(tags);
            if (most < 1) {
                throw new IllegalArgumentException("most must be 1 or more, got " + most);
            }
        }
    }

    /**
     * Returns the tools that fit best and pass a filter, the best first. May block for as long as it takes to index a snapshot that is new.
     *
     * @throws dev.harbor.error.StoreException if the index fails or is closed
     */
    List<Tool<?, ?>> find(CatalogSnapshot snapshot, Query query, Predicate<? super Tool<?, ?>> filter);

    /** Releases the index. May be called more than once. */
    @Override
    default void close() {}
}

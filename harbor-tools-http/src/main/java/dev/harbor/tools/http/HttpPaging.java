package dev.harbor.tools.http;

import dev.harbor.tool.InvalidToolDefinition;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Says how an answer that comes in pages is read as a whole. The result is an object with {@code items}, all of them in order, {@code pages}, how many were
 * read, and {@code complete}, which is false when there are more than were allowed. Pages are read inside one attempt, all from the same origin.
 *
 * <p>Immutable.
 *
 * @param kind how the next page is told
 * @param items a JSON pointer to the array in a page, empty if the page is the array
 * @param cursor a JSON pointer to what names the next page; null for the {@code Link} header
 * @param parameter the query parameter that takes the cursor; null for the {@code Link} header
 * @param maxPages the most pages that are read, 1 to {@value #MOST_PAGES}
 */
public record HttpPaging(
        Kind kind,
        String items,
        @Nullable String cursor,
        @Nullable String parameter,
        int maxPages) {

    /** How the next page is told. Immutable. */
    public enum Kind {
        /** By the header {@code Link} with {@code rel="next"}. */
        LINK,
        /** By a field of the page, which is sent back in a query parameter; missing, null or empty at the end. */
        CURSOR
    }

    /** The most pages that may be asked for. */
    public static final int MOST_PAGES = 1000;

    /**
     * Checks the bounds.
     *
     * @throws InvalidToolDefinition if one is broken
     */
    public HttpPaging {
        Objects.requireNonNull(kind, "kind");
        requirePointer(items);
        if (kind == Kind.CURSOR) {
            requirePointer(Objects.requireNonNull(cursor, "cursor"));
            Objects.requireNonNull(parameter, "parameter");
        }
        if (maxPages < 1 || maxPages > MOST_PAGES) {
            throw new InvalidToolDefinition("maxPages is 1 to " + MOST_PAGES + ", got " + maxPages);
        }
    }

    private static void requirePointer(String pointer) {
        if (!pointer.isEmpty() && !pointer.startsWith("/")) {
            throw new InvalidToolDefinition("a JSON pointer is empty or begins with '/'");
        }
    }

    /** Follows the {@code Link} header; each page is an array. */
    public static HttpPaging link(int maxPages) {
        return new HttpPaging(Kind.LINK, "", null, null, maxPages);
    }

    /** Sends back what a page has at {@code cursor} in a query parameter. */
    public static HttpPaging cursor(String cursor, String parameter, String items, int maxPages) {
        return new HttpPaging(Kind.CURSOR, items, cursor, parameter, maxPages);
    }

    /** Returns this paging with the array elsewhere in the page. */
    public HttpPaging items(String pointer) {
        return new HttpPaging(kind, pointer, cursor, parameter, maxPages);
    }
}

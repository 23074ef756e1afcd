package dev.harbor.tools.search;

import dev.harbor.catalog.CatalogSnapshot;
import dev.harbor.catalog.ToolFinder;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.tool.Tool;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds tools by the words in their names, descriptions, tags and parameters. Names weigh most. Word forms in the plural, other cases, parts of compound names such as
 * {@code getWeather} and single typing errors are found as well; there is no query language, so no text is a wrong one.
 *
 * <pre>{@code
 * HarborRuntime.builder().toolSearch(LuceneToolFinder.create())
 * }</pre>
 *
 * <p>The index is in memory. It is brought up to date when a snapshot is searched that is not the one before, by what differs between the two; who searches meanwhile waits.
 *
 * <p>Thread-safe.
 */
public final class LuceneToolFinder implements ToolFinder {

    private final Object lock = new Object();
    private final ToolIndex index = new ToolIndex();
    private @Nullable CatalogSnapshot indexed;
    private boolean closed;

    private LuceneToolFinder() {}

    /** Returns a finder whose index is empty. */
    public static LuceneToolFinder create() {
        return new LuceneToolFinder();
    }

    @Override
    public List<Tool<?, ?>> find(CatalogSnapshot snapshot, Query query, Predicate<? super Tool<?, ?>> filter) {
        try (IndexView view = view(snapshot)) {
            return view.find(query, filter);
        } catch (IOException e) {
            throw new StoreException(ErrorCode.STORE_FAILED, "the index of tools in memory can't be read", e);
        }
    }

    private IndexView view(CatalogSnapshot snapshot) throws IOException {
        synchronized (lock) {
            if (closed) {
                throw new StoreException(ErrorCode.CLOSED, "the finder of tools is closed");
            }
            if (indexed != snapshot) {
                index.update(snapshot.tools());
                indexed = snapshot;
            }
            return index.view();
        }
    }

    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            indexed = null;
            index.close();
        }
    }
}

package dev.harbor.tools.search;

import dev.harbor.catalog.ToolFinder;
import dev.harbor.tool.Tool;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;

/** Is an index at one moment, kept open until this is closed. */
final class IndexView implements AutoCloseable {

    /** What is hidden from the caller takes places among the best, so each look goes on behind the one before. */
    private static final int LOOK = 64;

    private static final Set<String> FIELDS = Set.of(ToolDocument.ID);

    private final DirectoryReader reader;
    private final Map<String, Tool<?, ?>> tools;

    IndexView(DirectoryReader reader, Map<String, Tool<?, ?>> tools) {
        this.reader = reader;
        this.tools = tools;
    }

    List<Tool<?, ?>> find(ToolFinder.Query wanted, Predicate<? super Tool<?, ?>> filter) throws IOException {
        IndexSearcher searcher = new IndexSearcher(reader);
        Query query = WordQuery.of(wanted);
        List<Tool<?, ?>> found = new ArrayList<>();
        ScoreDoc last = null;
        while (found.size() < wanted.most()) {
            TopDocs look = searcher.searchAfter(last, query, LOOK);
            if (look.scoreDocs.length == 0) {
                return found;
            }
            for (ScoreDoc hit : look.scoreDocs) {
                last = hit;
                Tool<?, ?> tool = Objects.requireNonNull(tools.get(
                        searcher.storedFields().document(hit.doc, FIELDS).get(ToolDocument.ID)));
                if (found.size() < wanted.most() && filter.test(tool)) {
                    found.add(tool);
                }
            }
        }
        return found;
    }

    @Override
    public void close() throws IOException {
        reader.decRef();
    }
}

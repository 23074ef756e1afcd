package dev.harbor.tools.search;

import dev.harbor.catalog.ToolFinder;
import dev.harbor.tool.Tool;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;

/** Is an index at one moment, kept open until this is closed. */
final class IndexView implements AutoCloseable {

    /** What is hidden from the caller takes places among the best, so each look goes on behind the one before. */
    private static final int LOOK = 64;

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
                Tool<?, ?> tool = tool(hit.doc);
                if (filter.test(tool)) {
                    found.add(tool);
                }
                if (found.size() == wanted.most()) {
                    return found;
                }
                last = hit;
            }
        }
        return found;
    }

    private Tool<?, ?> tool(int document) throws IOException {
        List<LeafReaderContext> leaves = reader.leaves();
        LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(document, leaves));
        BinaryDocValues ids = DocValues.getBinary(leaf.reader(), ToolDocument.ID);
        ids.advanceExact(document - leaf.docBase);
        return Objects.requireNonNull(tools.get(ids.binaryValue().utf8ToString()));
    }

    @Override
    public void close() throws IOException {
        reader.decRef();
    }
}

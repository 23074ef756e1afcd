package dev.harbor.tools.search;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.tool.Tool;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.ByteBuffersDirectory;

/** Keeps a document for each tool of a snapshot. Guarded by its finder. */
final class ToolIndex {

    private final ByteBuffersDirectory directory = new ByteBuffersDirectory();
    private final Map<String, Tool<?, ?>> tools = new HashMap<>();
    private final IndexWriter writer;
    private DirectoryReader reader;
    private Map<String, Tool<?, ?>> published = Map.of();

    ToolIndex() {
        try {
            writer = new IndexWriter(directory, new IndexWriterConfig(Words.analyzer()));
            reader = DirectoryReader.open(writer);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Indexes tools in place of those that were there; what is the same already is left as it is. */
    void update(List<Tool<?, ?>> wanted) throws IOException {
        Set<String> gone = new HashSet<>(tools.keySet());
        for (Tool<?, ?> tool : wanted) {
            String id = tool.id().toString();
            gone.remove(id);
            put(id, tool);
        }
        for (String id : gone) {
            writer.deleteDocuments(new Term(ToolDocument.ID, id));
            tools.remove(id);
        }
        published = Map.copyOf(tools);
        refresh();
    }

    private void put(String id, Tool<?, ?> tool) throws IOException {
        Tool<?, ?> known = tools.put(id, tool);
        if (known == null || !ToolDocument.isSame(known.definition(), tool.definition())) {
            writer.updateDocument(new Term(ToolDocument.ID, id), ToolDocument.of(id, tool.definition()));
        }
    }

    private void refresh() throws IOException {
        DirectoryReader newer = DirectoryReader.openIfChanged(reader, writer);
        if (newer != null) {
            DirectoryReader older = reader;
            reader = newer;
            older.close();
        }
    }

    /** Returns the index as it is now, to be searched without the lock and closed. */
    IndexView view() {
        reader.incRef();
        return new IndexView(reader, published);
    }

    void close() {
        try {
            reader.close();
            writer.close();
            directory.close();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private static StoreException failed(IOException e) {
        return new StoreException(ErrorCode.STORE_FAILED, "the index of tools in memory failed", e);
    }
}

package dev.harbor.dispatch;

import dev.harbor.error.StoreException;
import dev.harbor.tool.ToolOutput.Content;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Callable;

/**
 * Is the stream of a block, which is code of the tool. Whatever it throws comes out as an IOException, so that it can't be taken for a fault of the store
 * that reads it; a store that it reads from itself keeps the blame.
 *
 * <p>Not thread-safe.
 */
final class BlockStream extends InputStream {

    private final InputStream content;

    private BlockStream(InputStream content) {
        this.content = content;
    }

    static InputStream open(Content content) throws IOException {
        InputStream opened = guarded(content::open);
        if (opened == null) {
            throw new IOException("the content of a block was opened as null");
        }
        return new BlockStream(opened);
    }

    @Override
    public int read() throws IOException {
        return guarded(content::read);
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        return guarded(() -> content.read(into, offset, length));
    }

    @Override
    public void close() throws IOException {
        guarded(() -> {
            content.close();
            return true;
        });
    }

    private static <T> T guarded(Callable<T> code) throws IOException {
        try {
            return code.call();
        } catch (IOException | StoreException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(
                    "a block of the output failed with " + e.getClass().getName(), e);
        }
    }
}

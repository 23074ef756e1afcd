package dev.harbor.dispatch;

import dev.harbor.error.StoreException;
import dev.harbor.policy.Cancellation;
import dev.harbor.tool.ToolOutput.Content;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.Callable;

/**
 * Is the stream of a block, which is code of the tool. Whatever it throws comes out as an IOException, so that it can't be taken for a fault of the store
 * that reads it; a store that it reads from itself keeps the blame. Once nobody waits for it, it fails, so that a store never keeps what comes too late.
 *
 * <p>Not thread-safe.
 */
final class BlockStream extends InputStream {

    private final InputStream content;
    private final Cancellation cancellation;

    private BlockStream(InputStream content, Cancellation cancellation) {
        this.content = content;
        this.cancellation = cancellation;
    }

    static InputStream open(Content content, Cancellation cancellation) throws IOException {
        InputStream opened = guarded(content::open);
        if (opened == null) {
            throw new IOException("the content of a block was opened as null");
        }
        return new BlockStream(opened, cancellation);
    }

    @Override
    public int read() throws IOException {
        return wanted(guarded(content::read));
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        return wanted(guarded(() -> content.read(into, offset, length)));
    }

    @Override
    public void close() throws IOException {
        guarded(() -> {
            content.close();
            return true;
        });
    }

    private int wanted(int read) throws IOException {
        if (cancellation.isCancelled()) {
            throw new InterruptedIOException("nobody waits for this block any more");
        }
        return read;
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

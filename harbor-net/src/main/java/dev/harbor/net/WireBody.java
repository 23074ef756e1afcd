package dev.harbor.net;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.TruncatedChunkException;

/**
 * Is a body as it comes: every read has its time limit, what was read is counted, and the end gives the connection back. It never throws an
 * {@link IOException}, so that no decoder takes a broken connection for the end. Not thread-safe.
 */
final class WireBody extends InputStream {

    private final InputStream content;
    private final Exchange exchange;
    private final Runnable atEnd;
    private long mostBytes;
    private long count;
    private boolean ended;
    private int peeked = -1;

    WireBody(InputStream content, Exchange exchange, Runnable atEnd, long mostBytes) {
        this.content = content;
        this.exchange = exchange;
        this.atEnd = atEnd;
        this.mostBytes = mostBytes;
    }

    /** Sets how many bytes may come, which is more for a stream of events. */
    void bound(long bytes) {
        mostBytes = bytes;
    }

    /** Returns how many bytes have come. */
    long count() {
        return count;
    }

    boolean hasEnded() {
        return ended;
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) {
        if (length == 0) {
            return 0;
        }
        if (peeked >= 0) {
            into[from] = (byte) peeked;
            peeked = -1;
            return 1;
        }
        return ended ? -1 : counted(next(into, from, length));
    }

    private int next(byte[] into, int from, int length) {
        exchange.beginRead();
        try {
            return content.read(into, from, length);
        } catch (MalformedChunkCodingException e) {
            throw e instanceof TruncatedChunkException
                    ? exchange.broken(e)
                    : exchange.failure(NetFailure.PROTOCOL, "the chunks of the answer are not well-formed", e);
        } catch (ConnectionClosedException e) {
            throw exchange.failure(NetFailure.BROKEN, "the answer broke off before its end", e);
        } catch (IOException e) {
            throw exchange.broken(e);
        } finally {
            exchange.endRead();
        }
    }

    private int counted(int read) {
        if (read < 0) {
            ended = true;
            atEnd.run();
            return -1;
        }
        count += read;
        if (count > mostBytes) {
            throw exchange.failure(
                    NetFailure.TOO_LARGE, "the answer is larger than " + mostBytes + " bytes as it comes", null);
        }
        return read;
    }

    /**
     * Returns 0 at the end only, and waits for a byte to know that. The decoder of gzip asks it whether another member follows, and would otherwise take a
     * pause of the network for the end.
     */
    @Override
    public int available() {
        if (peeked < 0 && !ended) {
            peeked = read();
        }
        return peeked < 0 ? 0 : 1;
    }
}

package dev.harbor.net;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLSocket;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.SocketHolder;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Is a connection over which requests go one after the other. It logs nothing. Used by one exchange at a time; closing it at once works from any thread, and
 * whatever is bound to it later is closed too.
 */
final class Connection extends DefaultBHttpClientConnection {

    private static final Timeout SHORTEST = Timeout.ofMilliseconds(1);

    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile @Nullable Socket base;
    private volatile @Nullable WireInput input;
    private volatile long usedNanos;

    Connection(Http1Config config) {
        super(config);
    }

    @Override
    public void bind(Socket socket) throws IOException {
        base = socket;
        bind(new SocketHolder(socket) {
            @Override
            protected InputStream getInputStream(Socket from) throws IOException {
                return watched(from);
            }
        });
    }

    @Override
    public void bind(SSLSocket secured, Socket socket) throws IOException {
        base = socket;
        bind(new SocketHolder(secured, socket) {
            @Override
            protected InputStream getInputStream(Socket from) throws IOException {
                return watched(from);
            }
        });
    }

    @Override
    protected void bind(SocketHolder holder) throws IOException {
        super.bind(holder);
        if (closed.get()) {
            close(CloseMode.IMMEDIATE);
            throw new SocketException("closed");
        }
    }

    private InputStream watched(Socket from) throws IOException {
        WireInput fresh = new WireInput(from.getInputStream());
        input = fresh;
        return fresh;
    }

    Socket socket() {
        Socket bound = base;
        if (bound == null) {
            throw new IllegalStateException("not connected");
        }
        return bound;
    }

    /** Bounds the head of the answer that comes next. */
    void boundHead(long bytes) throws IOException {
        input().bound(bytes);
    }

    void unboundHead() throws IOException {
        input().unbound();
    }

    /**
     * Tells whether the connection is at its end, or bytes have come that belong to no answer: whoever asks next would take them for its own. Does not wait
     * for the other side.
     */
    boolean isSpent() throws IOException {
        WireInput wire = input();
        if (wire.hasEnded()) {
            return true;
        }
        wire.dry(true);
        try {
            return isDataAvailable(SHORTEST);
        } finally {
            wire.dry(false);
        }
    }

    private WireInput input() throws IOException {
        ensureOpen().getInputStream();
        WireInput wire = input;
        if (wire == null) {
            throw new IllegalStateException("a bound connection has an input");
        }
        return wire;
    }

    /** Says that an exchange has ended well over it. */
    void used() {
        usedNanos = System.nanoTime();
    }

    long idleNanos() {
        return System.nanoTime() - usedNanos;
    }

    /**
     * Closes the socket: at once and without sending what still waits in it, or, of an idle one, quietly. Neither waits for the other side, as saying
     * goodbye in TLS would.
     */
    @Override
    public void close(CloseMode mode) {
        closed.set(true);
        Socket bound = base;
        if (mode == CloseMode.GRACEFUL && bound != null) {
            try {
                bound.close();
            } catch (IOException ignored) {
                // It is gone either way.
                super.close(CloseMode.IMMEDIATE);
            }
        }
        super.close(CloseMode.IMMEDIATE);
    }

    @Override
    public void close() {
        close(CloseMode.GRACEFUL);
    }
}

package dev.harbor.net;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Is the server's end of a connection. */
final class Peer implements AutoCloseable {

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final Queue<String> heads;
    private final CountDownLatch gone = new CountDownLatch(1);
    private volatile @Nullable Exception failure;

    Peer(Socket socket, Queue<String> heads) throws IOException {
        this.socket = socket;
        this.heads = heads;
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    /** Reads up to the blank line, or returns null when the client has gone. */
    @Nullable
    String readHead() throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int end = 0;
        while (end < 4) {
            int next = read();
            if (next < 0) {
                return null;
            }
            head.write(next);
            end = next == "\r\n\r\n".charAt(end) ? end + 1 : next == '\r' ? 1 : 0;
        }
        String text = head.toString(StandardCharsets.ISO_8859_1);
        heads.add(text);
        return text;
    }

    private int read() throws IOException {
        int next = in.read();
        if (next < 0) {
            gone.countDown();
        }
        return next;
    }

    byte[] readBytes(int count) throws IOException {
        return in.readNBytes(count);
    }

    /** Reads so many bytes and returns how many there were. */
    long skip(long count) throws IOException {
        byte[] buffer = new byte[64 << 10];
        long read = 0;
        while (read < count) {
            int n = in.read(buffer, 0, (int) Math.min(buffer.length, count - read));
            if (n < 0) {
                break;
            }
            read += n;
        }
        return read;
    }

    void copyTo(OutputStream there) throws IOException {
        byte[] buffer = new byte[4096];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            there.write(buffer, 0, n);
            there.flush();
        }
    }

    /** Reads all that comes until the client closes or resets the connection. */
    byte[] readToEnd() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            in.transferTo(all);
        } catch (IOException e) {
            // A reset is an end as well.
            failed(e);
        }
        gone.countDown();
        return all.toByteArray();
    }

    /** Waits until the client has closed or reset the connection. */
    boolean awaitGone() throws InterruptedException {
        return gone.await(30, TimeUnit.SECONDS);
    }

    void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    void send(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /** Sends the same again and again, until the client has gone. */
    void sendForEver(String text, long pauseMillis) throws IOException {
        for (; ; ) {
            send(text);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pauseMillis));
        }
    }

    Socket socket() {
        return socket;
    }

    void failed(Exception with) {
        failure = with;
        gone.countDown();
    }

    @Nullable
    Exception failure() {
        return failure;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

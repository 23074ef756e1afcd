package dev.harbor.tools.mcp.peers;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/** Writes answers of HTTP to a client, whole ones and others. */
final class Wire {

    private final Socket socket;
    private final CountDownLatch closing;

    /** Makes one that freezes until the latch opens. */
    Wire(Socket socket, CountDownLatch closing) {
        this.socket = socket;
        this.closing = closing;
    }

    void json(String body, String... headers) {
        answer(200, "application/json", body, headers);
    }

    void answer(int status, String type, String body, String... headers) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        raw(head(status, headers) + "Content-Type: " + type + "\r\nContent-Length: " + bytes.length + "\r\n\r\n");
        raw(bytes);
    }

    void status(int status, String... headers) {
        raw(head(status, headers) + "Content-Length: 0\r\n\r\n");
    }

    /** Begins a stream of events that ends with the connection. */
    void events(String... headers) {
        raw(head(200, headers) + "Content-Type: text/event-stream\r\nConnection: close\r\n\r\n");
    }

    void event(String message) {
        raw("event: message\ndata: " + message + "\n\n");
    }

    private static String head(int status, String... headers) {
        return "HTTP/1.1 " + status + " Status\r\n"
                + String.join(
                        "",
                        java.util.Arrays.stream(headers).map(h -> h + "\r\n").toList());
    }

    void raw(String text) {
        raw(text.getBytes(StandardCharsets.UTF_8));
    }

    void raw(byte[] bytes) {
        try {
            OutputStream out = socket.getOutputStream();
            out.write(bytes);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the connection so that the other side sees a reset. */
    void reset() {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Says nothing more until the peer is closed. */
    void freeze() {
        try {
            closing.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits a moment, and tells whether the peer is still open. */
    boolean pause(int millis) {
        try {
            return !closing.await(millis, java.util.concurrent.TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}

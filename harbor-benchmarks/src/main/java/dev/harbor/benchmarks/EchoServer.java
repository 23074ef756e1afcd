package dev.harbor.benchmarks;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Answers each POST of a fixed size on a loopback socket with as many bytes: the least that a server can do, so that the client is what is measured. */
final class EchoServer implements AutoCloseable {

    private final ServerSocket listening;
    private final int bodyBytes;

    private EchoServer(ServerSocket listening, int bodyBytes) {
        this.listening = listening;
        this.bodyBytes = bodyBytes;
    }

    static EchoServer start(int bodyBytes) throws IOException {
        EchoServer server = new EchoServer(new ServerSocket(0, 128, InetAddress.getLoopbackAddress()), bodyBytes);
        run(server::accept);
        return server;
    }

    int port() {
        return listening.getLocalPort();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket socket = listening.accept();
                run(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        byte[] body = new byte[bodyBytes];
        byte[] head = ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + bodyBytes + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] answer = new byte[head.length + bodyBytes];
        System.arraycopy(head, 0, answer, 0, head.length);
        try (socket) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream(), 16 << 10);
            OutputStream out = socket.getOutputStream();
            while (skipHead(in)) {
                int count = in.readNBytes(body, 0, bodyBytes);
                System.arraycopy(body, 0, answer, head.length, count);
                out.write(answer);
            }
        } catch (IOException e) {
            // The client has gone, which is how a benchmark ends.
            Thread.currentThread().setName("ended");
        }
    }

    private static boolean skipHead(InputStream in) throws IOException {
        for (int last = 0; last != 0x0d0a0d0a; ) {
            int next = in.read();
            if (next < 0) {
                return false;
            }
            last = last << 8 | next;
        }
        return true;
    }

    private static void run(Runnable work) {
        Thread thread = new Thread(work, "echo");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}

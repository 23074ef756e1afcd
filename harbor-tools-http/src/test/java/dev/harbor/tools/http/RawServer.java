package dev.harbor.tools.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Is a server on a loopback socket that does to each connection what a script says, byte by byte. */
final class RawServer implements AutoCloseable {

    private final ServerSocket listening;
    private final Script script;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final CountDownLatch gone = new CountDownLatch(1);

    private RawServer(Script script) throws IOException {
        this.listening = new ServerSocket(0, 128, InetAddress.getByName("127.0.0.1"));
        this.script = script;
        run(this::accept);
    }

    /** Serves one connection; what breaks it ends it. */
    @FunctionalInterface
    interface Script {

        void serve(Peer peer) throws Exception;
    }

    static RawServer start(Script script) throws IOException {
        return new RawServer(script);
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket socket = listening.accept();
                sockets.add(socket);
                run(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            script.serve(new Peer(socket));
        } catch (Exception e) {
            gone.countDown();
        }
    }

    private static void run(Runnable work) {
        Thread thread = new Thread(work, "raw-server");
        thread.setDaemon(true);
        thread.start();
    }

    /** Is the server's end of a connection. */
    final class Peer {

        private final Socket socket;
        private final InputStream in;
        private String head = "";
        private String body = "";

        private Peer(Socket socket) throws IOException {
            this.socket = socket;
            this.in = socket.getInputStream();
        }

        /** Reads a request with its body; false when the client has gone. */
        boolean read() throws IOException {
            ByteArrayOutputStream read = new ByteArrayOutputStream();
            while (!read.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
                int next = in.read();
                if (next < 0) {
                    gone.countDown();
                    return false;
                }
                read.write(next);
            }
            head = read.toString(StandardCharsets.ISO_8859_1);
            heads.add(head);
            int length = head.indexOf("Content-Length: ");
            int count = length < 0 ? 0 : Integer.parseInt(head.substring(length + 16, head.indexOf('\r', length)));
            body = new String(in.readNBytes(count), StandardCharsets.UTF_8);
            return true;
        }

        /** Returns a header of the last request; empty if it has none of that name. */
        String header(String name) {
            return head.lines()
                    .filter(line -> line.startsWith(name + ": "))
                    .map(line -> line.substring(name.length() + 2))
                    .findFirst()
                    .orElse("");
        }

        /** Returns what the last request asks for. */
        String target() {
            return head.split(" ", 3)[1];
        }

        String body() {
            return body;
        }

        void send(String text) throws IOException {
            send(text.getBytes(StandardCharsets.ISO_8859_1));
        }

        void send(byte[] bytes) throws IOException {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
        }

        /** Waits until the client has gone. */
        void awaitEnd() throws IOException {
            while (in.read() >= 0) {}
            gone.countDown();
        }
    }

    /** Returns the heads of the requests that have come, in order. */
    List<String> heads() {
        return List.copyOf(heads);
    }

    int connections() {
        return sockets.size();
    }

    /** Waits until a client has gone. */
    boolean awaitGone() throws InterruptedException {
        return gone.await(1, TimeUnit.MINUTES);
    }

    int port() {
        return listening.getLocalPort();
    }

    String url(String path) {
        return "http://127.0.0.1:" + port() + path;
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}

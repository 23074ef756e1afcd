package dev.harbor.tools.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Is a service on the loopback that answers with a head and the beginning of a body, and says nothing more until it is closed. */
final class HangingService implements AutoCloseable {

    private final ServerSocket server;
    private final byte[] answer;
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();

    private HangingService(ServerSocket server, byte[] answer) {
        this.server = server;
        this.answer = answer;
    }

    static HangingService saying(int status) throws IOException {
        String head = "HTTP/1.1 " + status + " Refused\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\nbec";
        ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        HangingService service = new HangingService(server, head.getBytes(StandardCharsets.US_ASCII));
        Thread thread = new Thread(service::serve, "hanging-service");
        thread.setDaemon(true);
        thread.start();
        return service;
    }

    String url(String path) {
        return "http://127.0.0.1:" + server.getLocalPort() + path;
    }

    private void serve() {
        try {
            while (true) {
                Socket socket = server.accept();
                open.add(socket);
                readHead(socket.getInputStream());
                socket.getOutputStream().write(answer);
                socket.getOutputStream().flush();
            }
        } catch (IOException e) {
            if (!server.isClosed()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void readHead(InputStream in) throws IOException {
        int last = 0;
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (next == '\r') {
                continue;
            }
            if (next == '\n' && last == '\n') {
                return;
            }
            last = next;
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}

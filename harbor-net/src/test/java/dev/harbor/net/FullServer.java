package dev.harbor.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** Listens, accepts nobody, and has no place left in its queue: connecting to it takes for ever. */
final class FullServer implements AutoCloseable {

    private static final int MOST = 64;

    private final ServerSocket listening;
    private final List<Socket> queued = new ArrayList<>();

    private FullServer(ServerSocket listening) {
        this.listening = listening;
    }

    static FullServer start() throws IOException {
        FullServer server = new FullServer(new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1")));
        while (server.queue()) {
            if (server.queued.size() > MOST) {
                throw new IllegalStateException("the queue takes everybody");
            }
        }
        return server;
    }

    private boolean queue() throws IOException {
        Socket socket = new Socket();
        queued.add(socket);
        try {
            socket.connect(new InetSocketAddress("127.0.0.1", listening.getLocalPort()), 500);
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + listening.getLocalPort() + "/");
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : queued) {
            socket.close();
        }
        listening.close();
    }
}

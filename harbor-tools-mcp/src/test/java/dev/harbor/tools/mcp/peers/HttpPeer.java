package dev.harbor.tools.mcp.peers;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/** Is a server over Streamable HTTP on a raw socket that serves two tools, {@code echo} and {@code odd}, and has one fault. */
final class HttpPeer implements Closeable {

    private final ServerSocket server;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final List<Heard> heard = new CopyOnWriteArrayList<>();
    private final Map<String, BiConsumer<Heard, Wire>> handlers = new HashMap<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    final AtomicInteger sessions = new AtomicInteger();

    HttpPeer(HttpFault fault) throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        on(
                "server/discover",
                (request, wire) -> wire.answer(
                        400, "application/json", Replies.error("null", -32000, "Bad Request: Server not initialized")));
        on("initialize", this::initialize);
        on(
                "tools/list",
                (request, wire) ->
                        answer(request, wire, Replies.page(List.of(Replies.tool("echo"), Replies.tool("odd")))));
        on("tools/call", this::echo);
        on("ping", (request, wire) -> answer(request, wire, "{}"));
        on("GET", (request, wire) -> wire.status(405));
        on("DELETE", (request, wire) -> wire.status(200));
        fault.plant(this);
        start(this::accept);
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/mcp");
    }

    /** Returns what was heard so far, in the order in which it came. */
    List<Heard> heard() {
        return new ArrayList<>(heard);
    }

    void on(String what, BiConsumer<Heard, Wire> handler) {
        handlers.put(what, handler);
    }

    /** Does something else than the tool odd would do; echo stays whole. */
    void odd(BiConsumer<Heard, Wire> handler) {
        on("tools/call", (request, wire) -> {
            if (request.message().tool().equals("odd")) {
                handler.accept(request, wire);
            } else {
                echo(request, wire);
            }
        });
    }

    void initialize(Heard request, Wire wire) {
        wire.json(
                Replies.result(request.message().id(), Replies.initialized(Replies.LEGACY)),
                "Mcp-Session-Id: session-" + sessions.incrementAndGet());
    }

    /** Says what it is told. */
    void echo(Heard request, Wire wire) {
        wire.json(Replies.text(request.message().id(), request.message().argument()));
    }

    void answer(Heard request, Wire wire, String result) {
        wire.json(Replies.result(request.message().id(), result));
    }

    /** Tells whether a request is of the session that was begun last. */
    boolean isCurrent(Heard request) {
        return request.header("mcp-session-id").equals("session-" + sessions.get());
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                sockets.add(socket);
                start(() -> serve(socket));
            }
        } catch (IOException ended) {
            // The peer was closed.
            closing.countDown();
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            Wire wire = new Wire(socket, closing);
            for (Heard request = Heard.read(in); request != null; request = Heard.read(in)) {
                heard.add(request);
                handlers.getOrDefault(request.what(), HttpPeer::accepted).accept(request, wire);
            }
        } catch (IOException | UncheckedIOException ended) {
            // The client, or the fault, ended the connection.
            sockets.remove(socket);
        } finally {
            sockets.remove(socket);
        }
    }

    private static void accepted(Heard request, Wire wire) {
        wire.status(202);
    }

    private void start(Runnable work) {
        Thread thread = new Thread(work, "peer");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        closing.countDown();
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
        try {
            for (Thread thread : threads) {
                thread.join(5_000);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

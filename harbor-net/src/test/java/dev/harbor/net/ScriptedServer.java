package dev.harbor.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** Is a server on a loopback socket that does to each connection what a script says, byte by byte. */
final class ScriptedServer implements AutoCloseable {

    private final ServerSocket listening;
    private final Script script;
    private final List<Peer> peers = new CopyOnWriteArrayList<>();
    private final ConcurrentLinkedQueue<String> heads = new ConcurrentLinkedQueue<>();

    private ScriptedServer(ServerSocket listening, Script script) {
        this.listening = listening;
        this.script = script;
    }

    /** Serves one connection. What breaks it ends it. */
    @FunctionalInterface
    interface Script {

        void serve(Peer peer) throws Exception;
    }

    static ScriptedServer start(Script script) throws IOException {
        return start(new ServerSocket(0, 128, InetAddress.getByName("127.0.0.1")), script);
    }

    static ScriptedServer start(ServerSocket listening, Script script) {
        ScriptedServer server = new ScriptedServer(listening, script);
        run("scripted-accept", server::accept);
        return server;
    }

    /** Serves requests on each connection, one after the other, with the same bytes. */
    static ScriptedServer answering(String answer) throws IOException {
        return start(peer -> {
            while (peer.readHead() != null) {
                peer.send(answer);
            }
        });
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Peer peer = new Peer(listening.accept(), heads);
                peers.add(peer);
                run("scripted-peer", () -> serve(peer));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Peer peer) {
        try (peer) {
            script.serve(peer);
        } catch (Exception e) {
            peer.failed(e);
        }
    }

    private static void run(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return listening.getLocalPort();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    URI secureUri(String path) {
        return URI.create("https://localhost:" + port() + path);
    }

    /** Returns how many connections have come. */
    int connections() {
        return peers.size();
    }

    /** Returns the heads of the requests that have come, in order. */
    List<String> heads() {
        return new ArrayList<>(heads);
    }

    List<Peer> peers() {
        return new ArrayList<>(peers);
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Peer peer : peers) {
            peer.close();
        }
    }
}

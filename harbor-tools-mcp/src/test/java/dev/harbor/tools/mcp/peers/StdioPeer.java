package dev.harbor.tools.mcp.peers;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * Is a server over stdio that serves two tools, {@code echo} and {@code odd}, and has one fault. Every message that it hears, from any of its processes,
 * is a line of a file.
 */
final class StdioPeer {

    private final InputStream in = System.in;
    private final OutputStream out = new FileOutputStream(FileDescriptor.out);
    private final Map<String, Consumer<Request>> handlers = new HashMap<>();
    private final Path heard;

    private StdioPeer(Path heard) {
        this.heard = heard;
        on("server/discover", request -> send(Replies.error(request.id(), -32601, "Method not found")));
        on("initialize", request -> answer(request, Replies.initialized(Replies.LEGACY)));
        on("ping", request -> answer(request, "{}"));
        on("tools/list", request -> answer(request, Replies.page(List.of(Replies.tool("echo"), Replies.tool("odd")))));
        on("tools/call", this::echo);
    }

    /** Serves until its input ends: the fault, and the file that it writes what it hears to. */
    public static void main(String[] args) throws IOException {
        StdioPeer peer = new StdioPeer(Path.of(args[1]));
        StdioFault.valueOf(args[0]).plant(peer);
        peer.serve();
    }

    private void serve() throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            note(line);
            Request request = Request.of(line);
            handlers.getOrDefault(request.method(), this::unknown).accept(request);
        }
    }

    private void unknown(Request request) {
        if (!request.id().isEmpty() && !request.method().isEmpty()) {
            send(Replies.error(request.id(), -32601, "Method not found"));
        }
    }

    /** Says what it is told. */
    void echo(Request request) {
        send(Replies.text(request.id(), request.argument()));
    }

    void on(String method, Consumer<Request> handler) {
        handlers.put(method, handler);
    }

    /** Does something else than the tool odd would do; echo stays whole. */
    void odd(Consumer<Request> handler) {
        on("tools/call", request -> {
            if (request.tool().equals("odd")) {
                handler.accept(request);
            } else {
                echo(request);
            }
        });
    }

    void answer(Request request, String result) {
        send(Replies.result(request.id(), result));
    }

    void send(String message) {
        raw((message + "\n").getBytes(StandardCharsets.UTF_8));
    }

    void raw(byte[] bytes) {
        try {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes to the error output. */
    void complain(String text) {
        System.err.println(text);
    }

    /** Ends the process at once. */
    void die(int code) {
        Runtime.getRuntime().halt(code);
    }

    /** Reads nothing more and says nothing more, until it is killed. */
    void freeze() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Takes a request to end for nothing; only a kill ends it. */
    void ignoreTermination() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::freeze));
    }

    /** Starts a child that inherits the output and does nothing, and notes its process id. */
    void spawn() {
        try {
            Process child = new ProcessBuilder("sleep", "300").inheritIO().start();
            note("child " + child.pid());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns how many processes of this peer have called this, with this one. */
    long generation() {
        note("start");
        try (var lines = Files.lines(heard)) {
            return lines.filter("start"::equals).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void note(String line) {
        try {
            Files.writeString(heard, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

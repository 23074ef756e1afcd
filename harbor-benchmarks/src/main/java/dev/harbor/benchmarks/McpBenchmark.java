package dev.harbor.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;

/** Calls of an MCP server in a process of its own, beside the client of the official SDK. */
@State(Scope.Benchmark)
public class McpBenchmark {

    private static final int THREADS = 8;
    private static final String TEXT = "x".repeat(200);

    /** Who calls. */
    @Param({"HARBOR", "SDK"})
    public McpContender contender = McpContender.HARBOR;

    /** How. */
    @Param({"stdio", "http"})
    public String transport = "stdio";

    private @Nullable Process server;
    private McpContender.@Nullable Open open;

    /** Connects. */
    @Setup
    public void start() throws IOException {
        open = connect();
        if (call("echo") < TEXT.length() || call("large") < McpEchoServer.LARGE) {
            throw new IllegalStateException("the answers are not whole");
        }
    }

    private McpContender.Open connect() throws IOException {
        if (transport.equals("stdio")) {
            return contender.stdio(command("stdio"));
        }
        server = new ProcessBuilder(command("http"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader out = server.inputReader(StandardCharsets.UTF_8);
        return contender.http(URI.create("http://127.0.0.1:" + out.readLine() + "/mcp"));
    }

    static List<String> command(String transport) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                classes(),
                McpEchoServer.class.getName(),
                transport);
    }

    /** The server needs no other classes. */
    private static String classes() {
        try {
            return Path.of(McpEchoServer.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Ends the client and the server. */
    @TearDown
    public void close() {
        Objects.requireNonNull(open).close();
        if (server != null) {
            server.destroyForcibly();
        }
    }

    private int call(String tool) {
        return Objects.requireNonNull(open).call(tool, TEXT);
    }

    /** Says 200 characters. */
    @Benchmark
    public int echo() {
        return call("echo");
    }

    /** The same on many threads. */
    @Benchmark
    @Threads(THREADS)
    public int echoOnThreads() {
        return call("echo");
    }

    /** Hears 4 MB. */
    @Benchmark
    public int large() {
        return call("large");
    }
}

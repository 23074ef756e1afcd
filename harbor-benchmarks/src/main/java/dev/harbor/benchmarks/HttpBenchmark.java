package dev.harbor.benchmarks;

import dev.harbor.json.Json;
import dev.harbor.net.EgressPolicy;
import dev.harbor.net.GuardedHttp;
import dev.harbor.net.Outbound;
import dev.harbor.net.Payload;
import dev.harbor.net.Reply;
import dev.harbor.policy.Isolation;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.Tool;
import dev.harbor.tools.http.HttpAccess;
import dev.harbor.tools.http.HttpTool;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.infra.BenchmarkParams;

/** A POST of 1 KB of JSON over loopback and its answer of the same size, beside HttpClient 5 as it comes. */
@State(Scope.Benchmark)
public class HttpBenchmark {

    private static final int SIZE = 1024;
    private static final int THREADS = 32;
    private static final int WARM_CALLS = 40_000;
    private static final Json SCHEMA =
            Json.parse("{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"]}");

    private final Json json = Json.parse("{\"text\":\"" + "x".repeat(SIZE - 11) + "\"}");
    private final byte[] bytes = json.toBytes();
    private final GuardedHttp guarded = GuardedHttp.builder()
            .egress(EgressPolicy.builder().allowLoopback().build())
            .connections(THREADS, THREADS)
            .build();
    private final CloseableHttpClient plain = HttpClients.custom()
            .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                    .setMaxConnPerRoute(THREADS)
                    .setMaxConnTotal(THREADS)
                    .build())
            .build();
    private final HttpAccess access =
            HttpAccess.builder().allowLoopback().connections(THREADS, THREADS).build();
    private @Nullable Caller onCaller;
    private @Nullable Caller onWorker;
    private List<AutoCloseable> open = List.of();
    private URI uri = URI.create("http://127.0.0.1/");

    /** Starts the server, and has everything compiled while there is a processor for it: under many threads the compilers hardly get one. */
    @Setup
    public void start(BenchmarkParams params) throws IOException {
        start();
        for (int i = 0; i < (params.getThreads() == 1 ? 0 : WARM_CALLS); i++) {
            guarded();
            plain();
            call(onCaller);
            call(onWorker);
        }
    }

    private void start() throws IOException {
        EchoServer server = EchoServer.start(SIZE);
        uri = URI.create("http://127.0.0.1:" + server.port() + "/tools/call");
        HarborRuntime here = HarborCalls.runtime(tool(Isolation.CALLER));
        HarborRuntime elsewhere = HarborCalls.runtime(tool(Isolation.WORKER));
        onCaller = here.as(HarborCalls.ADA);
        onWorker = elsewhere.as(HarborCalls.ADA);
        open = List.of(here, elsewhere, access, server, guarded, plain);
    }

    private Tool<Json, Json> tool(Isolation isolation) {
        return HttpTool.post("echo", uri.toString())
                .input(SCHEMA)
                .policy(ToolPolicy.builder().isolation(isolation).build())
                .build()
                .over(access);
    }

    /** Ends the clients and the server. */
    @TearDown
    public void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    /** Sends it by the guarded client. */
    @Benchmark
    public byte[] harbor() {
        return guarded();
    }

    /** Sends it by a tool on the thread that calls, with the whole contract around it. */
    @Benchmark
    public Json tool() {
        return call(onCaller);
    }

    /** The same on many threads. */
    @Benchmark
    @Threads(THREADS)
    public Json toolOnThreads() {
        return call(onCaller);
    }

    /** Sends it by a tool on a worker, as it comes. */
    @Benchmark
    public Json toolOnWorker() {
        return call(onWorker);
    }

    /** The same on many threads. */
    @Benchmark
    @Threads(THREADS)
    public Json toolOnWorkerOnThreads() {
        return call(onWorker);
    }

    /** Sends it by HttpClient. */
    @Benchmark
    public byte[] httpClient() throws IOException {
        return plain();
    }

    /** The same on many threads. */
    @Benchmark
    @Threads(THREADS)
    public byte[] harborOnThreads() {
        return guarded();
    }

    /** The same on many threads. */
    @Benchmark
    @Threads(THREADS)
    public byte[] httpClientOnThreads() throws IOException {
        return plain();
    }

    private Json call(@Nullable Caller caller) {
        return Objects.requireNonNull(caller).call("echo", json).orThrow();
    }

    private byte[] guarded() {
        Outbound request = Outbound.post(uri, Payload.of(json))
                .header("Accept", "application/json")
                .build();
        try (Reply reply = guarded.send(request)) {
            return reply.bodyBytes(1 << 20);
        }
    }

    private byte[] plain() throws IOException {
        HttpPost request = new HttpPost(uri);
        request.setHeader("Accept", "application/json");
        request.setEntity(new ByteArrayEntity(bytes, ContentType.APPLICATION_JSON));
        return plain.execute(request, response -> EntityUtils.toByteArray(response.getEntity()));
    }
}

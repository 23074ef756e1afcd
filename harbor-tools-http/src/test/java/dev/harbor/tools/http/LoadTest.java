package dev.harbor.tools.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.access.CredentialProvider;
import dev.harbor.access.Secret;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.runtime.Caller;
import dev.harbor.tools.http.RawServer.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many threads on one tool. How many calls each makes: {@code -Dharbor.http.calls=1000}. */
final class LoadTest {

    private static final int THREADS = 64;
    private static final int CONNECTIONS = 16;
    private static final int CALLS = Integer.getInteger("harbor.http.calls", 40);

    private static final CredentialProvider OWN_TOKENS =
            (name, identity) -> Optional.of(Secret.of("token-of-" + identity.user()));

    /** Answers who asked for what, on each connection one request after the other. A credential that comes back is taken out, so only its end is said. */
    private static void echo(Peer peer) throws Exception {
        while (peer.read()) {
            String token = peer.header("Authorization");
            String said = peer.target() + '|' + token.substring(token.lastIndexOf('-') + 1) + '|' + peer.body();
            answer(peer, 200, Json.string(said).toString());
        }
    }

    private static void answer(Peer peer, int status, String json) throws Exception {
        peer.send("HTTP/1.1 " + status + " X\r\nContent-Type: application/json\r\nContent-Length: " + json.length()
                + "\r\n\r\n" + json);
    }

    @Test
    void threads_onOneTool_shareConnections_andNeverMixIdentities() throws Exception {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        try (RawServer server = RawServer.start(LoadTest::echo);
                World world = World.of(
                        World.loopback()
                                .credentials(OWN_TOKENS)
                                .connections(CONNECTIONS, CONNECTIONS)
                                .build(),
                        HttpTool.post("t", server.url("/{n}"))
                                .auth(HttpAuth.bearer("TOKEN"))
                                .build())) {
            together(thread -> {
                Caller caller = world.runtime().as(Identity.of("acme", "user" + thread, "s"));
                for (int i = 0; i < CALLS; i++) {
                    String n = thread + "-" + i;
                    Json arguments = Json.parse("{\"n\":\"" + n + "\",\"body\":\"" + thread + "\"}");
                    assertThat(caller.call("t", arguments).orThrow().asString())
                            .isEqualTo("/" + n + "|user" + thread + "|{\"body\":\"" + thread + "\"}");
                }
            });
            assertThat(server.heads()).hasSize(THREADS * CALLS);
            assertThat(server.connections()).isBetween(1, CONNECTIONS);
        }
        assertNoThreadLeft(before);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 404, 500})
    void calls_oneAfterTheOther_useOneConnection_howeverTheyEnd(int status) throws Exception {
        try (RawServer server = RawServer.start(peer -> {
            while (peer.read()) {
                answer(peer, status, "{\"message\":\"no\"}");
            }
        })) {
            try (World world = World.of(HttpTool.get("t", server.url("/x")).build())) {
                for (int i = 0; i < 20; i++) {
                    world.call("t", "{}");
                }
                assertThat(server.connections()).isEqualTo(1);
                assertThat(server.heads()).hasSize(20);
            }
            assertThat(server.awaitGone()).isTrue();
        }
    }

    @Test
    void close_endsWhatRuns_andLeavesNoThreadAndNoConnection() throws Exception {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        try (RawServer server = RawServer.start(peer -> {
            while (peer.read()) {
                peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\n1");
            }
        })) {
            World world = World.of(HttpTool.get("t", server.url("/x")).build());
            world.result("t", "{}");
            world.close();
            world.close();
            assertThat(server.awaitGone()).isTrue();
        }
        assertNoThreadLeft(before);
    }

    /** Runs the same on all threads at once, each with its number. */
    private static void together(IntConsumer work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            CountDownLatch start = new CountDownLatch(1);
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int number = i;
                running.add(threads.submit(() -> {
                    start.await();
                    work.accept(number);
                    return null;
                }));
            }
            start.countDown();
            for (Future<?> each : running) {
                each.get(2, TimeUnit.MINUTES);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static void assertNoThreadLeft(Set<Thread> before) {
        org.awaitility.Awaitility.await()
                .atMost(java.time.Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet().stream()
                                .filter(thread -> !before.contains(thread) && thread.isAlive())
                                .map(Thread::getName)
                                .filter(name -> name.startsWith("harbor"))
                                .collect(Collectors.toSet()))
                        .isEmpty());
    }
}

package dev.harbor.tools.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.access.CredentialProvider;
import dev.harbor.access.Secret;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
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

/** Many threads on one tool. */
final class LoadTest {

    private static final int THREADS = 64;
    private static final int CALLS = Integer.getInteger("harbor.http.calls", 40);

    private static final CredentialProvider OWN_TOKENS =
            (name, identity) -> Optional.of(Secret.of("token-of-" + identity.user()));

    /** Gives back who asked for what, on one connection after the other. */
    private static void echo(RawServer server, Peer peer) throws Exception {
        while (peer.read()) {
            String head = lastHead(server);
            String said = Json.string(head.substring(0, head.indexOf("\r\n")) + '|' + header(head, "Authorization"))
                    .toString();
            peer.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + said.length()
                    + "\r\n\r\n" + said);
        }
    }

    private static String lastHead(RawServer server) {
        List<String> heads = server.heads();
        return heads.get(heads.size() - 1);
    }

    private static String header(String head, String name) {
        return head.lines()
                .filter(line -> line.startsWith(name + ": "))
                .findFirst()
                .orElse("");
    }

    @Test
    void threads_onOneTool_shareConnections_andNeverMixIdentities() throws Exception {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        try (Service service = Service.answering(asked -> Service.Says.json(Json.string(asked.target()
                                + '|'
                                + asked.header("Authorization").length()
                                + '|'
                                + asked.header("Authorization").substring(16)
                                + '|'
                                + asked.body())
                        .toString()));
                World world = World.of(
                        World.loopback()
                                .credentials(OWN_TOKENS)
                                .connections(16, 16)
                                .build(),
                        HttpTool.post("t", service.url("/{n}"))
                                .auth(HttpAuth.bearer("TOKEN"))
                                .build())) {
            together(thread -> {
                String user = "user" + thread;
                for (int i = 0; i < CALLS; i++) {
                    Json arguments = Json.parse("{\"n\":\"" + thread + "-" + i + "\",\"body\":\"" + user + "\"}");
                    String said = world.runtime()
                            .as(Identity.of("acme", user, "s"))
                            .call("t", arguments)
                            .orThrow()
                            .asString();
                    // A credential that comes back is taken out, and so only its length and its end tell whose it was.
                    assertThat(said)
                            .isEqualTo("/" + thread + "-" + i + '|' + ("Bearer token-of-" + user).length() + '|' + user
                                    + "|{\"body\":\"" + user + "\"}");
                }
            });
            assertThat(service.asked()).hasSize(THREADS * CALLS);
        }
        assertNoThreadLeft(before);
    }

    @Test
    void calls_oneAfterTheOther_useOneConnection() throws Exception {
        RawServer[] holder = new RawServer[1];
        try (RawServer server = RawServer.start(peer -> echo(holder[0], peer))) {
            holder[0] = server;
            try (World world = World.of(HttpTool.get("t", server.url("/x")).build())) {
                for (int i = 0; i < 20; i++) {
                    world.result("t", "{}");
                }
                assertThat(server.connections()).isEqualTo(1);
                assertThat(server.heads()).hasSize(20);
            }
            assertThat(server.awaitGone()).isTrue();
        }
    }

    @Test
    void refusals_oneAfterTheOther_useOneConnection() throws Exception {
        try (RawServer server = RawServer.start(peer -> {
                    while (peer.read()) {
                        peer.send("HTTP/1.1 404 No\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nno");
                    }
                });
                World world = World.of(HttpTool.get("t", server.url("/x")).build())) {
            for (int i = 0; i < 20; i++) {
                world.error("t", "{}");
            }
            assertThat(server.connections()).isEqualTo(1);
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

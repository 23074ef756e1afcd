package dev.harbor.tools.mcp.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.json.Json;
import dev.harbor.tool.ToolOutcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opens and closes connections over and over, and calls from many threads at once. */
final class CrowdTest {

    /** How often a connection is opened and closed: {@code harbor.peers.cycles}, 10 when not set; 100 are wanted before a release. */
    private static final int CYCLES = Integer.getInteger("harbor.peers.cycles", 10);

    private static final int THREADS = 8;

    @TempDir
    Path folder;

    private HarborPeerClient.Connected stdio(StdioFault fault) {
        return new HarborPeerClient.Connected(
                HarborPeerClient.source(PeerCommand.of(fault, folder.resolve(fault.name()))));
    }

    private static void use(HarborPeerClient.Connected peer) throws Exception {
        try (peer) {
            assertThat(peer.call("echo", "hello")).contains("hello");
        }
    }

    private static void requireNothingLeft(Footprint before) {
        Awaitility.await().atMost(30, TimeUnit.SECONDS).untilAsserted(() -> assertThat(before.leaks()).isEmpty());
    }

    @Test
    void connectionsOverStdio_openedAndClosedOverAndOver_leaveNothing() throws Exception {
        use(stdio(StdioFault.NONE));
        Footprint before = Footprint.now();
        for (int i = 0; i < CYCLES; i++) {
            use(stdio(StdioFault.NONE));
        }
        requireNothingLeft(before);
    }

    @Test
    void connectionsOverHttp_openedAndClosedOverAndOver_leaveNothing() throws Exception {
        try (HttpPeer peer = new HttpPeer(HttpFault.NONE)) {
            use(new HarborPeerClient.Connected(HarborPeerClient.source(peer.endpoint())));
        }
        Footprint before = Footprint.now();
        try (HttpPeer peer = new HttpPeer(HttpFault.NONE)) {
            for (int i = 0; i < 10 * CYCLES; i++) {
                use(new HarborPeerClient.Connected(HarborPeerClient.source(peer.endpoint())));
            }
            assertThat(peer.heard().stream().filter(heard -> heard.what().equals("DELETE")))
                    .as("sessions that were ended")
                    .hasSize(10 * CYCLES);
        }
        requireNothingLeft(before);
    }

    @Test
    void answersOutOfOrder_goToTheCallsThatTheyBelongTo() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try (HarborPeerClient.Connected peer = stdio(StdioFault.OUT_OF_ORDER)) {
            List<Callable<ToolOutcome<Json>>> calls = new ArrayList<>();
            for (int i = 0; i < 100 * THREADS; i++) {
                String text = "heap " + i;
                calls.add(() -> peer.outcome("odd", text));
            }
            List<Future<ToolOutcome<Json>>> outcomes = pool.invokeAll(calls);
            for (int i = 0; i < outcomes.size(); i++) {
                assertThat(Objects.requireNonNull(outcomes.get(i).get()).orThrow()).isEqualTo(Json.string("heap " + i));
            }
        } finally {
            pool.shutdownNow();
        }
    }
}

package dev.harbor.tools.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.harbor.error.ConfigurationException;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server tells of resources that change. */
@Timeout(60)
final class WatchingTest {

    private static final String URI = "file:///a.txt";

    private final List<McpResourceUpdate> told = new CopyOnWriteArrayList<>();

    @Test
    void changeOfAResource_isToldOnBehalfOfTheSource_byAServerOfTheOlderEra() {
        McpSource source = StdioTest.source("offers").watch(told::add, URI);
        try (source) {
            source.start(toolset -> {});
            Identity itself = Identity.of("harbor", "harbor", "mcp-srv");
            await().until(() -> told.size() == 2);
            assertThat(told)
                    .containsExactly(
                            new McpResourceUpdate("srv", URI + "#part", itself),
                            new McpResourceUpdate("srv", URI, itself));
        }
        assertThat(told).hasSize(2);
    }

    @Test
    void changeOfAResource_isToldOnBehalfOfWhomeverWasNamed_byAServerOfTheNewestEra() throws IOException {
        Identity service = Identity.of("acme", "service", "s");
        try (HttpPeer peer = new HttpPeer("modern", "watched");
                McpSource source = peer.source().identity(service).watch(told::add, URI)) {
            source.start(toolset -> {});
            await().until(peer::isListenedTo);
            assertThat(peer.seen("subscriptions/listen").get(0).body().at("/params/notifications"))
                    .contains(Json.parse("{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"" + URI + "\"]}"));
            peer.update(URI);
            await().until(() -> !told.isEmpty());
            assertThat(told).containsExactly(new McpResourceUpdate("srv", URI, service));
        }
    }

    @Test
    void watchesAreBegunAnew_afterAReconnect() {
        try (McpSource source = StdioTest.source("offers").watch(told::add, URI)) {
            source.start(toolset -> {});
            await().until(() -> told.size() == 2);
            source.reconnect();
            await().until(() -> told.size() == 4);
        }
    }

    @Test
    void watcherThatIsSlowOrFails_holdsUpNoCall() {
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        McpSource source = StdioTest.source("offers")
                .watch(
                        update -> {
                            called.countDown();
                            awaitQuietly(release);
                            told.add(update);
                            throw new AssertionError("on purpose");
                        },
                        URI);
        try (World world = new World(source)) {
            awaitQuietly(called);
            assertThat(world.result("srv.echo", "{\"text\":\"x\"}")).isEqualTo(Json.string("x"));
            release.countDown();
            await().until(() -> told.size() == 2);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void serverThatTellsNobody_isUsedAsIfNothingHadBeenAsked() {
        try (HttpPeer peer = new HttpPeer("legacy");
                World world = new World(peer.source().watch(told::add, URI))) {
            assertThat(world.result("srv.echo", "{\"text\":\"x\"}")).isEqualTo(Json.string("x"));
            assertThat(peer.seen("resources/subscribe")).isEmpty();
        }
    }

    @Test
    void watchesThatAreNone_areRefused() {
        McpSource source = StdioTest.source("offers");
        assertThatThrownBy(() -> source.watch(told::add)).isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> source.watch(told::add, " ")).isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> source.watch(told::add, "u".repeat(2049))).isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> source.watch(null, URI)).isInstanceOf(NullPointerException.class);
    }
}

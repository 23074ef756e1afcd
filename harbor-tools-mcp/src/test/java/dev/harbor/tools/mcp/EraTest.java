package dev.harbor.tools.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What was found out about the era of a server is kept, and found out anew when it does not fit any more. */
@Timeout(60)
final class EraTest {

    private static final Json X = Json.string("x");

    @TempDir
    private Path folder;

    @Test
    void processThatIsReplacedByOneOfAnotherEra_isSpokenToInItsOwn_bothWays() throws IOException {
        Path modes = folder.resolve("modes");
        Files.writeString(modes, "plain");
        McpSource source = StdioTest.source("kept=" + modes);
        try (World world = new World(source)) {
            assertThat(source.protocolVersion()).contains(Spoken.NEWEST_LEGACY);
            Files.writeString(modes, "modern-only");
            requireServed(world, source, Spoken.MODERN);
            Files.writeString(modes, "plain");
            requireServed(world, source, Spoken.NEWEST_LEGACY);
        }
    }

    @Test
    void serverOverHttpThatIsReplacedByOneOfAnotherEra_isSpokenToInItsOwn_bothWays() {
        try (HttpPeer peer = new HttpPeer("legacy")) {
            McpSource source = peer.source();
            try (World world = new World(source)) {
                assertThat(source.protocolVersion()).contains(Spoken.NEWEST_LEGACY);
                peer.modes.addAll(Set.of("modern", "modern-only"));
                requireServed(world, source, Spoken.MODERN);
                peer.modes.removeAll(Set.of("modern", "modern-only"));
                requireServed(world, source, Spoken.NEWEST_LEGACY);
            }
        }
    }

    @Test
    void serverThatWasOfAnOlderEra_isNotAskedForTheNewestAgain_whileThatFits() {
        try (HttpPeer peer = new HttpPeer("legacy")) {
            McpSource source = peer.source();
            try (World world = new World(source)) {
                requireServed(world, source, Spoken.NEWEST_LEGACY);
                assertThat(peer.seen("server/discover")).hasSize(1);
                assertThat(peer.seen("initialize")).hasSize(2);
            }
        }
    }

    private static void requireServed(World world, McpSource source, String version) {
        source.reconnect();
        assertThat(source.protocolVersion()).contains(version);
        assertThat(world.result("srv.echo", "{\"text\":\"x\"}")).isEqualTo(X);
    }
}

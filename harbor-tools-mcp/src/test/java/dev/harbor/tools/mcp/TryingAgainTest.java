package dev.harbor.tools.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How often a server is tried that is not there, in a time that stands still. */
@Timeout(60)
final class TryingAgainTest {

    private final ManualTicks ticks = new ManualTicks();

    @Test
    void program_isGivenUpAfterEightRestartsInVain_eachLaterThanTheLast() {
        try (McpSource source = McpTools.stdio("srv", "/no/such/program").ticks(ticks)) {
            assertThatThrownBy(() -> source.start(toolset -> {})).isInstanceOf(McpException.class);
            for (int failures = 1; failures <= McpLimits.STANDARD.restarts(); failures++) {
                tryAgainAfter(failures);
            }
            await().until(() -> source.trouble().orElse("").contains("given up after 9 failures in a row"));
            assertThat(ticks.has(Duration.ZERO, Duration.ofDays(1))).isFalse();
        }
    }

    @Test
    void serverOverHttp_isTriedForEver_onceAMinuteAtLast() {
        URI nobody = URI.create("http://127.0.0.1:1/mcp");
        try (McpSource source = McpTools.http("srv", nobody).allowLoopback().ticks(ticks)) {
            assertThatThrownBy(() -> source.start(toolset -> {})).isInstanceOf(McpException.class);
            for (int failures = 1; failures <= 2 * McpLimits.STANDARD.restarts(); failures++) {
                tryAgainAfter(failures);
            }
            await().until(() -> ticks.has(Duration.ofMinutes(1), Duration.ofMinutes(1)));
        }
    }

    private void tryAgainAfter(int failures) {
        Duration pause = Pauses.after(failures);
        await().until(() -> ticks.has(pause, pause));
        ticks.runOnly(pause, pause);
    }

    @Test
    void limits_areWhatTheDocumentationSays() {
        McpLimits limits = McpLimits.STANDARD;
        assertThat(limits.messageBytes()).isEqualTo(32 * 1024 * 1024);
        assertThat(limits.pages()).isEqualTo(64);
        assertThat(limits.tools()).isEqualTo(512);
        assertThat(limits.restarts()).isEqualTo(8);
        assertThat(limits.close()).isEqualTo(Duration.ofMillis(400));
        assertThat(limits.silence()).isEqualTo(Duration.ofMinutes(1));
    }
}

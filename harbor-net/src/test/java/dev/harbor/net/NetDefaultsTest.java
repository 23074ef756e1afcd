package dev.harbor.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The page on this module and the code have the same defaults. */
final class NetDefaultsTest {

    private final String page = page();

    private static String page() {
        try {
            return Files.readString(Path.of("..", "docs", "internals", "net.md"));
        } catch (IOException e) {
            throw new AssertionError("the page is missing", e);
        }
    }

    @Test
    void timeouts_areThoseOfThePage() {
        assertRow("free connection", seconds(NetTimeouts.DEFAULT_QUEUE));
        assertRow("resolving, connecting", seconds(NetTimeouts.DEFAULT_CONNECT) + " each");
        assertRow("tunnel, TLS handshake", seconds(NetTimeouts.DEFAULT_HANDSHAKE) + " each");
        assertRow("sending, and the head of the answer", seconds(NetTimeouts.DEFAULT_HEAD));
        assertRow("one read of the body", seconds(NetTimeouts.DEFAULT_IDLE));
        assertRow("everything", seconds(NetTimeouts.DEFAULT_TOTAL));
    }

    @Test
    void limits_areThoseOfThePage() {
        NetLimits limits = NetLimits.standard();
        assertRow("head of an answer", limits.headBytes() / 1024 + " KiB, " + limits.headerCount() + " fields");
        assertRow("body as it comes", limits.encodedBytes() / (1 << 20) + " MiB");
        assertRow("body without its coding", limits.bodyBytes() / (1 << 20) + " MiB");
        assertRow(
                "expansion of a body",
                limits.expansion() + "-fold, over " + NetLimits.FREE_EXPANSION_BYTES / (1 << 20) + " MiB");
        assertRow("event of a stream, and line", limits.eventBytes() / (1 << 20) + " MiB");
        assertRow("stream of events", "no limit");
        assertThat(limits.streamBytes()).isEqualTo(NetLimits.UNLIMITED);
        assertThat(limits.streamEvents()).isEqualTo(NetLimits.UNLIMITED);
    }

    @Test
    void settings_areThoseOfThePage() {
        assertRow("redirects", "GET and HEAD, same origin, " + Redirects.SAME_ORIGIN.hops());
        assertRow(
                "connections",
                GuardedHttp.DEFAULT_CONNECTIONS_PER_ROUTE + " to a host, " + GuardedHttp.DEFAULT_CONNECTIONS
                        + " in all");
        assertRow("idle connection", seconds(GuardedHttp.DEFAULT_KEEP_IDLE));
        assertRow("user agent", '`' + GuardedHttp.DEFAULT_USER_AGENT + '`');
        assertRow("longest Retry-After", Reply.LONGEST_RETRY_AFTER.toHours() + " h");
    }

    @Test
    void limit_belowItsBound_isRefused() {
        NetLimits limits = NetLimits.standard();
        assertThatIllegalArgumentException().isThrownBy(() -> limits.body(0)).withMessageContaining("encodedBytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limits.head(1023, 1))
                .withMessageContaining("headBytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limits.head(1024, 0))
                .withMessageContaining("headerCount");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limits.expansion(0))
                .withMessageContaining("expansion");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limits.stream(1023, 1, 1))
                .withMessageContaining("eventBytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GuardedHttp.builder().connections(0, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GuardedHttp.builder().keepIdle(Duration.ZERO));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GuardedHttp.builder().userAgent("a\r\nb"));
    }

    private void assertRow(String what, String value) {
        assertThat(page).contains("| " + what + " | " + value + " |");
    }

    private static String seconds(Duration time) {
        return time.toMinutes() > 1
                ? String.format(Locale.ROOT, "%d min", time.toMinutes())
                : String.format(Locale.ROOT, "%d s", time.toSeconds());
    }
}

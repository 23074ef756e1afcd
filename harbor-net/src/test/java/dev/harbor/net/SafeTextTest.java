package dev.harbor.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

final class SafeTextTest {

    @Test
    void address_losesUserInfoQueryAndFragment() {
        assertThat(SafeText.of(URI.create("https://u:p@example.org:8/a/b?c=d#e")))
                .isEqualTo("https://example.org:8/a/b");
        assertThat(SafeText.of(URI.create("/a?b"))).isEqualTo("/a");
        assertThat(SafeText.of(URI.create("mailto:a@b"))).doesNotContain("a@b");
    }

    @Test
    void foreignText_isOneBoundedPlainLine() {
        assertThat(SafeText.of("a\r\nb\u001b[31m\u202ec\u2028d\u0000e\u200bf")).isEqualTo("a  b [31m c d e f");
        assertThat(SafeText.of("x".repeat(500))).hasSize(203).endsWith("...");
    }
}

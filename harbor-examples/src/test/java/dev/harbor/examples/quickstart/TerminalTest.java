package dev.harbor.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.harbor.examples.quickstart.Terminal.Style;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class TerminalTest {

    static Stream<Arguments> colours() {
        return Stream.of(
                arguments(Map.of("TERM", "xterm"), true, true),
                arguments(Map.of("TERM", "xterm", "NO_COLOR", ""), true, true),
                arguments(Map.of("TERM", "xterm", "NO_COLOR", "1"), true, false),
                arguments(Map.of("TERM", "dumb"), true, false),
                arguments(Map.of(), true, false),
                arguments(Map.of("TERM", "xterm"), false, false));
    }

    @ParameterizedTest
    @MethodSource("colours")
    void colours_areForTerminalsThatWantThem(Map<String, String> environment, boolean terminal, boolean colour) {
        assertThat(Terminal.of(environment, StandardCharsets.UTF_8, terminal).colour())
                .isEqualTo(colour);
    }

    @Test
    void characters_followTheCharset() {
        assertThat(Terminal.of(Map.of(), StandardCharsets.UTF_8, false).pick("●", "*"))
                .isEqualTo("●");
        assertThat(Terminal.of(Map.of(), StandardCharsets.US_ASCII, false).pick("●", "*"))
                .isEqualTo("*");
        assertThat(Terminal.of(Map.of(), StandardCharsets.ISO_8859_1, false).pick("●", "*"))
                .isEqualTo("*");
    }

    @Test
    void texts_areShortenedToTheWidth() {
        assertThat(Terminal.PLAIN.fit("0123456789", 10)).isEqualTo("0123456789");
        assertThat(Terminal.PLAIN.fit("0123456789a", 10)).isEqualTo("0123456...");
        assertThat(Terminal.PLAIN.fitPath("0123456789a", 10)).isEqualTo("...456789a");
        assertThat(new Terminal(true, false).fit("0123456789a", 10)).isEqualTo("012345678…");
    }

    @Test
    void style_ofPlainTerminal_isNone() {
        assertThat(Terminal.PLAIN.style(Style.RED, "no")).isEqualTo("no");
    }
}

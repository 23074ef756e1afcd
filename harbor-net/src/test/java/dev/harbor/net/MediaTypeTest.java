package dev.harbor.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MediaTypeTest {

    @Test
    void type_isReadWithItsParameters() {
        MediaType type = MediaType.parse("Text/HTML ; Charset=\"utf-8\"; a=b;c = d ;q=\"x;\\\"y\"; a=z; bad; =x")
                .orElseThrow();
        assertThat(type.essence()).isEqualTo("text/html");
        assertThat(type.parameters()).isEqualTo(Map.of("charset", "utf-8", "a", "b", "c", "d", "q", "x;\"y"));
        assertThat(type.charset()).contains(StandardCharsets.UTF_8);
        assertThat(type).hasToString("text/html");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "text", "text/", "/html", "text html/x", "text/html/x", ";charset=utf-8", "te(t/x"})
    void text_thatIsNoType_isNone(String value) {
        assertThat(MediaType.parse(value)).isEmpty();
    }

    @Test
    void kinds_areTold() {
        assertThat(parsed("application/problem+json").isJson()).isTrue();
        assertThat(parsed("application/json;x").isJson()).isTrue();
        assertThat(parsed("text/event-stream; charset=utf-8").isEventStream()).isTrue();
        assertThat(parsed("image/svg+xml").isText()).isTrue();
        assertThat(parsed("image/png").isText()).isFalse();
    }

    @Test
    void charset_thatIsUnknown_isSaidToBe() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parsed("a/b;charset=x-none").charset());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parsed("a/b;charset=\"\"").charset());
        assertThat(parsed("a/b").charset()).isEmpty();
    }

    @Test
    void random_text_isReadOrNot() {
        Random random = new Random(7);
        String alphabet = "a/;=\" \\\t,+";
        for (int i = 0; i < 50_000; i++) {
            StringBuilder text = new StringBuilder("a/b");
            random.ints(random.nextInt(12), 0, alphabet.length()).forEach(c -> text.append(alphabet.charAt(c)));
            MediaType.parse(text.toString());
        }
        assertThat(MediaType.parse("a/b" + ";a=b".repeat(100_000)).orElseThrow().parameters())
                .hasSize(1);
    }

    private static MediaType parsed(String value) {
        return MediaType.parse(value).orElseThrow();
    }
}

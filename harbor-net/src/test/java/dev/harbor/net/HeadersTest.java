package dev.harbor.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import java.util.Random;
import java.util.Set;
import org.apache.hc.core5.http.message.BasicHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HeadersTest {

    @Test
    void fields_keepTheirOrderAndAreFoundWithoutRegardToCase() {
        Headers headers = Headers.of("Accept", "a").and("X-Key", "1").and(Headers.of("accept", " b "));
        assertThat(headers.all("ACCEPT")).containsExactly("a", "b");
        assertThat(headers.first("accept")).contains("a");
        assertThat(headers.first("none")).isEmpty();
        assertThat(headers.contains("x-key")).isTrue();
        assertThat(headers.names()).containsExactly("Accept", "X-Key");
        assertThat(headers.size()).isEqualTo(3);
        assertThat(headers.only(Set.of("accept")).size()).isEqualTo(2);
        assertThat(headers)
                .isEqualTo(Headers.of("Accept", "a").and("X-Key", "1").and("accept", "b"))
                .isNotEqualTo(Headers.NONE);
    }

    @Test
    void toString_showsNoValue() {
        assertThat(Headers.of("Authorization", "secret")).hasToString("Headers[Authorization]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a:", "a\r\n", "ä", "a\0", "(a)", "a\u007f", "a\t"})
    void name_thatIsNoToken_isRefused(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> Headers.of(name, "x"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\rb", "a\nb", "a\r\nX: y", "a\0b", "a\u007fb", "ä", "a\u0085b", "a\u2028b", "\u0001"})
    void value_thatCouldBeMoreThanAValue_isRefused(String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Headers.of("X-Secret", value))
                .withMessageContaining("X-Secret")
                .withMessageNotContaining(value);
    }

    @Test
    void random_values_areTakenWholeOrRefused() {
        Random random = new Random(42);
        for (int i = 0; i < 20_000; i++) {
            String value = random.ints(random.nextInt(6), 0, 0x180)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            boolean plain = value.chars().allMatch(c -> c == '\t' || (c >= ' ' && c <= '~'));
            boolean taken;
            try {
                assertThat(Headers.of("X", value).first("X")).contains(value.strip());
                taken = true;
            } catch (IllegalArgumentException e) {
                taken = false;
            }
            assertThat(taken).as("seed 42, value %d", i).isEqualTo(plain);
        }
    }

    @Test
    void received_values_loseWhatMayNotStandInThem() {
        Headers headers = Headers.received(new BasicHeader("X", "a\rb\0c"), new BasicHeader("Y", "ä"));
        assertThat(headers.first("x")).contains("a b c");
        assertThat(headers.first("y")).contains("ä");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host",
                "content-length",
                "Transfer-Encoding",
                "Connection",
                "Upgrade",
                "TE",
                "Trailer",
                "Expect",
                "Proxy-Authorization",
                "Accept-Encoding",
                "Content-Type",
                "Keep-Alive",
                "Proxy-Connection"
            })
    void request_cantSetWhatTheClientSets(String name) {
        URI uri = URI.create("https://example.org/");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Outbound.get(uri).header(name, "x"))
                .withMessageContaining(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"CONNECT", "trace", "", "A B", "GET\r\n"})
    void method_thatIsNone_isRefused(String method) {
        URI uri = URI.create("https://example.org/");
        assertThatIllegalArgumentException().isThrownBy(() -> Outbound.builder(method, uri));
    }

    @Test
    void request_showsNoSecret() {
        Outbound request = Outbound.builder("post", URI.create("https://example.org/a?key=secret#secret"))
                .header("X", "secret")
                .payload(Payload.of("secret", "text/plain"))
                .build();
        assertThat(request).hasToString("POST https://example.org/a");
        assertThat(request.payload()).hasToString("Payload[text/plain, 6 bytes]");
        assertThat(HttpProxy.of("p", 1).basic("u", "secret")).hasToString("HttpProxy[p:1]");
    }
}

package dev.harbor.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TargetTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://2130706433/",
                "http://0x7f000001/",
                "http://017700000001/",
                "http://0177.0.0.1/",
                "http://0x7f.0.0.1/",
                "http://127.1/",
                "http://127.0.1/",
                "http://127.0.0.01/",
                "http://127.0.0.1.1/",
                "http://256.0.0.1/",
                "http://0/",
                "http://1.2.3.0x4/",
                "http://127.0.0.0x/",
                "http://08.8.8.8/",
                "http://example.1/"
            })
    void ipv4Address_inAnOddSpelling_isNoTarget(String uri) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Target.of(URI.create(uri)))
                .withMessageContaining("four decimal numbers");
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "http://127.0.0.1./, 127.0.0.1",
        "http://１２７.０.０.１/, 127.0.0.1",
        "http://①②⑦.⓪.⓪.①/, 127.0.0.1",
        "http://127。0。0。1/, 127.0.0.1",
        "http://ＬＯＣＡＬＨＯＳＴ/, localhost",
        "http://ⓛocalhost/, localhost",
        "http://Bücher.Example/, xn--bcher-kva.example",
        "http://EXAMPLE.org./, example.org",
        "http://[0:0::1]:81/, 0:0:0:0:0:0:0:1",
        "http://[::ffff:127.0.0.1]/, 127.0.0.1",
        "http://[::FFFF:7F00:1]/, 127.0.0.1"
    })
    void host_inAnotherSpelling_isWhatItStandsFor(String uri, String host) {
        assertThat(Target.of(URI.create(uri)).host()).isEqualTo(host);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://example.org/",
                "file:///etc/passwd",
                "mailto:a@b",
                "//example.org/",
                "/x",
                "https:///x",
                "https://user@example.org/",
                "https://user:secret@example.org/",
                "https://example.org:0/",
                "https://example.org:65536/",
                "https://example.org:8o/",
                "https://%31%32%37.0.0.1/",
                "https://[fe80::1%25eth0]/",
                "https://[::1",
                "https://./",
                "https://a..b/",
                "https://",
                "http:example.org"
            })
    void address_thatIsNoneOfHttp_isNoTarget(String text) {
        URI uri;
        try {
            uri = URI.create(text);
        } catch (IllegalArgumentException e) {
            return;
        }
        assertThatIllegalArgumentException().isThrownBy(() -> Target.of(uri));
    }

    @Test
    void refusal_namesNoSecret() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Target.of(URI.create("https://user:secret@example.org/a?token=secret#secret")))
                .withMessageNotContaining("secret")
                .withMessageContaining("https://example.org/a");
    }

    @ParameterizedTest(name = "{0} asks {1} for {2}")
    @CsvSource({
        "https://example.org, example.org, /",
        "https://example.org:443/a/b?c=d#e, example.org, /a/b?c=d",
        "http://example.org:443/, example.org:443, /",
        "https://example.org?x, example.org, /?x",
        "https://example.org//evil/x, example.org, //evil/x",
        "https://example.org/ä?ö, example.org, /%C3%A4?%C3%B6",
        "https://[2001:db8::1]:8443/, '[2001:db8:0:0:0:0:0:1]:8443', /"
    })
    void parts_ofTheRequest_areThoseOfTheAddress(String uri, String authority, String path) {
        Target target = Target.of(URI.create(uri));
        assertThat(target.authority()).isEqualTo(authority);
        assertThat(target.path()).isEqualTo(path);
    }

    @Test
    void origin_isSchemeHostAndPort() {
        Target origin = Target.of(URI.create("https://example.org/a"));
        assertThat(origin.sameOrigin(Target.of(URI.create("https://EXAMPLE.org:443/b"))))
                .isTrue();
        assertThat(origin.sameOrigin(Target.of(URI.create("http://example.org:443/b"))))
                .isFalse();
        assertThat(origin.sameOrigin(Target.of(URI.create("https://example.org:444/b"))))
                .isFalse();
        assertThat(origin.sameOrigin(Target.of(URI.create("https://a.example.org/b"))))
                .isFalse();
    }
}

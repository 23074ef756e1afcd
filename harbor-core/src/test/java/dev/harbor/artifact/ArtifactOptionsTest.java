package dev.harbor.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ArtifactOptionsTest {

    private static final ArtifactOptions PLAIN = ArtifactOptions.of("text/plain");

    static Stream<String> noMediaTypes() {
        return Stream.of("", " ", "text/plain\n", "a\0b", "\u007f", "t\u00e9xt", "x".repeat(256), "x".repeat(1 << 20));
    }

    static Stream<String> noNamespaces() {
        return Stream.of("", " ", "a b", "a/b", "a\n", "a\0", "\u00e9", "n".repeat(65), "n".repeat(1 << 20));
    }

    @ParameterizedTest
    @MethodSource("noMediaTypes")
    void mediaType_outOfBounds_isRefusedSayingWhatIsAllowed(String text) {
        assertThat(ArtifactOptions.isMediaType(text)).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ArtifactOptions.of(text))
                .withMessage("mediaType must have 1 to 255 printable characters of ASCII");
    }

    @ParameterizedTest
    @MethodSource("noNamespaces")
    void namespace_outOfBounds_isRefusedSayingWhatIsAllowed(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PLAIN.namespace(text))
                .withMessage("namespace must match [A-Za-z0-9._-]{1,64}");
    }

    @Test
    void filenameAndSource_outOfBounds_areRefusedSayingWhatIsAllowed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PLAIN.filename("f".repeat(256)))
                .withMessage("filename must have at most 255 characters");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PLAIN.source(entries(33)))
                .withMessage("source must have at most 32 entries");
        for (Map<String, String> tooLong : Stream.of(Map.of("k".repeat(65), "v"), Map.of("k", "v".repeat(1025)))
                .toList()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> PLAIN.source(tooLong))
                    .withMessage("source keys are at most 64, values at most 1024 characters");
        }
    }

    @Test
    void options_atTheirBounds_areTaken() {
        assertThat(ArtifactOptions.of("x".repeat(255))
                        .namespace("n".repeat(64))
                        .filename("f".repeat(255))
                        .filename())
                .hasSize(255);
        assertThat(PLAIN.source(entries(32)).source()).hasSize(32);
        assertThat(PLAIN.source(Map.of("k".repeat(64), "v".repeat(1024))).source())
                .hasSize(1);
    }

    private static Map<String, String> entries(int count) {
        return IntStream.range(0, count).boxed().collect(Collectors.toMap(i -> "k" + i, i -> "v"));
    }
}

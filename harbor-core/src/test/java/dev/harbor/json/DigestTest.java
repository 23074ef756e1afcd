package dev.harbor.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DigestTest {

    private static final String OF_EMPTY_OBJECT = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";
    private static final String OF_NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{};" + OF_EMPTY_OBJECT,
                "null;74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b",
                "{\"path\":\"main.go\"};6ac3d60c805ddc03c162935e9c04e5ee69b8894ed212c0466fee765f990089f1",
                "{\"a\":1,\"b\":2};43258cff783fe7036d8a43033f830adfc60ec037382473548ac742b888292777",
                "{ \"b\" : 2, \"a\" : 1 };43258cff783fe7036d8a43033f830adfc60ec037382473548ac742b888292777"
            })
    void argumentsDigest_ofGoldenVectors_matches(String arguments, String digest) {
        assertThat(Json.parse(arguments).argumentsDigest()).isEqualTo(digest);
        assertThat(Json.of(Json.parse(arguments).toJava()).argumentsDigest()).isEqualTo(digest);
    }

    @Test
    void argumentsDigest_ofAbsentArguments_isThatOfTheEmptyObject() {
        assertThat(Json.arguments(null).argumentsDigest()).isEqualTo(OF_EMPTY_OBJECT);
        assertThat(Json.arguments("").argumentsDigest()).isEqualTo(OF_EMPTY_OBJECT);
        assertThat(Json.lazy(" ").argumentsDigest()).isEqualTo(OF_EMPTY_OBJECT);
    }

    @Test
    void argumentsDigest_escapesWhatHtmlMinds() {
        String canonical = "{\"a\":\"\\u003cb\\u003e\\u0026\\u2028\\u2029\"}";

        assertThat(Json.of(java.util.Map.of("a", "<b>&\u2028\u2029")).argumentsDigest())
                .isEqualTo(Json.sha256(canonical));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "null;74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b",
                "{};" + OF_EMPTY_OBJECT,
                "{\"a\":1};015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862",
                "{ \"a\" : 1 };015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862",
                "{\"a\":1.0};c29a44abc114a1d75486434c013102c9e736f526b4fd19658d9492b7b224de6d",
                "{\"a\":2,\"b\":1};d3626ac30a87e6f7a6428233b3c68299976865fa5508e4267c5415c76af7a772",
                "{\"b\":1,\"a\":2};a1d46c3cdb4e5795c8d637f80daeb578ebb1a9a65dc1ed5f11f51794c3c89f3a",
                "{\"d\":\"A\"};146e5afaaa26b7519d112bb92ec0b68f4d4bdc248c87b704ef8c6aa690e8fd03",
                "{\"d\":\"\\u0041\"};24b78f8e88a2d2e57134f13dc3577c7f8d2be03a6655f035132b3ff6d37cc193",
                "{\"d\":\"<&>\"};f107ec4bfc2063a222b1aeedcd3c570192bd8ff62620c416b7fcf3ff43ee0f47",
                "{\"type\":\"object\",\"properties\":{\"q\":{\"type\":\"string\"}}};"
                        + "2f865b1f3ca2e32115c8f1855bff8b8a6837948efb24a4f4f1db1341fae05819"
            })
    void schemaDigest_ofGoldenVectors_matches(String schema, String digest) {
        assertThat(SchemaDigest.of(schema)).isEqualTo(digest).matches("[0-9a-f]{64}");
        assertThat(SchemaDigest.of("\u00a0\n\t" + schema + "\r\u0085\u2003 ")).isEqualTo(digest);
        assertThat(SchemaDigest.of(schema.getBytes(StandardCharsets.UTF_8))).isEqualTo(digest);
        assertThat(SchemaDigest.of(Json.parse(schema))).isEqualTo(digest);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n\t\r ", "\u00a0"})
    void schemaDigest_ofBlankText_isThatOfNoBytes(String schema) {
        assertThat(SchemaDigest.of(schema)).isEqualTo(OF_NOTHING);
        assertThat(SchemaDigest.of(schema.getBytes(StandardCharsets.UTF_8))).isEqualTo(OF_NOTHING);
    }

    @Test
    void schemaDigest_keepsWhiteSpaceInStrings_andMembersThatOccurTwice() {
        assertThat(SchemaDigest.of("{\"a b\" : \" \\\" \\\\\"}")).isEqualTo(Json.sha256("{\"a b\":\" \\\" \\\\\"}"));
        assertThat(SchemaDigest.of("{\"a\":1, \"a\":1}")).isEqualTo(Json.sha256("{\"a\":1,\"a\":1}"));
        assertThat(SchemaDigest.of("[ {\"a\":1, \"a\":1} , 5 ]")).isEqualTo(Json.sha256("[{\"a\":1,\"a\":1},5]"));
    }

    @Test
    void schemaDigest_ofWhatIsNoJson_isRefused() {
        for (String schema : List.of("{", "{} {}", "nul", "{\"a\":1,}", "\ufeff{}", "{\"a\":\"\n\"}")) {
            assertThatThrownBy(() -> SchemaDigest.of(schema))
                    .isInstanceOfSatisfying(ConfigurationException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SCHEMA);
                        assertThat(e).hasCauseInstanceOf(MalformedJsonException.class);
                    });
        }
        assertThatThrownBy(() -> SchemaDigest.of(new byte[] {'"', (byte) 0xFF, '"'}))
                .isInstanceOf(ConfigurationException.class);
    }
}

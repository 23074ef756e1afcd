package dev.harbor.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

final class JsonGrammarTest {

    private static final JsonFactory JACKSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                "false",
                "0",
                "-0",
                "-0.0",
                "12",
                "1.10",
                "1E400",
                "1e+5",
                "1e-5",
                "0e0",
                "\"\"",
                "\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00\"",
                "\"\u007f\u2028\ud83d\ude00\"",
                "[]",
                "[1]",
                "[ 1 , [ ] , { } ]",
                "{}",
                "{\"a\":1,\"b\":{\"a\":2}}",
                " \t\r\n{ \"\" : null }\n",
                "\"\\u0000\""
            })
    void parse_ofDocumentAfterRfc8259_keepsItsText(String text) {
        assertThat(Json.parse(text).toString()).isEqualTo(text);
        assertThat(Json.parse(text.getBytes(StandardCharsets.UTF_8)).toString()).isEqualTo(text);
        assertThat(Json.lazy(text).compact().kind()).isEqualTo(Json.parse(text).kind());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "nul",
                "nulll",
                "True",
                "NaN",
                "Infinity",
                "-Infinity",
                "undefined",
                "+1",
                "01",
                "-01",
                "1.",
                ".5",
                "1.e5",
                "1e",
                "1e+",
                "0x5",
                "1_000",
                "--1",
                "-",
                "'a'",
                "\"",
                "\"a",
                "\"\\\"",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\\u12g4\"",
                "\"\\u１２３４\"",
                "\"a\tb\"",
                "\"a\nb\"",
                "\"\u0000\"",
                "\"\\ud800\"",
                "\"\\udc00\"",
                "\"\\udc00\\ud800\"",
                "\"\\ud800\\u0041\"",
                "\"\ud800\"",
                "\"\udc00\"",
                "\"\ud800\\" + "udc00\"",
                "[",
                "]",
                "[1",
                "[1,",
                "[1,]",
                "[,1]",
                "[1 2]",
                "[1,,2]",
                "{",
                "}",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1",
                "{\"a\":1,",
                "{\"a\":1,}",
                "{,}",
                "{a:1}",
                "{'a':1}",
                "{1:1}",
                "{null:1}",
                "{\"a\":1 \"b\":2}",
                "{\"a\" 1}",
                "[1]]",
                "{}{}",
                "{} x",
                "1 2",
                "null,",
                "/*c*/1",
                "1//c",
                "#c\n1",
                "\ufeff1",
                "\u00a01",
                "1\u00a0",
                "\u000b1",
                "```json\n{}\n```",
                "{\"a\":1,\"a\":1}",
                "{\"b\":{\"a\":1,\"\\u0061\":2}}",
                "[{\"a\":1,\"a\":2}]"
            })
    void parse_ofAnythingElse_isRefused(String text) {
        assertThatThrownBy(() -> Json.parse(text)).isInstanceOfSatisfying(MalformedJsonException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_JSON);
            assertThat(e.position()).isBetween(0, text.length());
            assertThat(e.getMessage()).contains(e.reason(), String.valueOf(e.position()));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":tru}", "[1,2", "{\"a\":1}x", "\"\\q\""})
    void lazy_ofMalformedText_failsAtFirstUseOnly(String text) {
        Json json = Json.lazy(text);

        assertThat(json.toString()).isEqualTo(text);
        assertThat(json.sizeBytes()).isEqualTo(text.length());
        for (Runnable use : List.<Runnable>of(
                json::kind,
                json::compact,
                json::canonical,
                json::toJava,
                json::hashCode,
                json::argumentsDigest,
                json::members,
                json::elements,
                json::asString,
                () -> json.get("a"),
                () -> json.at("/a"))) {
            assertThatThrownBy(use::run).isInstanceOf(MalformedJsonException.class);
        }
    }

    @Test
    void refusal_namesPositionAndReason() {
        assertThatThrownBy(() -> Json.parse("{\"a\":1,\"b\":x}"))
                .hasMessage("malformed JSON at character 11: expected a value");
        assertThatThrownBy(() -> Json.parse("{\"to\":\"a\", \"to\":\"b\"}"))
                .hasMessage("malformed JSON at character 11: member 'to' occurs twice");
        assertThatThrownBy(() -> Json.parse("{\"id\":1}{\"id\":2}"))
                .hasMessage("malformed JSON at character 8: content after the end of the document");
        assertThatThrownBy(() -> Json.parse("{\"a\":[1,2"))
                .hasMessage("malformed JSON at character 9: expected ',' or ']', but the text ends");
        assertThatThrownBy(() -> Json.parse("\ufeff{}"))
                .hasMessage("malformed JSON at character 0: a byte order mark is no JSON");
    }

    @Test
    void refusal_ofLongInput_quotesFewCharactersOfIt() {
        String secret = "s3cr3t".repeat(10_000);

        for (String text : List.of(
                "{\"" + secret + "\":1,\"" + secret + "\":1}", "\"" + secret, secret, "[\"" + secret + "\"" + secret)) {
            assertThatThrownBy(() -> Json.parse(text))
                    .isInstanceOf(MalformedJsonException.class)
                    .extracting(Throwable::getMessage)
                    .satisfies(message -> assertThat(message).hasSizeLessThan(150))
                    .satisfies(message -> assertThat(message).doesNotContain(secret.substring(0, 41)));
        }
    }

    @Test
    void refusal_carriesNoStackTrace() {
        assertThatThrownBy(() -> Json.parse("x"))
                .satisfies(e -> assertThat(e.getStackTrace()).isEmpty());
    }

    @Test
    void nesting_of64Levels_isRead_andOf65Refused() {
        for (String level : List.of("[", "{\"a\":")) {
            String close = level.equals("[") ? "]" : "}";
            String deepest = level.repeat(Json.MAX_DEPTH - 1) + "{}" + close.repeat(Json.MAX_DEPTH - 1);
            assertThat(Json.parse(deepest).toJava()).isNotNull();
            assertThatThrownBy(() -> Json.parse(level.repeat(Json.MAX_DEPTH) + "{}" + close.repeat(Json.MAX_DEPTH)))
                    .hasMessageContaining("nested deeper than 64 levels");
            assertThatThrownBy(() -> Json.parse(level.repeat(1_000_000)))
                    .hasMessageContaining("nested deeper than 64 levels");
        }
    }

    @Test
    void number_atItsBounds_isRead_andBeyondThemRefused() {
        assertThat(Json.parse("1".repeat(1_000)).asNumber().precision()).isEqualTo(1_000);
        assertThat(Json.parse("1e1000").asNumber().precision()).isEqualTo(1);
        assertThat(Json.parse("1e-0001000").asNumber().scale()).isEqualTo(1_000);
        for (String beyond : List.of("1".repeat(1_001), "1".repeat(100_000), "0." + "1".repeat(1_000))) {
            assertThatThrownBy(() -> Json.parse(beyond)).hasMessageContaining("more than 1000 characters");
        }
        for (String beyond : List.of("1e1001", "1e-1001", "1E999999999", "1e" + "9".repeat(900), "0e99999999999")) {
            assertThatThrownBy(() -> Json.parse(beyond)).hasMessageContaining("exponent beyond 1000");
        }
    }

    @Test
    void text_ofTenMegabytes_andArrayOf100000Elements_areRead() {
        String text = "x".repeat(10_000_000);
        assertThat(Json.parse("\"" + text + "\"").asString()).hasSize(10_000_000);
        assertThat(Json.parse("[" + "1,".repeat(99_999) + "1]").elements()).hasSize(100_000);
    }

    @Test
    void bytes_thatAreNoUtf8_areRefused() {
        for (byte[] bytes : List.of(
                new byte[] {'"', (byte) 0xC0, (byte) 0x80, '"'},
                new byte[] {'"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"'},
                new byte[] {'"', (byte) 0xFF, '"'},
                new byte[] {'"', (byte) 0xE2, (byte) 0x82, '"'},
                "{}".getBytes(StandardCharsets.UTF_16))) {
            assertThatThrownBy(() -> Json.parse(bytes)).isInstanceOf(MalformedJsonException.class);
        }
        assertThat(Json.parse("\"\ufffd\"".getBytes(StandardCharsets.UTF_8)).asString())
                .isEqualTo("\ufffd");
    }

    /** Spoils documents at random and asks another parser; only what is stricter here by intent may differ. */
    @Test
    void spoiltText_isReadIfAndOnlyIfJacksonReadsIt() {
        Random random = new Random(20_261_130);
        int read = 0;
        for (int i = 0; i < 60_000 * Integer.getInteger("harbor.seeds.times", 1); i++) {
            String text = spoil(random, SEEDS.get(random.nextInt(SEEDS.size())));
            boolean ours = isReadByUs(text);
            if (!isStricterHere(text)) {
                assertThat(ours).as("%s (case %s)", text, i).isEqualTo(isReadByJackson(text));
            }
            read += ours ? 1 : 0;
        }
        assertThat(read).as("documents that were read").isBetween(5_000, 55_000);
    }

    private static final List<String> SEEDS = List.of(
            "{\"a\":[1,-2.5e3,\"x\\n\\u00e9\"],\"b\":{\"c\":null,\"d\":true}}",
            "[0.1,1E5,{},[],\"\\\\\"]",
            "{\"k\":\"v\",\"n\":10,\"f\":false}",
            "[\"\\t\\u20ac\",\"/\",\"\\/\"]",
            " [ 1 , 2 ] ");

    private static String spoil(Random random, String text) {
        StringBuilder spoilt = new StringBuilder(text);
        for (int edits = random.nextInt(3); edits >= 0; edits--) {
            int at = random.nextInt(spoilt.length());
            String alphabet = "{}[]\":,0123456789.-+eEtrufalsn\\ \n\u00e9/dDbc8";
            char c = alphabet.charAt(random.nextInt(alphabet.length()));
            switch (random.nextInt(3)) {
                case 0 -> spoilt.insert(at, c);
                case 1 -> spoilt.setCharAt(at, c);
                default -> spoilt.deleteCharAt(at);
            }
        }
        return spoilt.toString();
    }

    private static boolean isReadByUs(String text) {
        try {
            Json.parse(text);
            return true;
        } catch (MalformedJsonException e) {
            return false;
        }
    }

    /** Jackson takes unpaired surrogates and any exponent; both have tests of their own. */
    private static boolean isStricterHere(String text) {
        return text.matches("(?s).*(\\\\u[dD][89a-fA-F]|[eE][+-]?[0-9]{4,}).*");
    }

    private static boolean isReadByJackson(String text) {
        try (JsonParser parser = JACKSON.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == null) {
                return false;
            }
            parser.skipChildren();
            parser.finishToken();
            return parser.nextToken() == null;
        } catch (JacksonException e) {
            return false;
        }
    }
}

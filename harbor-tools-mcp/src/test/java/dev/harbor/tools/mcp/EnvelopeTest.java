package dev.harbor.tools.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.json.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EnvelopeTest {

    private static Envelope one(String text) {
        List<Envelope> messages = Envelope.read(text);
        assertThat(messages).hasSize(1);
        return messages.get(0);
    }

    @Test
    void message_isToldByItsMembers_inWhateverOrder() {
        assertThat(one("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}").isAnswer())
                .isTrue();
        assertThat(one("{\"result\":{\"a\":[1,{\"b\":\"}\\\"\"}]},\"id\":1}").number())
                .isEqualTo(1);
        assertThat(one("{\"id\":null,\"method\":\"n\"}").isNotification()).isTrue();
        assertThat(one(" { \"id\" : \"x\" , \"method\" : \"m\" , \"params\" : [ ] } ")
                        .isRequest())
                .isTrue();
        assertThat(one("{\"id\":7,\"error\":{\"code\":-1}}").error()).isEqualTo(Json.parse("{\"code\":-1}"));
        assertThat(one("{}").isAnswer()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "hello",
                "42",
                "null",
                "\"text\"",
                "{",
                "}",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{\"a\":1} x",
                "{\"a\":1}{\"b\":2}",
                "{\"a\":\"x",
                "{a:1}",
                "[",
                "[1]",
                "[{}",
                "{\"a\":[1}",
                "\uFEFF{}"
            })
    void textThatIsNoMessage_isNone(String text) {
        assertThat(Envelope.read(text).stream().anyMatch(message -> message.isAnswer() || message.isRequest()))
                .isFalse();
    }

    @Test
    void batch_isItsMessages_andAnOddOneSpoilsIt() {
        assertThat(Envelope.read("[{\"id\":1,\"result\":{}},{\"method\":\"n\"}]"))
                .hasSize(2);
        assertThat(Envelope.read("[{\"id\":1,\"result\":{}},5]")).isEmpty();
    }

    @Test
    void ids_areNumbers_howeverTheyAreWritten_andNothingElse() {
        assertThat(one("{\"id\":5,\"result\":{}}").number()).isEqualTo(5);
        assertThat(one("{\"id\":5.0,\"result\":{}}").number()).isEqualTo(5);
        assertThat(one("{\"id\":\"5\",\"result\":{}}").number()).isEqualTo(5);
        for (String odd : List.of("-5", "5.5", "1e400", "9".repeat(5000), "\"abc\"", "true", "{}", "[5]", "\"\"")) {
            assertThat(one("{\"id\":" + odd + ",\"result\":{}}").number())
                    .as(odd)
                    .isNull();
        }
    }

    @Test
    void nesting_howeverDeep_takesNoStack() {
        String deep = "{\"id\":1,\"result\":" + "[".repeat(2_000_000) + "]".repeat(2_000_000) + "}";
        assertThat(one(deep).number()).isEqualTo(1);
    }

    /** Whatever comes, the reader finds a message or none, and goes on. The seed is fixed; more rounds with {@code -Dmcp.fuzz}. */
    @Test
    void anyText_isAMessageOrNone() {
        Random random = new Random(20261130);
        String[] pieces = {
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"",
            "\\",
            "\\\"",
            "\"id\"",
            "\"method\"",
            "\"result\"",
            "\"error\"",
            "1",
            "-",
            "e9",
            "null",
            "true",
            " ",
            "\n",
            "\u0000",
            "\uD800",
            "ü",
            "\"a\":1",
            "{\"id\":1,\"result\":{}}"
        };
        for (int round = 0; round < Integer.getInteger("mcp.fuzz", 20_000); round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(24); i >= 0; i--) {
                text.append(pieces[random.nextInt(pieces.length)]);
            }
            for (Envelope message : Envelope.read(text.toString())) {
                assertThat(message.isAnswer() && message.isRequest()).isFalse();
                message.number();
            }
        }
    }

    @Test
    void lines_areCut_whateverTheirBytesAre_andOnesTooLongArePassed() throws IOException {
        Random random = new Random(7);
        for (int round = 0; round < 300; round++) {
            byte[] bytes = new byte[random.nextInt(5000)];
            random.nextBytes(bytes);
            List<String> expected = new ArrayList<>();
            int size = 0;
            for (byte each : bytes) {
                size = each == '\n' ? 0 : size + 1;
            }
            LineReader reader = new LineReader(new ByteArrayInputStream(bytes), 100);
            for (LineReader.Line line = reader.next(); line != null; line = reader.next()) {
                expected.add(line.text());
                assertThat(line.tooLong() || line.text().length() <= 100).isTrue();
            }
            long ends = java.util.stream.IntStream.range(0, bytes.length)
                    .filter(i -> bytes[i] == '\n')
                    .count();
            assertThat(expected).hasSize((int) ends + (size > 0 ? 1 : 0));
        }
    }

    @Test
    void lines_areWhole_whereverTheirBytesAreParted() throws IOException {
        Random random = new Random(11);
        List<String> lines = new ArrayList<>();
        for (int length : List.of(0, 1, 3, 65_535, 65_536, 65_537, 131_072, 200_001)) {
            String characters = "aé世😀";
            StringBuilder line = new StringBuilder();
            random.ints(length, 0, 4)
                    .map(i -> characters.codePointAt(characters.offsetByCodePoints(0, i)))
                    .forEach(line::appendCodePoint);
            lines.add(line.toString());
        }
        byte[] bytes = String.join("\r\n", lines).getBytes(StandardCharsets.UTF_8);
        for (int most : List.of(1, 7, 4_096, 65_536)) {
            InputStream dripping = new ByteArrayInputStream(bytes) {
                @Override
                public int read(byte[] into, int offset, int length) {
                    return super.read(into, offset, Math.min(length, 1 + random.nextInt(most)));
                }
            };
            LineReader reader = new LineReader(dripping, 1 << 20);
            for (String line : lines) {
                assertThat(reader.next()).isEqualTo(new LineReader.Line(line, false, true));
            }
            assertThat(reader.next()).isNull();
        }
    }

    @Test
    void line_thatIsTooLong_keepsItsEnds_whereItsIdIs() throws IOException {
        String line = "{\"result\":{\"content\":\"" + "x".repeat(300_000) + "\"},\"jsonrpc\":\"2.0\",\"id\":12}";
        byte[] bytes = (line + "\nnext\r\n").getBytes(StandardCharsets.UTF_8);
        LineReader reader = new LineReader(new ByteArrayInputStream(bytes), 2048);
        LineReader.Line cut = reader.next();
        assertThat(cut.tooLong()).isTrue();
        assertThat(cut.text()).startsWith("{\"result\"").endsWith("\"id\":12}").hasSizeLessThan(2048);
        assertThat(reader.next().text()).isEqualTo("next");
        assertThat(reader.next()).isNull();
    }

    @Test
    void line_thatIsNotUtf8_saysSo() throws IOException {
        byte[] bytes = {'a', (byte) 0xff, '\n', (byte) 0xef, (byte) 0xbf, (byte) 0xbd, '\n'};
        LineReader reader = new LineReader(new ByteArrayInputStream(bytes), 100);
        assertThat(reader.next().valid()).isFalse();
        assertThat(reader.next().valid()).isTrue();
    }
}

package dev.harbor.tools.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.error.HarborException;
import dev.harbor.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Feeds the reader of messages what no server should send. Each case is made from its seed, which a failure names. */
final class EnvelopePropertyTest {

    private static final int CASES = 20_000 * Integer.getInteger("harbor.seeds.times", 1);

    private static final List<String> CONVERSATION = List.of(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{\"listChanged\":true}},\"serverInfo\":{\"name\":\"x\",\"version\":\"1\"}}}",
            "{\"jsonrpc\":\"2.0\",\"id\":\"a-\\\"7\\\\\",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"a\\u00e4\\n"
                    + "{}[],:\"}],\"isError\":false}}",
            "{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32601,\"message\":\"Method not"
                    + " found\",\"data\":[1,2.5e3,null]}}",
            " { \"method\" : \"notifications/progress\" , \"params\" : { \"progressToken\" : 1e2 , \"progress\" : 0.5"
                    + " } , \"jsonrpc\" : \"2.0\" } ",
            "[{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":null},{\"id\":9,\"result\":{}}]");

    private static final String PIECES =
            "{}[]\",:\\ \t\r\n0123456789eE+-.truefalsn\u0000\u0001\u00e4\u4e16\ud83d\ude42\ufeff";

    private static String mutated(Random random) {
        StringBuilder text = new StringBuilder(CONVERSATION.get(random.nextInt(CONVERSATION.size())));
        for (int edits = 1 + random.nextInt(8); edits > 0 && text.length() > 0; edits--) {
            edit(text, random);
        }
        return text.toString();
    }

    private static void edit(StringBuilder text, Random random) {
        int at = random.nextInt(text.length());
        int end = Math.min(text.length(), at + 1 + random.nextInt(12));
        switch (random.nextInt(5)) {
            case 0 -> text.deleteCharAt(at);
            case 1 -> text.insert(at, PIECES.charAt(random.nextInt(PIECES.length())));
            case 2 -> text.setCharAt(at, PIECES.charAt(random.nextInt(PIECES.length())));
            case 3 -> text.delete(at, end);
            default -> text.insert(at, text.substring(at, end).repeat(1 + random.nextInt(4)));
        }
    }

    private static List<Envelope> read(String text, long seed) {
        try {
            return Envelope.read(text);
        } catch (RuntimeException | StackOverflowError e) {
            throw new AssertionError("seed " + seed + ": " + text, e);
        }
    }

    @Test
    void reader_ofRandomBytes_neverFails() {
        for (long seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            assertThat(read(new String(bytes, StandardCharsets.UTF_8), seed))
                    .as("seed %d", seed)
                    .isEmpty();
        }
    }

    @Test
    void reader_ofRandomPieces_neverFails() {
        for (long seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder("{");
            random.ints(random.nextInt(100), 0, PIECES.length()).forEach(i -> text.append(PIECES.charAt(i)));
            List<Envelope> messages = read(text.toString(), seed);
            assertThat(messages).as("seed %d", seed).hasSizeLessThanOrEqualTo(1);
        }
    }

    @Test
    void reader_ofMutatedMessages_neverFails_andAgreesWithTheParserWhereThatReadsThem() {
        int whole = 0;
        for (long seed = 0; seed < CASES; seed++) {
            String text = mutated(new Random(seed));
            List<Envelope> messages = read(text, seed);
            Optional<Json> parsed = parsed(text);
            if (parsed.isPresent() && parsed.get().kind() == Json.Kind.OBJECT) {
                whole++;
                assertThat(messages).as("seed %d: %s", seed, text).hasSize(1);
                requireSame(messages.get(0), parsed.get(), "seed " + seed + ": " + text);
            }
        }
        assertThat(whole).as("messages that are whole after all").isGreaterThan(CASES / 20);
    }

    private static Optional<Json> parsed(String text) {
        try {
            return Optional.of(Json.parse(text));
        } catch (HarborException e) {
            return Optional.empty();
        }
    }

    private static void requireSame(Envelope message, Json parsed, String which) {
        Map<String, Json> members = parsed.members();
        assertThat(message.result()).as(which).isEqualTo(members.get("result"));
        assertThat(message.params()).as(which).isEqualTo(members.get("params"));
        assertThat(Optional.ofNullable(message.id())).as(which).isEqualTo(present(members.get("id")));
        assertThat(Optional.ofNullable(message.error())).as(which).isEqualTo(present(members.get("error")));
    }

    private static Optional<Json> present(@org.jspecify.annotations.Nullable Json value) {
        return Optional.ofNullable(value).filter(json -> !json.isNull());
    }

    @Test
    void reader_ofDepthAndLength_takesNoStack() {
        for (String text : List.of(
                "[".repeat(1_000_000),
                "{\"a\":".repeat(500_000),
                "{\"id\":" + "[".repeat(500_000) + "]".repeat(500_000) + "}",
                "\"" + "\\".repeat(1_000_001))) {
            assertThat(read(text, -1)).hasSizeLessThanOrEqualTo(1);
        }
    }

    @Test
    void number_ofAnyId_isNoneOrOneThatWasGivenOut() {
        for (String id : List.of(
                "1e400",
                "9".repeat(400),
                "-1",
                "1.5",
                "\"\"",
                "\"x\"",
                "[]",
                "{}",
                "true",
                "\"1",
                "1e2",
                ".0",
                "\".0\"")) {
            List<Envelope> messages = Envelope.read("{\"id\":" + id + ",\"result\":{}}");
            assertThat(messages).as(id).allMatch(message -> message.number() == null);
        }
    }
}

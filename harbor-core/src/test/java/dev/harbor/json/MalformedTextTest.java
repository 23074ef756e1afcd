package dev.harbor.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Text that is no JSON is blamed as such and with its place, whatever was expected of it and whatever else is wrong before that place. */
final class MalformedTextTest {

    private static final List<String> NO_JSON = List.of(
            "",
            " ",
            "no json",
            "nothing",
            "true or false",
            "frue",
            "12 apples",
            "-",
            "\"open",
            "\"a\" \"b\"",
            "[1, 2",
            "[1 2]",
            "[1,]",
            "{",
            "{\"a\":",
            "{\"a\" 1}",
            "{a:1}",
            "{\"unknown\":1,}",
            "{\"unknown\":1}{\"unknown\":2}",
            "{\"unknown\":1,\"unknown\":1}",
            "{\"unknown\":[{\"x\":1,\"x\":2}]}",
            "\ufeff{}",
            "```json\n{}\n```",
            "[".repeat(65) + "]".repeat(65),
            "\"\ud83d\"");

    static Stream<Type> types() {
        return Stream.concat(
                RandomTypes.everyLeafEverywhere().stream(),
                IntStream.range(0, 60).mapToObj(seed -> new RandomTypes(new Random(seed)).type(3)));
    }

    @ParameterizedTest
    @MethodSource("types")
    void text_thatIsNoJson_isMalformedForEveryType(Type type) {
        Codec<?> codec = Codec.of(type);
        NO_JSON.forEach(text -> assertMalformed(codec, text));
    }

    @ParameterizedTest
    @MethodSource("types")
    void document_thatIsCutOrTornAnywhere_isMalformedForEveryType(Type type) {
        @SuppressWarnings("unchecked")
        Codec<Object> codec = (Codec<Object>) Codec.of(type);
        Random random = new Random(7);
        Object value = new RandomValues(random).value(new ShapeResolver(Map.of(), "test").resolve(type));
        String good = codec.encode(value).toString();
        for (String text : torn(good, random)) {
            if (!isDocument(text)) {
                assertMalformed(codec, text);
            }
        }
    }

    private static List<String> torn(String good, Random random) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            int at = random.nextInt(good.length() + 1);
            String rest = good.substring(at);
            texts.add(good.substring(0, at));
            texts.add(rest);
            texts.add(good.substring(0, at) + "~" + rest);
            texts.add("{\"stranger\":[1.5,null]," + rest);
        }
        return texts;
    }

    private static boolean isDocument(String text) {
        return catchThrowable(() -> Json.parse(text)) == null;
    }

    private static void assertMalformed(Codec<?> codec, String text) {
        int place = catchThrowableOfType(MalformedJsonException.class, () -> Json.parse(text))
                .position();
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        assertMalformed(text, place, () -> codec.decode(text));
        assertMalformed(text, place, () -> codec.decode(Json.lazy(text)));
        assertMalformed(text, place, () -> codec.decode(Json.lazy(text), repair -> {}));
        if (new String(utf8, StandardCharsets.UTF_8).equals(text)) {
            assertMalformed(text, place, () -> codec.decode(utf8));
        }
    }

    private static void assertMalformed(String text, int place, ThrowingCallable reading) {
        assertThat(catchThrowable(reading))
                .as("%s", text)
                .isInstanceOfSatisfying(
                        MalformedJsonException.class,
                        e -> assertThat(e.position()).isEqualTo(place))
                .hasMessageStartingWith("malformed JSON at character " + place + ": ");
    }

    @Test
    void text_thatIsNoJson_isMalformedForWhateverReadsIt() {
        JsonSchema schema = JsonSchema.compile(Json.parse("{\"type\":\"object\",\"required\":[\"a\"]}"));
        for (String text : NO_JSON) {
            int place = catchThrowableOfType(MalformedJsonException.class, () -> Json.parse(text))
                    .position();
            List<ThrowingCallable> readers = List.of(
                    () -> Json.lazy(text).kind(),
                    () -> Json.lazy(text).isNull(),
                    () -> Json.lazy(text).asString(),
                    () -> Json.lazy(text).asBoolean(),
                    () -> Json.lazy(text).asInt(),
                    () -> Json.lazy(text).asLong(),
                    () -> Json.lazy(text).asDouble(),
                    () -> Json.lazy(text).asNumber(),
                    () -> Json.lazy(text).members(),
                    () -> Json.lazy(text).elements(),
                    () -> Json.lazy(text).get("unknown"),
                    () -> Json.lazy(text).at("/unknown"),
                    () -> Json.lazy(text).toJava(),
                    () -> Json.lazy(text).compact(),
                    () -> Json.lazy(text).canonical(),
                    () -> Json.lazy(text).hashCode(),
                    () -> Json.of(Map.of("inside", Json.lazy(text))),
                    () -> schema.validate(Json.lazy(text)));
            readers.forEach(reading -> assertMalformed(text, place, reading));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"yes\"", "null", "[]", "7", "{\"unknown\":1}"})
    void json_ofAnotherKind_isStillBlamedForItsKind(String text) {
        assertThat(catchThrowable(() -> Codec.of(boolean.class).decode(text)))
                .isInstanceOf(InvalidJsonException.class)
                .hasMessageStartingWith("value must be boolean, was ");
    }
}

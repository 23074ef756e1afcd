package dev.harbor.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.harbor.error.ErrorCode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class CodecErrorTest {

    record Item(String sku, int count) {}

    record Order(String path, List<Item> items, Map<String, Instant> dates, Optional<Boolean> force) {}

    record Interval(int from, int to) {
        Interval {
            if (from > to) {
                throw new IllegalArgumentException("from must not be after to");
            }
        }
    }

    record Quoting(String text) {
        Quoting {
            throw new IllegalStateException("can't take " + text);
        }
    }

    record Silent(int a) {
        Silent {
            throw new UnsupportedOperationException();
        }
    }

    record Crashing(int a) {
        Crashing {
            throw new StackOverflowError("as if");
        }
    }

    record Secretive(int a) {
        @Override
        public int a() {
            throw new IllegalStateException("token=abc");
        }
    }

    record Chain(@Nullable Chain next) {}

    record Text(String value) {}

    static Stream<Arguments> refusals() {
        String good = "\"items\":[],\"dates\":{}";
        return Stream.of(
                Arguments.of("{}", List.of("/path is required", "/items is required", "/dates is required")),
                Arguments.of("{\"path\":null," + good + "}", List.of("/path must be string, was null")),
                Arguments.of("{\"path\":5," + good + "}", List.of("/path must be string, was number")),
                Arguments.of(
                        "{\"pth\":\"a\"," + good + "}", List.of("/pth is not a known member", "/path is required")),
                Arguments.of(
                        "{\"path\":\"a\",\"items\":[{\"sku\":\"x\",\"count\":1},{\"sku\":\"x\"}],\"dates\":{}}",
                        List.of("/items/1/count is required")),
                Arguments.of(
                        "{\"path\":\"a\",\"items\":[{\"sku\":\"x\",\"count\":1.9}],\"dates\":{}}",
                        List.of("/items/0/count must be integer, was a number with a fraction")),
                Arguments.of(
                        "{\"path\":\"a\",\"items\":[{\"sku\":\"x\",\"count\":\"\"}],\"dates\":{}}",
                        List.of("/items/0/count must be integer, was string")),
                Arguments.of("{\"path\":\"a\",\"items\":{},\"dates\":{}}", List.of("/items must be array, was object")),
                Arguments.of(
                        "{\"path\":\"a\",\"items\":[],\"dates\":{\"a/b~c\":\"soon\"}}",
                        List.of("/dates/a~1b~0c must be an instant such as 2026-02-28T10:15:30Z")),
                Arguments.of(
                        "{\"path\":\"a\"," + good + ",\"force\":\"yes\"}",
                        List.of("/force must be boolean, was string")),
                Arguments.of("[]", List.of("value must be object, was array")),
                Arguments.of("null", List.of("value must be object, was null")));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void refusal_namesEachPlace(String json, List<String> expected) {
        InvalidJsonException e = refusal(Codec.of(Order.class), json);

        assertThat(e.code()).isEqualTo(ErrorCode.INVALID_JSON);
        assertThat(e.violations()).extracting(Violation::toString).isEqualTo(expected);
        assertThat(e).hasMessage(String.join("; ", expected));
        assertThat(e.getStackTrace()).isEmpty();
    }

    @Test
    void unknownMember_isAnsweredWithTheNearOnes() {
        Violation violation =
                refusal(Codec.of(Order.class), "{\"itmes\":[]}").violations().get(0);

        assertThat(violation.keyword()).isEqualTo("additionalProperties");
        assertThat(violation.allowed()).startsWith("items").hasSize(4);
    }

    @Test
    void unknownConstant_isAnsweredWithTheAllowedOnes_nearestFirst() {
        Violation violation = refusal(Codec.of(Family.Wired.class), "\"READ-WRITE\"")
                .violations()
                .get(0);

        assertThat(violation.keyword()).isEqualTo("enum");
        assertThat(violation.allowed()).containsExactly("read/write", "read-only", "no access");
        assertThat(refusal(Codec.of(Family.Figure.class), "{\"kind\":\"squares\"}")
                        .violations())
                .singleElement()
                .satisfies(v -> assertThat(v.pointer()).isEqualTo("/kind"))
                .satisfies(v -> assertThat(v.allowed()).startsWith("Square").hasSize(4));
    }

    @Test
    void refusal_ofLongValues_repeatsFewCharacters() {
        String secret = "s3cr3t".repeat(50_000);
        for (String json : List.of(
                "{\"path\":\"a\",\"items\":[{\"sku\":\"x\",\"count\":\"" + secret + "\"}],\"dates\":{}}",
                "{\"" + secret + "\":1}",
                "{\"path\":\"a\",\"items\":[],\"dates\":{\"x\":\"" + secret + "\"}}",
                "\"" + secret + "\"",
                "{\"path\":\"a\",\"items\":[],\"dates\":{\"" + secret + "\":1}}")) {
            InvalidJsonException e = refusal(Codec.of(Order.class), json);
            assertThat(e.violations()).allSatisfy(violation -> {
                assertThat(violation.message()).doesNotContain(secret.substring(0, 41));
                assertThat(violation.pointer()).hasSizeLessThan(300);
            });
            assertThat(e.getMessage()).hasSizeLessThan(2_000);
        }
        assertThat(refusal(Codec.of(Quoting.class), "{\"text\":\"" + secret + "\"}")
                        .getMessage())
                .isEqualTo("value was refused by Quoting");
    }

    @Test
    void manyUnknownMembers_areListedUpToABound() {
        StringBuilder json = new StringBuilder("{");
        for (int i = 0; i < 10_000; i++) {
            json.append("\"x").append(i).append("\":1,");
        }

        assertThat(refusal(Codec.of(Item.class), json + "\"sku\":\"\",\"count\":1}")
                        .violations())
                .hasSize(20);
    }

    @Test
    void constructor_thatRefuses_isQuotedWithItsReason() {
        InvalidJsonException e =
                refusal(Codec.of(new TypeRef<List<Interval>>() {}), "[{\"from\":1,\"to\":2},{\"from\":3,\"to\":2}]");

        assertThat(e).hasMessage("/1 was refused by Interval: from must not be after to");
        assertThat(e).hasCauseInstanceOf(IllegalArgumentException.class);
        assertThat(e.violations().get(0).keyword()).isEqualTo("constructor");
        assertThat(refusal(Codec.of(Silent.class), "{\"a\":1}")).hasMessage("value was refused by Silent");
        assertThat(refusal(Codec.of(Quoting.class), "{\"text\":\"x\\u0007y\"}"))
                .hasMessage("value was refused by Quoting: can't take x?y");
    }

    @Test
    void error_ofAConstructor_isNotSwallowed() {
        assertThatThrownBy(() -> Codec.of(Crashing.class).decode("{\"a\":1}")).isInstanceOf(StackOverflowError.class);
    }

    // ---- writing

    @Test
    void null_whereAValueIsRequired_isRefusedWithItsPlace() {
        Codec<Order> codec = Codec.of(Order.class);
        List<@Nullable Item> items = Arrays.asList(new Item("x", 1), null);

        assertThatThrownBy(() -> codec.encode(new Order(nothing(), List.of(), Map.of(), Optional.empty())))
                .isInstanceOf(InvalidJsonException.class)
                .hasMessage("/path must not be null");
        assertThatThrownBy(() -> codec.encode(new Order("", cast(items), Map.of(), Optional.empty())))
                .hasMessage("/items/1 must not be null");
        assertThatThrownBy(() -> codec.encode(nothing())).hasMessage("value must not be null");
        assertThat(codec.encode(new Order("", List.of(), Map.of(), nothing())))
                .hasToString("{\"path\":\"\",\"items\":[],\"dates\":{}}");
    }

    @Test
    void absentComponent_isLeftOut_andItsAbsenceIsValid() {
        Codec<Family.Perhaps<List<String>>> codec = Codec.of(new TypeRef<Family.Perhaps<List<String>>>() {});
        Json json = codec.encode(new Family.Perhaps<>(
                null, Optional.empty(), java.util.OptionalInt.empty(), Arrays.asList((List<String>) null)));

        assertThat(json).hasToString("{\"holes\":[null]}");
        assertThat(new Oracle(codec.schema()).errors(json.toString())).isEmpty();
    }

    @Test
    void value_thatNoSchemaAccepts_isRefused() {
        assertThatThrownBy(() -> Codec.of(Double.class).encode(Double.NaN)).isInstanceOf(UnserializableException.class);
        assertThatThrownBy(() -> Codec.of(float[].class).encode(new float[] {1, Float.NEGATIVE_INFINITY}))
                .isInstanceOfSatisfying(
                        UnserializableException.class, e -> assertThat(e.path()).isEqualTo("/1"));
        assertThatThrownBy(() -> Codec.of(Instant.class).encode(Instant.MAX)).isInstanceOf(InvalidJsonException.class);
        assertThatThrownBy(() -> Codec.of(java.time.LocalDate.class).encode(java.time.LocalDate.of(-1, 1, 1)))
                .isInstanceOf(InvalidJsonException.class);
        assertThatThrownBy(() -> Codec.of(Text.class).encode(new Text("\ud800")))
                .isInstanceOfSatisfying(
                        UnserializableException.class, e -> assertThat(e.path()).isEqualTo("/value"));
        assertThatThrownBy(() -> Codec.of(new TypeRef<Optional<Json>>() {}).encode(Optional.of(Json.NULL)))
                .hasMessageContaining("reads back as absent");
        assertThatThrownBy(
                        () -> Codec.of(new TypeRef<Set<Double>>() {}).encode(new LinkedHashSet<>(List.of(0.0, -0.0))))
                .isInstanceOfSatisfying(
                        InvalidJsonException.class,
                        e -> assertThat(e.violations().get(0).pointer()).isEqualTo("/1"));
    }

    @Test
    void element_thatOnlyJavaTakesForEqual_isRefusedInASet() {
        assertThat(refusal(
                        Codec.of(new TypeRef<Set<Instant>>() {}),
                        "[\"2026-02-28T10:00:00Z\",\"2026-02-28T11:00:00+01:00\"]"))
                .hasMessage("/1 must not occur twice in a set");
        assertThat(refusal(
                                Codec.of(new TypeRef<Map<Instant, Integer>>() {}),
                                "{\"2026-02-28T10:00:00Z\":1,\"2026-02-28T11:00:00+01:00\":2}")
                        .violations()
                        .get(0)
                        .keyword())
                .isEqualTo("propertyNames");
    }

    @Test
    void objectOfAnotherClass_isRefusedWithItsPlace() {
        List<Object> wrong = new ArrayList<>(List.of("x", 1));

        assertThatThrownBy(() -> Codec.of(new TypeRef<List<String>>() {}).encode(cast(wrong)))
                .isInstanceOfSatisfying(
                        UnserializableException.class, e -> assertThat(e.path()).isEqualTo("/1"))
                .hasMessageContaining("not of its declared type");
    }

    @Test
    void valueWithoutEnd_isRefusedAtTheDepthBound() {
        Chain chain = new Chain(null);
        for (int i = 1; i < Json.MAX_DEPTH; i++) {
            chain = new Chain(chain);
        }
        Chain deepest = chain;
        Codec<Chain> codec = Codec.of(Chain.class);
        List<Family.Tree<String>> branches = new ArrayList<>();
        branches.add(new Family.Tree<>("a", branches));

        assertThat(codec.decode(codec.encode(deepest))).isEqualTo(deepest);
        assertThatThrownBy(() -> codec.encode(new Chain(deepest))).hasMessageContaining("deeper than 64 levels");
        assertThatThrownBy(() -> Codec.of(new TypeRef<Family.Tree<String>>() {}).encode(branches.get(0)))
                .isInstanceOf(UnserializableException.class)
                .hasMessageContaining("containing itself");
    }

    @Test
    void accessor_thatThrows_isReportedWithoutItsMessage() {
        assertThatThrownBy(() -> Codec.of(Secretive.class).encode(new Secretive(1)))
                .isInstanceOf(UnserializableException.class)
                .hasMessage("cannot write /a as JSON: its accessor failed with java.lang.IllegalStateException")
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    // ---- size

    @Test
    void hugeDocuments_areReadAndWritten() {
        Codec<Text> codec = Codec.of(Text.class);
        Text huge = new Text("x\u20ac".repeat(5_000_000));
        assertThat(codec.decode(codec.encode(huge))).isEqualTo(huge);

        Codec<int[]> numbers = Codec.of(int[].class);
        int[] many = new int[100_000];
        Arrays.setAll(many, i -> i * 31);
        assertThat(numbers.decode(numbers.encode(many))).isEqualTo(many);
    }

    @Test
    void deepAndLongInput_isRefusedQuickly() {
        Codec<Family.Tree<String>> codec = Codec.of(new TypeRef<Family.Tree<String>>() {});
        assertThatThrownBy(() -> codec.decode("{\"leaf\":\"\",\"branches\":[".repeat(10_000)))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageContaining("deeper than 64 levels");
        assertThatThrownBy(() -> Codec.of(java.math.BigInteger.class).decode("9".repeat(100_000)))
                .hasMessageContaining("more than 1000 characters");
        assertThatThrownBy(() -> Codec.of(java.util.Locale.class).decode("\"en" + "-a".repeat(1_000_000) + "\""))
                .isInstanceOf(InvalidJsonException.class);
        assertThatThrownBy(() -> Codec.of(byte[].class).decode("\"" + "A".repeat(1_000_001) + "\""))
                .isInstanceOf(InvalidJsonException.class);
    }

    private static InvalidJsonException refusal(Codec<?> codec, String json) {
        return catchThrowableOfType(InvalidJsonException.class, () -> codec.decode(json));
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    private static <T> T nothing() {
        return null;
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T> T cast(Object value) {
        return (T) value;
    }
}

package dev.harbor.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonTest {

    private static final Json ORDER =
            Json.parse("{\"id\": 7, \"price\": 1.10, \"tags\": [\"a\", {\"b/c~d\": null}], \"\": true}");

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {"{},OBJECT", "[],ARRAY", "\"\",STRING", "-1,NUMBER", "true,BOOLEAN", "null,NULL"})
    void kind_ofEachValue_isTold(String text, Json.Kind kind) {
        assertThat(Json.parse(text).kind()).isEqualTo(kind);
        assertThat(Json.lazy(" " + text).kind()).isEqualTo(kind);
        assertThat(Json.parse(text).isNull()).isEqualTo(kind == Json.Kind.NULL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1.10", "1E400", "-0.0", "100", "1e2", "12345678901234567890.1234567890", "0.0000000000000000001"
            })
    void number_keepsEveryDigit_throughEverything(String number) {
        Json inside = Json.parse("{\"a\":[" + number + "]}");

        assertThat(inside.at("/a/0").orElseThrow()).hasToString(number);
        assertThat(inside.compact()).hasToString("{\"a\":[" + number + "]}");
        assertThat(Json.of(Map.of("x", inside))).hasToString("{\"x\":{\"a\":[" + number + "]}}");
        assertThat(Json.parse(number).asNumber()).isEqualTo(new BigDecimal(number));
    }

    @Test
    void get_findsMembersOfObjectsOnly() {
        assertThat(ORDER.get("id")).contains(Json.parse("7"));
        assertThat(ORDER.get("")).contains(Json.parse("true"));
        assertThat(ORDER.get("tags").orElseThrow()).hasToString("[\"a\", {\"b/c~d\": null}]");
        assertThat(ORDER.get("Id")).isEmpty();
        assertThat(Json.parse("[1]").get("0")).isEmpty();
        assertThat(Json.NULL.get("a")).isEmpty();
        assertThat(Json.parse("{\"\\u0061\":null}").get("a")).contains(Json.NULL);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {"/id,7", "/tags/0,\"a\"", "/tags/1/b~1c~0d,null", "/,true"})
    void at_followsPointers(String pointer, String found) {
        assertThat(ORDER.at(pointer)).contains(Json.parse(found));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/x", "/tags/2", "/tags/-", "/tags/00", "/tags/+1", "/tags/99999999999", "/id/0", "/tags/0/x"})
    void at_ofNothingThere_isEmpty(String pointer) {
        assertThat(ORDER.at(pointer)).isEmpty();
    }

    @Test
    void at_ofEmptyPointer_isTheWhole_andOfWrongOnesRefused() {
        assertThat(ORDER.at("")).containsSame(ORDER);
        for (String wrong : List.of("id", "#/id", "/a~", "/a~2b")) {
            assertThatIllegalArgumentException().isThrownBy(() -> ORDER.at(wrong));
        }
    }

    @Test
    void members_andElements_keepOrderAndCannotBeChanged() {
        assertThat(ORDER.members().keySet()).containsExactly("id", "price", "tags", "");
        assertThat(ORDER.get("tags").orElseThrow().elements())
                .hasSize(2)
                .first()
                .hasToString("\"a\"");
        assertThatThrownBy(() -> ORDER.members().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> Json.parse("[1]").elements().clear())
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> Json.parse("[1]").members()).isInstanceOf(InvalidJsonException.class);
        assertThatThrownBy(() -> ORDER.elements()).isInstanceOf(InvalidJsonException.class);
    }

    @Test
    void scalar_ofTheRightKind_isReturned() {
        assertThat(Json.parse("\"a\\n\"").asString()).isEqualTo("a\n");
        assertThat(Json.parse("true").asBoolean()).isTrue();
        assertThat(Json.parse("2e0").asInt()).isEqualTo(2);
        assertThat(Json.parse("-2147483648").asInt()).isEqualTo(Integer.MIN_VALUE);
        assertThat(Json.parse("9223372036854775807").asLong()).isEqualTo(Long.MAX_VALUE);
        assertThat(Json.parse("-0.0").asDouble()).isEqualTo(-0.0);
        assertThat(Json.parse("-0").asDouble()).isEqualTo(-0.0);
        assertThat(Json.parse("0.1").asDouble()).isEqualTo(0.1);
    }

    @Test
    void scalar_ofWrongKindOrWithLoss_isRefused() {
        for (Runnable wrong : List.<Runnable>of(
                () -> Json.parse("5").asString(),
                () -> Json.NULL.asString(),
                () -> Json.parse("\"true\"").asBoolean(),
                () -> Json.parse("1").asBoolean(),
                () -> Json.parse("\"5\"").asInt(),
                () -> Json.parse("5.7").asInt(),
                () -> Json.parse("2147483648").asInt(),
                () -> Json.parse("1e400").asLong(),
                () -> Json.parse("9223372036854775808").asLong(),
                () -> Json.parse("1e400").asDouble(),
                () -> Json.parse("9007199254740993").asDouble(),
                () -> Json.parse("\"1\"").asNumber())) {
            assertThatThrownBy(wrong::run)
                    .isInstanceOfSatisfying(
                            InvalidJsonException.class,
                            e -> assertThat(e.violations()).hasSize(1));
        }
    }

    @Test
    void toJava_givesPlainValues() {
        assertThat(ORDER.toJava()).isEqualTo(java(ORDER));
        assertThat(Json.parse("9223372036854775808").toJava()).isEqualTo(new BigDecimal("9223372036854775808"));
        assertThat(Json.parse("9223372036854775807").toJava()).isEqualTo(Long.MAX_VALUE);
        assertThat(Json.parse("1.0").toJava()).isEqualTo(new BigDecimal("1.0"));
        assertThat(Json.NULL.toJava()).isNull();
    }

    private static Map<String, Object> java(Json ignored) {
        Map<String, @Nullable Object> inner = new LinkedHashMap<>();
        inner.put("b/c~d", null);
        Map<String, Object> order = new LinkedHashMap<>();
        order.put("id", 7L);
        order.put("price", new BigDecimal("1.10"));
        order.put("tags", List.of("a", inner));
        order.put("", true);
        return order;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{\"a\":1,\"b\":2};{ \"b\" : 2.0, \"a\" : 1 }",
                "1.10;1.1",
                "100;1E+2",
                "0;-0.0",
                "\"\\u0041/\";\"A\\/\"",
                "[1,{\"x\":null}];[1.0,{\"x\":null}]"
            })
    void equals_goesByMeaning(String one, String other) {
        assertThat(Json.parse(one)).isEqualTo(Json.lazy(other)).hasSameHashCodeAs(Json.parse(other));
        assertThat(Json.parse(one).canonical())
                .hasToString(Json.parse(other).canonical().toString());
        assertThat(Json.parse(one).argumentsDigest())
                .isEqualTo(Json.parse(other).argumentsDigest());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "1;\"1\"",
                "null;{}",
                "[1,2];[2,1]",
                "{\"a\":null};{}",
                "9007199254740993;9007199254740992",
                "\"a\";\"A\""
            })
    void equals_ofOtherMeaning_isFalse(String one, String other) {
        assertThat(Json.parse(one)).isNotEqualTo(Json.parse(other));
        assertThat(Json.parse(one).canonical().toString())
                .isNotEqualTo(Json.parse(other).canonical().toString());
        assertThat(Json.parse(one).argumentsDigest())
                .isNotEqualTo(Json.parse(other).argumentsDigest());
    }

    @Test
    void canonical_ofShuffledMembersAndRespeltNumbers_isTheSame() {
        Random random = new Random(7);
        for (int i = 0; i < 2_000; i++) {
            Object value = value(random, 3);
            String one = Json.of(value).canonical().toString();
            String other = Json.of(respelt(random, value)).canonical().toString();
            assertThat(other).as("case %s", i).isEqualTo(one);
            assertThat(Json.parse(one).canonical()).hasToString(one);
            assertThat(Json.parse(one)).isEqualTo(Json.of(value));
        }
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "0.0,0",
                "-0,0",
                "1E2,100",
                "1.50,1.5",
                "1e20,100000000000000000000",
                "1e21,1e+21",
                "123e20,1.23e+22",
                "0.000001,0.000001",
                "0.0000001,1e-7",
                "-1.20E-10,-1.2e-10",
                "12345678901234567890123,1.2345678901234567890123e+22"
            })
    void canonical_spellsNumbersInOneWay(String number, String canonical) {
        assertThat(Json.parse(number).canonical()).hasToString(canonical);
    }

    @Test
    void canonical_sortsByCodeUnit_andEscapesLittle() {
        assertThat(Json.parse("{\"\ue000\":1,\"\ud83d\ude00\":2,\"b\":{\"d\":1,\"c\":\"\\u003c\\/\\u0001\"},\"B\":4}")
                        .canonical())
                .hasToString("{\"B\":4,\"b\":{\"c\":\"</\\u0001\",\"d\":1},\"\ud83d\ude00\":2,\"\ue000\":1}");
    }

    @Test
    void compact_dropsWhiteSpaceOutsideStringsOnly() {
        Json spaced = Json.parse(" { \"b\" : [ 1.0 , \"a b\\\" c\\\\\" ] ,\n\t\"a\" : \"\\u0041\" } ");

        assertThat(spaced.compact()).hasToString("{\"b\":[1.0,\"a b\\\" c\\\\\"],\"a\":\"\\u0041\"}");
        Json compact = Json.parse("{\"a b\":1}");
        assertThat(compact.compact()).isSameAs(compact);
        Json written = Json.of(Map.of("a", 1));
        assertThat(written.compact()).isSameAs(written);
    }

    @Test
    void bytes_areUtf8_whereverTheTextCameFrom() throws IOException {
        for (String content :
                List.of("a", "\u00e9", "\u20ac", "\ud83d\ude00", "a\u00e9\u20ac\ud83d\ude00z".repeat(5_000))) {
            for (Json json : List.of(Json.parse("\"" + content + "\""), Json.string(content))) {
                byte[] expected = ("\"" + content + "\"").getBytes(StandardCharsets.UTF_8);
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                json.writeTo(out);
                assertThat(out.toByteArray()).isEqualTo(expected);
                assertThat(json.toBytes()).isEqualTo(expected);
                assertThat(json.sizeBytes()).isEqualTo(expected.length);
                assertThat(json.isAtLeast(expected.length)).isTrue();
                assertThat(json.isAtLeast(expected.length + 1)).isFalse();
                assertThat(Json.parse(expected)).isEqualTo(json).hasToString("\"" + content + "\"");
            }
        }
    }

    @Test
    void bytes_givenOrReturned_areCopies() {
        byte[] given = "[1]".getBytes(StandardCharsets.UTF_8);
        Json json = Json.parse(given);
        given[1] = '2';
        Json written = Json.of(List.of(1));
        written.toBytes()[1] = '2';

        assertThat(json).hasToString("[1]");
        assertThat(written).hasToString("[1]");
    }

    @Test
    void arguments_ofNoOrBlankText_areTheEmptyObject() {
        assertThat(Json.arguments(null)).isSameAs(Json.EMPTY_OBJECT);
        assertThat(Json.arguments("")).isSameAs(Json.EMPTY_OBJECT);
        assertThat(Json.arguments(" \n")).isSameAs(Json.EMPTY_OBJECT);
        assertThat(Json.arguments("{\"a\":1}").get("a")).contains(Json.parse("1"));
        assertThatThrownBy(() -> Json.arguments("{\"pa").kind()).isInstanceOf(MalformedJsonException.class);
    }

    @Test
    void null_isRefusedWhereAValueIsNeeded() {
        for (Runnable call : List.<Runnable>of(
                () -> Json.parse(nothing(String.class)), () -> Json.parse(nothing(byte[].class)),
                () -> Json.lazy(nothing(String.class)), () -> Json.string(nothing(String.class)),
                () -> ORDER.get(nothing(String.class)), () -> ORDER.at(nothing(String.class)))) {
            assertThatThrownBy(call::run).isInstanceOf(NullPointerException.class);
        }
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    private static <T> T nothing(Class<T> type) {
        return type.cast(null);
    }

    // ---- random values

    private static @Nullable Object value(Random random, int levels) {
        return switch (random.nextInt(levels == 0 ? 5 : 7)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> new BigDecimal(random.nextInt(2_000) - 1_000).movePointLeft(random.nextInt(30) - 12);
            case 3 -> random.nextLong();
            case 4 -> RandomValues.text(random);
            case 5 -> List.of(String.valueOf(value(random, 0)), random.nextInt());
            default -> object(random, levels);
        };
    }

    private static Map<String, @Nullable Object> object(Random random, int levels) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            object.put(RandomValues.text(random), value(random, levels - 1));
        }
        return object;
    }

    private static @Nullable Object respelt(Random random, @Nullable Object value) {
        if (value instanceof BigDecimal number) {
            return number.setScale(Math.max(number.scale(), 0) + random.nextInt(4));
        }
        if (!(value instanceof Map<?, ?> object)) {
            return value;
        }
        List<Object> names = new ArrayList<>(object.keySet());
        Collections.shuffle(names, random);
        Map<Object, @Nullable Object> shuffled = new LinkedHashMap<>();
        names.forEach(name -> shuffled.put(name, respelt(random, object.get(name))));
        return shuffled;
    }
}

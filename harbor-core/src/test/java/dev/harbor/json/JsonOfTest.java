package dev.harbor.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.error.ErrorCode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class JsonOfTest {

    enum Level {
        LOW
    }

    record Point(int x) {}

    static Stream<Arguments> plainValues() {
        return Stream.of(
                Arguments.of(null, "null"),
                Arguments.of(true, "true"),
                Arguments.of("a\"\\\n\u0001\u20ac\ud83d\ude00/<", "\"a\\\"\\\\\\n\\u0001\u20ac\ud83d\ude00/<\""),
                Arguments.of("\b\f\r\t\u007f\u2028", "\"\\b\\f\\r\\t\u007f\u2028\""),
                Arguments.of((byte) -1, "-1"),
                Arguments.of((short) 300, "300"),
                Arguments.of(0, "0"),
                Arguments.of(Long.MIN_VALUE, "-9223372036854775808"),
                Arguments.of(Long.MAX_VALUE, "9223372036854775807"),
                Arguments.of(-0.0, "-0.0"),
                Arguments.of(0.1f, "0.1"),
                Arguments.of(new BigDecimal("1.10"), "1.10"),
                Arguments.of(new BigDecimal("1E+400"), "1E+400"),
                Arguments.of(BigInteger.TWO.pow(64), "18446744073709551616"),
                Arguments.of(new int[][] {{1, 2}, {}}, "[[1,2],[]]"),
                Arguments.of(new @Nullable Object[] {"a", null}, "[\"a\",null]"),
                Arguments.of(Arrays.asList(1, null, List.of()), "[1,null,[]]"),
                Arguments.of(new LinkedHashSet<>(List.of(2, 1)), "[2,1]"),
                Arguments.of(Map.of("a\"b", Map.of()), "{\"a\\\"b\":{}}"),
                Arguments.of(List.of(Json.parse("{ \"x\" : 1.0 }")), "[{\"x\":1.0}]"));
    }

    @ParameterizedTest
    @MethodSource("plainValues")
    void of_plainValue_isCompactJson(@Nullable Object value, String json) {
        assertThat(Json.of(value)).hasToString(json);
        assertThat(Json.of(value)).isEqualTo(Json.parse(json));
    }

    @Test
    void of_mapWithOrder_keepsIt() {
        Map<String, Object> nested = new LinkedHashMap<>();
        nested.put("z", List.of(new LinkedHashMap<>(Map.of("y", 1))));
        nested.put("a", 2);

        assertThat(Json.of(nested)).hasToString("{\"z\":[{\"y\":1}],\"a\":2}");
    }

    private static Map<@Nullable String, Integer> mapWithNullKey() {
        Map<@Nullable String, Integer> map = new HashMap<>();
        map.put(null, 1);
        return map;
    }

    static Stream<Arguments> unserialisable() {
        return Stream.of(
                Arguments.of(List.of(1, List.of(Double.NaN)), "/1/0", "not finite"),
                Arguments.of(Map.of("a", Float.POSITIVE_INFINITY), "/a", "not finite"),
                Arguments.of(Double.NEGATIVE_INFINITY, "", "not finite"),
                Arguments.of(Map.of("a", Map.of(1, 2)), "/a", "a key is no string but java.lang.Integer"),
                Arguments.of(mapWithNullKey(), "", "a key is no string but null"),
                Arguments.of(Map.of("a/b", new Object()), "/a~1b", "java.lang.Object is not supported"),
                Arguments.of(List.of(new Point(1)), "/0", "Point is not supported"),
                Arguments.of(Level.LOW, "", "Level is not supported"),
                Arguments.of('c', "", "Character is not supported"),
                Arguments.of(Optional.of(1), "", "Optional is not supported"),
                Arguments.of(new AtomicInteger(), "", "AtomicInteger is not supported"),
                Arguments.of(new CompletableFuture<>(), "", "CompletableFuture is not supported"),
                Arguments.of(Path.of("a").toFile(), "", "File is not supported"),
                Arguments.of(List.of("\ud800"), "/0", "unpaired surrogate"),
                Arguments.of(List.of("a\udc00b"), "/0", "unpaired surrogate"),
                Arguments.of(Map.of("\ud800", 1), "/", "unpaired surrogate"),
                Arguments.of(new BigDecimal("1E+1001"), "", "exponent beyond 1000"),
                Arguments.of(BigInteger.TEN.pow(1_000), "", "more than 1000 characters"));
    }

    @ParameterizedTest
    @MethodSource("unserialisable")
    void of_valueThatIsNoJson_isRefusedWithItsPlace(Object value, String path, String reason) {
        assertThatThrownBy(() -> Json.of(value)).isInstanceOfSatisfying(UnserializableException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.UNSERIALIZABLE);
            assertThat(e.path()).startsWith(path);
            assertThat(e).hasMessageContaining(reason);
        });
    }

    @Test
    void of_valueThatContainsItself_isRefused() {
        Map<String, Object> map = new HashMap<>();
        map.put("list", new ArrayList<>(List.of(1, map)));
        @Nullable Object[] array = new Object[1];
        array[0] = array;

        assertThatThrownBy(() -> Json.of(map))
                .isInstanceOfSatisfying(
                        UnserializableException.class, e -> assertThat(e.path()).isEqualTo("/list/1"))
                .hasMessageContaining("contains itself");
        assertThatThrownBy(() -> Json.of(array)).hasMessageContaining("contains itself");
    }

    @Test
    void of_sameValueInTwoPlaces_isNoCycle() {
        List<Integer> shared = List.of(1);

        assertThat(Json.of(List.of(shared, shared))).hasToString("[[1],[1]]");
    }

    @Test
    void of_valueNestedTooDeeply_isRefused() {
        Object deep = List.of();
        for (int i = 1; i < Json.MAX_DEPTH; i++) {
            deep = List.of(deep);
        }
        Object tooDeep = List.of(deep);
        Json deepJson = Json.of(deep);

        assertThat(Json.parse(deepJson.toString())).isEqualTo(deepJson);
        assertThatThrownBy(() -> Json.of(tooDeep)).hasMessageContaining("deeper than 64 levels");
        assertThatThrownBy(() -> Json.of(List.of(deepJson))).hasMessageContaining("deeper than 64 levels");
    }

    @Test
    void of_uncheckedText_checksIt() {
        assertThatThrownBy(() -> Json.of(Map.of("a", Json.lazy("{\"b\":1,\"b\":2}"))))
                .isInstanceOf(MalformedJsonException.class);
    }

    @Test
    void of_longTextOfEveryWidth_isWrittenWhole() {
        String text = "a\u00e9\u20ac\ud83d\ude00\n".repeat(100_000);

        assertThat(Json.parse(Json.string(text).toString()).asString()).isEqualTo(text);
    }
}

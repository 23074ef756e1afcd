package dev.harbor.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import java.lang.reflect.Type;
import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Java types in the strict subset: what may be absent is left out and never null, and nothing else changes. */
final class StrictTypesTest {

    enum Level {
        LOW,
        HIGH
    }

    record Point(int x, Optional<Integer> y) {}

    record Everything(
            String name,
            Optional<String> note,
            OptionalInt count,
            @Nullable Level level,
            @Param(defaultValue = "7") int limit,
            @Nullable List<String> tags,
            Set<Level> levels,
            byte[] data,
            Optional<byte[]> more,
            Point from,
            Point to,
            Optional<Point> via,
            List<Point> path,
            UUID id,
            URI link,
            LocalDate day,
            Instant at) {}

    record Tree(String name, List<Tree> children) {}

    record Holes(List<@Nullable String> values) {}

    record Open(Map<String, String> values) {}

    record Any(Json value) {}

    sealed interface Either permits Left, Right {}

    record Left(int a) implements Either {}

    record Right(int b) implements Either {}

    record Choice(Either either) {}

    @Test
    void record_withAbsentComponents_isOffered() {
        Json schema = Codec.of(Everything.class).strictSchema();

        JsonSchema strict = JsonSchema.compileStrict(schema);

        assertThat(schema.at("/properties/note").orElseThrow()).isEqualTo(Json.parse("{\"type\":\"string\"}"));
        assertThat(schema.at("/properties/level/enum").orElseThrow()).isEqualTo(Json.parse("[\"LOW\",\"HIGH\"]"));
        assertThat(schema.at("/properties/limit/default").orElseThrow()).isEqualTo(Json.parse("7"));
        assertThat(schema.at("/properties/from")).isEqualTo(schema.at("/properties/to"));
        assertThat(schema.toString()).doesNotContain("$ref", "$defs", "anyOf", "contentEncoding", "null");
        assertThat(schema.at("/required").orElseThrow().elements())
                .doesNotContain(Json.of("note"), Json.of("count"), Json.of("level"), Json.of("limit"), Json.of("tags"));
        assertThat(strict.validate(Json.parse("{\"note\":null}")))
                .extracting(Violation::toString)
                .contains("/note must be string, was null", "/name is required");
    }

    @Test
    void type_thatIsOpen_isRefusedWithPlaceAndReason() {
        assertRefused(Holes.class, "at /properties/values/items/type: there must be one type");
        assertRefused(Open.class, "at /properties/values/additionalProperties: it must be false");
        assertRefused(Any.class, "at /properties/value/type: there must be one type");
        assertRefused(Choice.class, "at /properties/either/oneOf: the keyword is not enforced");
        assertRefused(Tree.class, "Tree contains itself, which needs a reference");
    }

    private static void assertRefused(Class<?> type, String reason) {
        assertThatThrownBy(() -> JsonSchema.requireStrict(Codec.of(type).strictSchema()))
                .isInstanceOfSatisfying(
                        ConfigurationException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SCHEMA))
                .hasMessageContaining(reason);
    }

    static Stream<Type> types() {
        Stream<Type> composed = IntStream.range(0, 400).mapToObj(seed -> new RandomTypes(new Random(seed)).type(3));
        return Stream.concat(RandomTypes.everyLeafEverywhere().stream(), composed)
                .filter(StrictTypesTest::isInTheSubset);
    }

    private static boolean isInTheSubset(Type type) {
        return catchThrowable(() -> JsonSchema.requireStrict(Codec.of(type).strictSchema())) == null;
    }

    @Test
    void types_ofTheSubset_areMany() {
        assertThat(types()).hasSizeGreaterThan(50);
    }

    @ParameterizedTest
    @MethodSource("types")
    void value_fits_andWhatFitsIsRead(Type type) {
        @SuppressWarnings("unchecked")
        Codec<Object> codec = (Codec<Object>) Codec.of(type);
        JsonSchema strict = JsonSchema.compileStrict(codec.strictSchema());
        JsonSchema whole = JsonSchema.compile(codec.schema());
        Random random = new Random(11);
        RandomValues values = new RandomValues(random);
        Mutations mutations = new Mutations(random);
        Shape shape = new ShapeResolver(Map.of(), "test").resolve(type);
        for (int i = 0; i < 20; i++) {
            Json good = codec.encode(values.value(shape));
            assertThat(strict.validate(good)).as("%s", good).isEmpty();
            Json spoilt = Json.parse(mutations.mutate(good));
            if (strict.validate(spoilt).isEmpty()) {
                assertThat(whole.validate(spoilt)).as("%s", spoilt).isEmpty();
            }
        }
    }
}

package dev.harbor.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.harbor.error.HarborException;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds the three parts of a codec to each other and to an independent validator, over generated types, values and spoilt documents. A failure names the seed;
 * the same seed gives the same case.
 */
final class SchemaEqualsDecoderTest {

    /** What the reader refuses although no schema can say so; documented in the reference of types. */
    private static final Set<String> BEYOND_SCHEMA = Set.of(
            "must be a date and time such as 2026-02-28T10:15:30",
            "must be a date and time with a zone such as 2026-02-28T10:15:30+01:00[Europe/Oslo]",
            "must be a time zone such as Europe/Oslo or +01:00",
            "must be a language tag such as en or pt-BR");

    private static final int VALUES = 10;
    private static final int DOCUMENTS = 20;

    record Case(Type type, long seed) {

        @Override
        public String toString() {
            return type.getTypeName() + ", seed " + seed;
        }
    }

    static Stream<Case> cases() {
        List<Type> fixed = RandomTypes.everyLeafEverywhere();
        Stream<Case> leaves = IntStream.range(0, fixed.size()).mapToObj(i -> new Case(fixed.get(i), i));
        Stream<Case> composed = IntStream.range(0, 150 * Integer.getInteger("harbor.seeds.times", 1))
                .mapToObj(seed -> new Case(new RandomTypes(new Random(seed)).type(3), seed));
        return Stream.concat(leaves, composed);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void derivedSchema_isLegalAndItsReferencesResolve(Case each) {
        Json schema = Codec.of(each.type()).schema();

        assertThat(Oracle.metaErrors(schema)).isEmpty();
        new Oracle(schema);
        assertThat(JsonSchema.compile(schema).document()).isSameAs(schema);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void writtenValue_isValidAndReadsBackTheSame(Case each) {
        Codec<Object> codec = codec(each);
        Oracle oracle = new Oracle(codec.schema());
        RandomValues values = new RandomValues(new Random(each.seed()));
        Shape shape = new ShapeResolver(Map.of(), "test").resolve(each.type());
        for (int i = 0; i < VALUES; i++) {
            Object value = values.value(shape);
            String json = codec.encode(value).toString();
            assertThat(oracle.errors(json)).as("%s of %s", json, each).isEmpty();
            assertThat(Same.text(codec.decode(json))).as("%s of %s", json, each).isEqualTo(Same.text(value));
            assertThat(codec.encode(codec.decode(json)).toString()).isEqualTo(json);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void spoiltDocument_isReadIfAndOnlyIfTheSchemaAcceptsIt(Case each) {
        Codec<Object> codec = codec(each);
        Oracle oracle = new Oracle(codec.schema());
        Random random = new Random(each.seed());
        RandomValues values = new RandomValues(random);
        Mutations mutations = new Mutations(random);
        Shape shape = new ShapeResolver(Map.of(), "test").resolve(each.type());
        for (int i = 0; i < DOCUMENTS; i++) {
            String json = mutations.mutate(codec.encode(values.value(shape)));
            HarborException refusal = refusal(codec, json);
            boolean valid = oracle.errors(json).isEmpty();
            if (valid != (refusal == null) && !(valid && isBeyondSchema(refusal))) {
                fail("%s of %s: schema says %s %s, reader says %s", json, each, valid, oracle.errors(json), refusal);
            }
            if (refusal == null) {
                assertThat(oracle.errors(codec.encode(codec.decode(json)).toString()))
                        .isEmpty();
            }
        }
    }

    private static @Nullable HarborException refusal(Codec<Object> codec, String json) {
        try {
            codec.decode(json);
            return null;
        } catch (InvalidJsonException e) {
            return e;
        }
    }

    /** Tells the exceptions: integers that no double equals, elements and keys that only Java takes for equal, days and zones that do not exist. */
    private static boolean isBeyondSchema(@Nullable HarborException refusal) {
        return refusal instanceof InvalidJsonException invalid
                && invalid.violations().stream().allMatch(SchemaEqualsDecoderTest::isBeyondSchema);
    }

    private static boolean isBeyondSchema(Violation violation) {
        return switch (violation.keyword()) {
            case "precision", "uniqueItems", "propertyNames" -> true;
            case "format" -> BEYOND_SCHEMA.contains(violation.message());
            default -> false;
        };
    }

    @SuppressWarnings("unchecked")
    private static Codec<Object> codec(Case each) {
        return (Codec<Object>) Codec.of(each.type());
    }
}

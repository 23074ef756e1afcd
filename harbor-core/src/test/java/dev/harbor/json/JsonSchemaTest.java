package dev.harbor.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

final class JsonSchemaTest {

    private static final String DRAFT_07 = "\"$schema\":\"http://json-schema.org/draft-07/schema#\"";
    private static final String DRAFT_04 = "\"$schema\":\"http://json-schema.org/draft-04/schema#\"";

    private static Arguments row(String schema, String accepted, String refused) {
        return Arguments.of(schema, accepted, refused);
    }

    /** One row a keyword: a schema, a value that it accepts, one that it refuses. */
    static Stream<Arguments> keywords() {
        return Stream.of(
                row("{\"type\":\"integer\"}", "1.0", "1.5"),
                row("{\"type\":[\"string\",\"null\"]}", "null", "1"),
                row("{\"enum\":[\"a\",1,null,{\"b\":2}]}", "{\"b\":2.0}", "\"b\""),
                row("{\"const\":1}", "1.00", "\"1\""),
                row("{\"minimum\":3}", "3", "2.9"),
                row("{\"maximum\":3}", "3.0", "3.1"),
                row("{\"exclusiveMinimum\":3}", "3.0000001", "3"),
                row("{\"exclusiveMaximum\":3}", "2", "3"),
                row("{\"multipleOf\":0.01}", "0.07", "0.075"),
                row("{\"minimum\":9007199254740993}", "9007199254740993", "9007199254740992"),
                row("{\"minLength\":2}", "\"\ud83d\ude00x\"", "\"\ud83d\ude00\""),
                row("{\"maxLength\":1}", "\"\ud83d\ude00\"", "\"ab\""),
                row("{\"pattern\":\"^a+$\"}", "\"aa\"", "\"aa\\n\""),
                row("{\"pattern\":\"^[$]a\\\\$$\"}", "\"$a$\"", "\"$a\""),
                row("{\"items\":{\"type\":\"string\"}}", "[\"a\"]", "[1]"),
                row("{\"prefixItems\":[{\"type\":\"string\"}],\"items\":false}", "[\"a\"]", "[\"a\",1]"),
                row("{\"minItems\":1}", "[1]", "[]"),
                row("{\"maxItems\":1}", "[1]", "[1,2]"),
                row("{\"uniqueItems\":true}", "[1,2]", "[1,1.0]"),
                row("{\"contains\":{\"const\":1}}", "[2,1]", "[2]"),
                row("{\"contains\":{\"const\":1},\"maxContains\":1}", "[1]", "[1,1]"),
                row("{\"contains\":{\"const\":1},\"minContains\":2}", "[1,1]", "[1]"),
                row("{\"unevaluatedItems\":false,\"prefixItems\":[{}]}", "[1]", "[1,2]"),
                row("{\"properties\":{\"a\":{\"type\":\"string\"}}}", "{\"a\":\"\"}", "{\"a\":1}"),
                row("{\"patternProperties\":{\"^x\":{\"type\":\"string\"}}}", "{\"y\":1}", "{\"xa\":1}"),
                row("{\"additionalProperties\":{\"type\":\"string\"}}", "{\"a\":\"\"}", "{\"a\":1}"),
                row(
                        "{\"unevaluatedProperties\":false,\"allOf\":[{\"properties\":{\"a\":{}}}]}",
                        "{\"a\":1}",
                        "{\"b\":1}"),
                row("{\"propertyNames\":{\"maxLength\":1}}", "{\"a\":1}", "{\"ab\":1}"),
                row("{\"required\":[\"a\"]}", "{\"a\":null}", "{}"),
                row("{\"minProperties\":1}", "{\"a\":1}", "{}"),
                row("{\"maxProperties\":1}", "{\"a\":1}", "{\"a\":1,\"b\":1}"),
                row("{\"dependentRequired\":{\"a\":[\"b\"]}}", "{\"b\":1}", "{\"a\":1}"),
                row("{\"dependentSchemas\":{\"a\":{\"required\":[\"b\"]}}}", "{\"b\":1}", "{\"a\":1}"),
                row("{\"allOf\":[{\"minimum\":1},{\"maximum\":2}]}", "1", "3"),
                row("{\"anyOf\":[{\"type\":\"string\"},{\"minimum\":1}]}", "\"\"", "0"),
                row(
                        "{\"type\":\"object\",\"anyOf\":[{\"required\":[\"a\"]},{\"required\":[\"b\"]}]}",
                        "{\"b\":1}",
                        "{}"),
                row("{\"oneOf\":[{\"minimum\":1},{\"maximum\":2}]}", "0", "1"),
                row("{\"not\":{\"type\":\"string\"}}", "1", "\"\""),
                row("{\"if\":{\"type\":\"string\"},\"then\":{\"minLength\":1},\"else\":{\"minimum\":1}}", "\"a\"", "0"),
                row("{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"type\":\"string\"}}}", "\"\"", "1"),
                row(
                        "{\"properties\":{\"a\":{\"type\":\"string\"},\"b\":{\"$ref\":\"#/properties/a\"}}}",
                        "{\"b\":\"\"}",
                        "{\"b\":1}"),
                row("{\"$ref\":\"#x\",\"$defs\":{\"a\":{\"$anchor\":\"x\",\"type\":\"string\"}}}", "\"\"", "1"),
                row(
                        "{\"$id\":\"https://example.com/s\",\"$ref\":\"t\",\"$defs\":{\"a\":{\"$id\":\"t\",\"type\":\"string\"}}}",
                        "\"\"",
                        "1"),
                row(
                        "{\"properties\":{\"n\":{\"$ref\":\"#\"}},\"additionalProperties\":false}",
                        "{\"n\":{}}",
                        "{\"n\":{\"m\":1}}"),
                row(
                        "{\"$dynamicRef\":\"#m\",\"$defs\":{\"a\":{\"$dynamicAnchor\":\"m\",\"type\":\"string\"}}}",
                        "\"\"",
                        "1"),
                row("{\"a\":1,\"x-mine\":{\"type\":\"nonsense\"},\"type\":\"string\"}", "\"\"", "1"),
                row(
                        "{" + DRAFT_07 + ",\"items\":[{\"type\":\"string\"}],\"additionalItems\":false}",
                        "[\"a\"]",
                        "[\"a\",1]"),
                row(
                        "{" + DRAFT_07 + ",\"definitions\":{\"a\":{\"type\":\"string\"}},\"$ref\":\"#/definitions/a\"}",
                        "\"\"",
                        "1"),
                row("{" + DRAFT_07 + ",\"dependencies\":{\"a\":[\"b\"]}}", "{\"b\":1}", "{\"a\":1}"),
                row("{\"$schema\":\"http://json-schema.org/draft-06/schema\",\"exclusiveMaximum\":3}", "2", "3"),
                row(
                        "{\"$schema\":\"https://json-schema.org/draft/2019-09/schema\",\"minContains\":2,\"contains\":{}}",
                        "[1,1]",
                        "[1]"),
                row("{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"type\":\"null\"}", "null", "1"),
                row("{" + DRAFT_04 + ",\"maximum\":3,\"exclusiveMaximum\":true}", "2", "3"),
                row("{" + DRAFT_04 + ",\"id\":\"http://example.com/a\",\"type\":\"string\"}", "\"\"", "1"),
                row("{\"type\":\"integer\",\"minimum\":0}", "1e400", "9223372036854775807.5"),
                row("{\"not\":{}}", "", "1"),
                row("true", "1", ""),
                row("false", "", "1"),
                row("{}", "null", ""));
    }

    @ParameterizedTest
    @MethodSource("keywords")
    void legalSchema_isAcceptedUnchanged_andEnforced(String schema, String accepted, String refused) {
        JsonSchema compiled = JsonSchema.compile(Json.parse(schema));

        assertThat(compiled.document()).hasToString(schema);
        if (!accepted.isEmpty()) {
            assertThat(compiled.validate(Json.parse(accepted))).isEmpty();
        }
        if (!refused.isEmpty()) {
            assertThat(compiled.validate(Json.lazy(refused))).isNotEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{\"type\":\"objekt\"};/type;must be",
                "{\"type\":5};/type;must be",
                "{\"properties\":[]};/properties;must be object, was array",
                "{\"properties\":{\"a\":{\"minimum\":\"x\"}}};/properties/a/minimum;must be number, was string",
                "{\"required\":\"a\"};/required;must be array, was string",
                "{\"minLength\":-1};/minLength;must be at least 0",
                "{\"items\":{\"anyOf\":[]}};/items/anyOf;must have at least 1 elements",
                "{\"$schema\":\"https://example.com/mine\"};/$schema;unknown dialect",
                "{\"$schema\":5};/$schema;unknown dialect",
                "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"required\":5};/required;must be array",
                "{\"$schema\":\"http://json-schema.org/draft-04/schema#\",\"exclusiveMaximum\":3};/exclusiveMaximum;must be boolean",
                "{\"pattern\":\"(\"};;the pattern '(' is none: Unclosed group",
                "{\"patternProperties\":{\"[\":{}}};;Unclosed",
                "{\"$ref\":\"https://example.com/x.json\"};;not allowed to be loaded",
                "{\"$ref\":\"http://169.254.169.254/latest\"};;not allowed to be loaded",
                "{\"$ref\":\"file:///etc/hostname\"};;not allowed to be loaded",
                "{\"$ref\":\"classpath:/x.json\"};;not allowed to be loaded",
                "{\"$ref\":\"jar:file:/x.jar!/y\"};;not allowed to be loaded",
                "{\"$ref\":\"other.json\"};;not allowed to be loaded",
                "{\"properties\":{\"a\":{\"items\":{\"$ref\":\"#/$defs/none\"}}}};;cannot be resolved",
                "[];;a schema is an object or a boolean",
                "\"string\";;a schema is an object or a boolean",
                "null;;a schema is an object or a boolean"
            })
    void illegalSchema_isRefusedWithPlaceAndReason(String schema, String pointer, String reason) {
        assertThatThrownBy(() -> JsonSchema.compile(Json.parse(schema)))
                .isInstanceOfSatisfying(
                        ConfigurationException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SCHEMA))
                .hasMessageStartingWith("invalid schema" + (pointer == null ? ": " : " at " + pointer + ": "))
                .hasMessageContaining(reason);
    }

    @Test
    void malformedOrHugeSchema_isRefused() {
        assertThatThrownBy(() -> JsonSchema.compile(Json.lazy("{\"type\":\"string\"")))
                .isInstanceOfSatisfying(
                        ConfigurationException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SCHEMA));
        Json huge = Json.of(java.util.Map.of("description", "x".repeat(JsonSchema.MAX_SIZE_BYTES)));
        assertThatThrownBy(() -> JsonSchema.compile(huge)).hasMessageContaining("allowed are 1048576");
    }

    @Test
    void oneOddSchema_leavesTheOthersAlone() {
        List<String> schemas = List.of("{\"type\":\"string\"}", "{\"type\":\"objekt\"}", "{\"type\":\"integer\"}");

        List<Boolean> compiled = schemas.stream().map(JsonSchemaTest::compiles).toList();

        assertThat(compiled).containsExactly(true, false, true);
    }

    @Test
    void foreignId_neverTakesThePlaceOfAMetaSchema() {
        JsonSchema.compile(
                Json.parse("{\"$id\":\"https://json-schema.org/draft/2020-12/schema\",\"type\":\"object\"}"));

        assertThat(compiles("{\"type\":\"objekt\"}")).isFalse();
        assertThat(compiles("{\"type\":\"string\"}")).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{\"a\":1};/b is required",
                "{\"a\":\"x\",\"b\":1};/a must be integer, was string",
                "{\"a\":1,\"b\":1,\"zzz\":1};/zzz is not a known member",
                "{\"a\":0,\"b\":1};/a must be at least 1",
                "{\"a\":1,\"b\":1,\"e\":\"q\"};/e must be one of the allowed values",
                "{\"a\":1,\"b\":1,\"l\":[1,\"x\"]};/l/1 must be integer, was string",
                "{\"a\":1,\"b\":1,\"l\":[1,1]};/l must not have an element twice",
                "{\"a\":1,\"b\":1,\"p\":\"zz\"};/p must match the pattern ^a+$",
                "5;value must be object, was integer"
            })
    void violation_saysWhereAndWhatIsAllowed(String value, String expected) {
        JsonSchema schema = JsonSchema.compile(
                Json.parse("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\",\"minimum\":1},\"b\":{},"
                        + "\"e\":{\"enum\":[\"x\",1,null]},\"l\":{\"items\":{\"type\":\"integer\"},\"uniqueItems\":true},\"p\":{\"pattern\":\"^a+$\"}},"
                        + "\"required\":[\"a\",\"b\"],\"additionalProperties\":false}"));

        assertThat(schema.validate(Json.parse(value))).singleElement().hasToString(expected);
    }

    @Test
    void violation_ofEnum_listsWhatIsAllowed() {
        JsonSchema schema = JsonSchema.compile(Json.parse("{\"enum\":[\"x\",1,null]}"));

        assertThat(schema.validate(Json.parse("\"y\"")).get(0).allowed()).containsExactly("x", "1", "null");
    }

    @Test
    void violations_ofLongValues_repeatLittle_andAreBounded() {
        String secret = "s3cr3t".repeat(10_000);
        JsonSchema schema = JsonSchema.compile(
                Json.parse(
                        "{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"e\":{\"enum\":[1],\"const\":1,"
                                + "\"type\":\"integer\"},\"l\":{\"items\":{\"type\":\"integer\"}}},\"propertyNames\":{\"maxLength\":5},\"not\":{\"required\":[\"e\"]}}"));
        String value = "{\"e\":\"" + secret + "\",\"" + secret + "\":1,\"l\":[" + "\"x\",".repeat(1_000) + "1]}";

        List<Violation> violations = schema.validate(Json.parse(value));

        assertThat(violations).hasSizeBetween(5, 20).allSatisfy(violation -> {
            assertThat(violation.message()).hasSizeLessThan(300).doesNotContain(secret.substring(0, 41));
            assertThat(violation.pointer()).hasSizeLessThan(600);
        });
    }

    @Test
    void format_isEnforcedOnlyWhenAskedFor() {
        Json schema = Json.parse("{\"type\":\"string\",\"format\":\"date\"}");

        assertThat(JsonSchema.compile(schema).validate(Json.string("soon"))).isEmpty();
        assertThat(JsonSchema.compileWithFormats(schema).validate(Json.string("soon")))
                .singleElement()
                .hasToString("value must be a valid date");
        assertThat(JsonSchema.compileWithFormats(schema).validate(Json.string("2026-02-28")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "^(a|a|b)*c\\\\d?$",
                "(x+x+)+y",
                "^([a-z]|[a-y])+$!",
                "(.*)(.*)(.*)(.*)(.*)(.*)(.*)\\\\d",
                "^(ab?|a)*$"
            })
    void patternThatBacktracks_isCutOff_andTheValueRefused(String pattern) {
        JsonSchema schema = JsonSchema.compile(Json.parse("{\"pattern\":\"" + pattern + "\"}"));

        assertThat(schema.validate(Json.string("x".repeat(300)))).isNotEmpty();
        assertThat(schema.validate(Json.string("a".repeat(200_000) + "!"))).isNotEmpty();
        assertThat(JsonSchema.compile(Json.parse("{\"pattern\":\"^a*b$\"}"))
                        .validate(Json.string("a".repeat(1_000_000) + "b")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"$ref\":\"#\"}",
                "{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"$ref\":\"#/$defs/b\"},\"b\":{\"$ref\":\"#/$defs/a\"}}}",
                "{\"allOf\":[{\"$ref\":\"#\"},{\"$ref\":\"#\"}]}"
            })
    void schemaThatNeverEnds_isCutOff(String schema) {
        assertThat(JsonSchema.compile(Json.parse(schema)).validate(Json.parse("1")))
                .singleElement()
                .satisfies(violation -> assertThat(violation.keyword()).isEqualTo("limit"));
    }

    @Test
    void schemaThatExplodes_isCutOff() {
        StringBuilder definitions = new StringBuilder("\"d0\":{}");
        for (int i = 1; i <= 40; i++) {
            String lower = "{\"$ref\":\"#/$defs/d" + (i - 1) + "\"}";
            definitions
                    .append(",\"d")
                    .append(i)
                    .append("\":{\"allOf\":[")
                    .append(lower)
                    .append(',')
                    .append(lower)
                    .append("]}");
        }
        Json schema = Json.parse("{\"$ref\":\"#/$defs/d40\",\"$defs\":{" + definitions + "}}");

        assertThat(JsonSchema.compile(schema).validate(Json.parse("1")).get(0).keyword())
                .isEqualTo("limit");
    }

    @Test
    void largeValue_isCheckedWithinTheLimits() {
        JsonSchema schema = JsonSchema.compile(
                Json.parse(
                        "{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\",\"minimum\":0}},\"required\":[\"a\"]}}"));

        assertThat(schema.validate(Json.parse("[" + "{\"a\":1},".repeat(99_999) + "{\"a\":1}]")))
                .isEmpty();
    }

    @Test
    void value_thatIsNoJson_isRefused() {
        JsonSchema schema = JsonSchema.compile(Json.EMPTY_OBJECT);

        assertThatThrownBy(() -> schema.validate(Json.lazy("{\"a\":1,\"a\":2}")))
                .isInstanceOf(MalformedJsonException.class);
    }

    @Test
    void foreignSchemas_neverFillTheHostsLog() {
        Logger validator = (Logger) LoggerFactory.getLogger("com.networknt.schema");
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        validator.addAppender(log);
        try {
            JsonSchema.compile(Json.parse("{\"x-never-seen\":1,\"format\":\"unheard-of\",\"type\":\"string\"}"))
                    .validate(Json.string("a"));
            assertThat(compiles("{\"pattern\":\"(\"}")).isFalse();
            assertThat(compiles("{\"$ref\":\"https://example.com/x\"}")).isFalse();
            JsonSchema.compile(Json.parse("{\"pattern\":\"(x+x+)+y\"}")).validate(Json.string("x".repeat(300)));
        } finally {
            validator.detachAppender(log);
        }
        assertThat(log.list)
                .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .isEmpty();
    }

    @Test
    void compiledSchema_servesManyThreads() throws Exception {
        JsonSchema schema = JsonSchema.compile(
                Json.parse("{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\",\"maximum\":49}}}"));
        ExecutorService threads = Executors.newFixedThreadPool(16);
        try {
            List<Future<Boolean>> valid = IntStream.range(0, 2_000)
                    .mapToObj(i -> threads.submit(() -> schema.validate(Json.parse("{\"n\":" + i % 100 + "}"))
                            .isEmpty()))
                    .toList();
            for (int i = 0; i < valid.size(); i++) {
                assertThat(valid.get(i).get()).isEqualTo(i % 100 <= 49);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static boolean compiles(String schema) {
        try {
            JsonSchema.compile(Json.parse(schema));
            return true;
        } catch (ConfigurationException e) {
            return false;
        }
    }
}

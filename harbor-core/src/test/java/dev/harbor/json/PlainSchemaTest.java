package dev.harbor.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is taken for legal without the validator is legal by the validator. */
final class PlainSchemaTest {

    private static final List<String> KEYWORDS = List.of(
            "type",
            "properties",
            "required",
            "additionalProperties",
            "items",
            "enum",
            "const",
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
            "minLength",
            "maxLength",
            "pattern",
            "format",
            "minItems",
            "maxItems",
            "uniqueItems",
            "minProperties",
            "maxProperties",
            "title",
            "description",
            "default",
            "examples",
            "$comment",
            "$ref",
            "$id",
            "$schema",
            "$defs",
            "allOf",
            "not",
            "unknown");

    private static final List<String> VALUES = List.of(
            "null",
            "true",
            "0",
            "-1",
            "7",
            "1.5",
            "9223372036854775807",
            "1e400",
            "\"\"",
            "\"string\"",
            "\"(\"",
            "[]",
            "[1]",
            "[\"a\"]",
            "[\"a\",\"a\"]",
            "[\"string\",\"null\"]",
            "{}",
            "{\"a\":1}",
            "{\"type\":\"string\"}",
            "{\"a\":{\"type\":\"string\"}}",
            "{\"a\":{\"type\":\"text\"}}");

    static Stream<Json> schemas() {
        return KEYWORDS.stream().flatMap(PlainSchemaTest::with);
    }

    private static Stream<Json> with(String keyword) {
        return VALUES.stream()
                .flatMap(value -> Stream.of(
                        "{\"" + keyword + "\":" + value + "}",
                        "{\"type\":\"object\",\"properties\":{\"x\":{\"" + keyword + "\":" + value + "}}}"))
                .map(Json::parse);
    }

    @Test
    void schemas_thatArePlain_areLegal() {
        List<Json> plain = schemas().filter(PlainSchema::isLegal).toList();

        assertThat(plain).hasSizeGreaterThan(100).allSatisfy(schema -> SchemaCompiler.compile(schema, true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"object\",\"properties\":{\"a\":{\"enum\":[\"x\",\"y\"]},\"b\":{\"type\":\"integer\",\"minimum\":0}},"
                        + "\"required\":[\"a\"],\"additionalProperties\":false}",
                "{\"type\":\"array\",\"items\":{\"type\":\"string\",\"maxLength\":5},\"uniqueItems\":true}"
            })
    void schema_ofTheSimplestKeywords_isPlainAndEnforced(String text) {
        Json schema = Json.parse(text);

        assertThat(PlainSchema.isLegal(schema)).isTrue();
        assertThat(JsonSchema.compile(schema).validate(Json.parse("7"))).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "[]", "{\"pattern\":\"(\"}", "{\"$ref\":\"#/nowhere\"}"})
    void schema_ofAnythingElse_isNotPlain(String text) {
        assertThat(PlainSchema.isLegal(Json.parse(text))).isFalse();
    }
}

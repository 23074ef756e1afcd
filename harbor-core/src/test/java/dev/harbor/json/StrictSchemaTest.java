package dev.harbor.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class StrictSchemaTest {

    private static String object(String properties) {
        return "{\"type\":\"object\",\"properties\":{" + properties + "},\"additionalProperties\":false}";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"a\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":2,\"pattern\":\"^a\",\"format\":\"date\"}",
                "\"a\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":2,\"multipleOf\":1,\"enum\":[1,2]}",
                "\"a\":{\"type\":\"number\",\"exclusiveMinimum\":1,\"exclusiveMaximum\":2}",
                "\"a\":{\"type\":\"array\",\"items\":{\"type\":\"boolean\"},\"minItems\":1,\"maxItems\":2,\"uniqueItems\":true}",
                "\"a\":{\"type\":\"null\"},\"b\":{\"type\":\"string\",\"const\":\"x\",\"title\":\"t\",\"description\":\"d\",\"default\":\"x\",\"examples\":[]}",
                ""
            })
    void closedSchema_withEnforcedKeywords_isTaken(String properties) {
        assertThat(JsonSchema.compileStrict(Json.parse(object(properties))).document())
                .hasToString(object(properties));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "true;; no object",
                "{\"type\":\"string\"};/type;the root must be of type object",
                "{\"properties\":{},\"additionalProperties\":false};/type;the root must be",
                "{\"type\":\"object\",\"properties\":{}};/additionalProperties;must be false",
                "{\"type\":\"object\",\"properties\":{},\"additionalProperties\":true};/additionalProperties;must be false",
                "{\"type\":\"object\",\"properties\":{},\"additionalProperties\":{}};/additionalProperties;must be false",
                "{\"type\":\"object\",\"additionalProperties\":false};/properties;must be an object",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"object\",\"properties\":{}}},\"additionalProperties\":false};/properties/a/additionalProperties;must be false",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"array\"}},\"additionalProperties\":false};/properties/a/items;must be an object",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"array\",\"items\":true}},\"additionalProperties\":false};/properties/a/items;must be an object",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":[\"string\",\"null\"]}},\"additionalProperties\":false};/properties/a/type;one type",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"text\"}},\"additionalProperties\":false};/properties/a/type;one type",
                "{\"type\":\"object\",\"properties\":{\"a\":{}},\"additionalProperties\":false};/properties/a/type;one type",
                "{\"type\":\"object\",\"properties\":{\"a\":true},\"additionalProperties\":false};/properties/a;must be an object",
                "{\"type\":\"object\",\"properties\":{\" \":{\"type\":\"null\"}},\"additionalProperties\":false};/properties/;blank name",
                "{\"type\":\"object\",\"properties\":{},\"required\":[\"a\"],\"additionalProperties\":false};/required;declared properties",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"null\"}},\"required\":[\"a\",1],\"additionalProperties\":false};/required;declared properties",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"format\":\"mine\"}},\"additionalProperties\":false};/properties/a/format;must be one of"
            })
    void openSchema_isRefusedWithPlaceAndReason(String schema, String pointer, String reason) {
        assertThatThrownBy(() -> JsonSchema.requireStrict(Json.parse(schema)))
                .isInstanceOfSatisfying(
                        ConfigurationException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SCHEMA))
                .hasMessageStartingWith("invalid schema" + (pointer == null ? "" : " at " + pointer))
                .hasMessageContaining(reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x-mine",
                "contentEncoding",
                "contentMediaType",
                "$ref",
                "$defs",
                "anyOf",
                "oneOf",
                "allOf",
                "not",
                "if",
                "patternProperties",
                "propertyNames",
                "dependentRequired",
                "unevaluatedProperties",
                "contains",
                "prefixItems",
                "readOnly"
            })
    void keyword_thatIsNotEnforced_isRefused(String keyword) {
        String schema = "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"" + keyword
                + "\":\"x\"}},\"additionalProperties\":false}";

        assertThatThrownBy(() -> JsonSchema.requireStrict(Json.parse(schema)))
                .hasMessage("invalid schema at /properties/a/" + keyword
                        + ": the keyword is not enforced in the strict subset");
    }

    @Test
    void nesting_ofEight_isTaken_andOfNineRefused() {
        assertThatCode(() -> JsonSchema.requireStrict(nested(8))).doesNotThrowAnyException();
        assertThatThrownBy(() -> JsonSchema.requireStrict(nested(9))).hasMessageContaining("nested deeper than 8");
    }

    private static Json nested(int depth) {
        Map<String, Object> schema = Map.of("type", "null");
        for (int i = 0; i < depth; i++) {
            Map<String, Object> outer = new LinkedHashMap<>();
            outer.put("type", "object");
            outer.put("properties", Map.of("a", schema));
            outer.put("additionalProperties", false);
            schema = outer;
        }
        return Json.of(schema);
    }

    @Test
    void size_of65536Bytes_isTaken_andOneMoreRefused() {
        assertThatCode(() -> JsonSchema.requireStrict(ofSize(65_536))).doesNotThrowAnyException();
        assertThatThrownBy(() -> JsonSchema.requireStrict(ofSize(65_537)))
                .hasMessageContaining("it has 65537 bytes, allowed are 65536");
    }

    private static Json ofSize(int bytes) {
        int empty = object("\"a\":{\"type\":\"null\",\"title\":\"\"}").length();
        return Json.parse(object("\"a\":{\"type\":\"null\",\"title\":\"" + "x".repeat(bytes - empty) + "\"}")
                .replace(",", " , "));
    }

    @Test
    void keywords_areEnforced_atTheirBoundaries() {
        JsonSchema schema = JsonSchema.compileStrict(Json.parse(
                "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":3},\"e\":{\"type\":\"string\",\"enum\":[\"a\"]},"
                        + "\"d\":{\"type\":\"string\",\"format\":\"date\"},\"o\":{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}},"
                        + "\"required\":[\"n\"],\"additionalProperties\":false}"));

        for (String valid : List.of(
                "{\"n\":1}", "{\"n\":3}", "{\"n\":2.0}", "{\"n\":1,\"e\":\"a\",\"d\":\"2026-02-28\",\"o\":{}}")) {
            assertThat(schema.validate(Json.parse(valid))).isEmpty();
        }
        assertViolation(schema, "{\"n\":0}", "/n must be at least 1");
        assertViolation(schema, "{\"n\":4}", "/n must be at most 3");
        assertViolation(schema, "{\"n\":2.5}", "/n must be integer, was number");
        assertViolation(schema, "{\"n\":\"2\"}", "/n must be integer, was string");
        assertViolation(schema, "{}", "/n is required");
        assertViolation(schema, "{\"n\":1,\"e\":\"A\"}", "/e must be one of the allowed values");
        assertViolation(schema, "{\"n\":1,\"d\":\"2026-02-30\"}", "/d must be a valid date");
        assertViolation(schema, "{\"n\":1,\"x\":1}", "/x is not a known member");
        assertViolation(schema, "{\"n\":1,\"o\":{\"y\":1}}", "/o/y is not a known member");
        assertThat(JsonSchema.compileStrict(Json.parse(object(""))).validate(Json.arguments(null)))
                .isEmpty();
    }

    private static void assertViolation(JsonSchema schema, String value, String violation) {
        assertThat(schema.validate(Json.parse(value))).singleElement().hasToString(violation);
    }

    @Test
    void malformedSchema_isRefused() {
        assertThatThrownBy(() -> JsonSchema.requireStrict(Json.lazy("{"))).isInstanceOf(ConfigurationException.class);
    }
}

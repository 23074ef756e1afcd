package dev.harbor.tools.mcp.peers;

import java.util.Arrays;
import java.util.stream.Stream;

/** Schemas that are legal and that others fail at, each with arguments that fit and arguments that don't. */
enum Schemas {
    ONE_OF("{\"oneOf\":[{\"required\":[\"a\"]},{\"required\":[\"b\"]}],\"type\":\"object\"}", "{\"a\":1}", "{\"a\":1,\"b\":1}"),
    ANY_OF_BESIDE_TYPE("{\"type\":\"object\",\"anyOf\":[{\"required\":[\"a\"]},{\"required\":[\"b\"]}]}", "{\"b\":1}", "{}"),
    CONST("{\"type\":\"object\",\"properties\":{\"a\":{\"const\":\"x\"}}}", "{\"a\":\"x\"}", "{\"a\":\"y\"}"),
    TYPE_ARRAY("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":[\"string\",\"null\"]}}}", "{\"a\":null}", "{\"a\":1}"),
    MISSING_TYPE("{\"type\":\"object\",\"properties\":{\"a\":{\"enum\":[1,\"1\"]}}}", "{\"a\":\"1\"}", "{\"a\":2}"),
    REF_TO_PROPERTY(
            "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"},\"b\":{\"$ref\":\"#/properties/a\"}}}",
            "{\"b\":1}",
            "{\"b\":\"1\"}"),
    DEFINITIONS(
            "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"type\":\"object\",\"definitions\":{\"n\":{\"minimum\":3}},\"properties\":{\"a\":{\"$ref\":\"#/definitions/n\"}}}",
            "{\"a\":3}",
            "{\"a\":2}"),
    RECURSION(
            "{\"type\":\"object\",\"$defs\":{\"t\":{\"type\":\"object\",\"properties\":{\"c\":{\"$ref\":\"#/$defs/t\"}},\"additionalProperties\":false}},\"properties\":{\"a\":{\"$ref\":\"#/$defs/t\"}}}",
            "{\"a\":{\"c\":{\"c\":{}}}}",
            "{\"a\":{\"c\":{\"d\":{}}}}"),
    PREFIX_ITEMS(
            "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"type\":\"object\",\"properties\":{\"a\":{\"prefixItems\":[{\"type\":\"integer\"}],\"items\":false}}}",
            "{\"a\":[1]}",
            "{\"a\":[1,2]}"),
    NOT("{\"type\":\"object\",\"not\":{\"required\":[\"a\"]}}", "{}", "{\"a\":1}");

    final String schema;
    final String fitting;
    final String other;

    Schemas(String schema, String fitting, String other) {
        this.schema = schema;
        this.fitting = fitting;
        this.other = other;
    }

    static Stream<String> tools() {
        return Arrays.stream(values()).map(each -> "{\"name\":\"" + each + "\",\"inputSchema\":" + each.schema + "}");
    }
}

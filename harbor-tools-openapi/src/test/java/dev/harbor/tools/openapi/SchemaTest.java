package dev.harbor.tools.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.json.Json;
import dev.harbor.json.JsonSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SchemaTest {

    private static Json old(String schema) {
        return Documents.body(Documents.text(Documents.of("3.0.3", schema, "{}")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'type':'string','nullable':true} | {'type':['string','null']}",
                "{'type':'string','nullable':true,'enum':['a']} | {'type':['string','null'],'enum':['a',null]}",
                "{'nullable':true,'allOf':[{'type':'object'}]} | {'anyOf':[{'allOf':[{'type':'object'}]},{'type':'null'}]}",
                "{'type':'number','minimum':1,'exclusiveMinimum':true} | {'type':'number','exclusiveMinimum':1}",
                "{'type':'number','maximum':1.50,'exclusiveMaximum':false} | {'type':'number','maximum':1.50}",
                "{'type':'string','example':'a','xml':{},'x-a':1,'externalDocs':{}} | {'type':'string','examples':['a']}",
                "{'type':'array','items':{'type':'string','nullable':true}} | {'type':'array','items':{'type':['string','null']}}",
                "{'type':'object','additionalProperties':{'type':'string','nullable':true}} | {'type':'object','additionalProperties':{'type':['string','null']}}",
                "{'type':'string','format':'date-time'} | {'type':'string','format':'date-time'}",
            })
    void oldSchema_becomesItsLikeIn202012(String before, String after) {
        assertThat(old(before.replace('\'', '"'))).isEqualTo(Json.parse(after.replace('\'', '"')));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'prefixItems':[{'type':'string'},{'const':null}],'items':false}",
                "{'type':['string','null'],'enum':[1.10,1E+40,null,'x']}",
                "{'if':{'type':'string'},'then':{'minLength':1},'else':true,'unevaluatedProperties':false}",
                "{'dependentRequired':{'a':['b']},'contains':{'const':1},'minContains':2,'own':{'$ref':'#/kept'}}",
                "{'type':'number','minimum':9007199254740993,'exclusiveMaximum':1.0}",
                "{'description':'d','nullable':true,'example':1,'xml':{},'discriminator':{'propertyName':'p'}}",
            })
    void newSchema_staysAsItIs(String schema) {
        Json wanted = Json.parse(schema.replace('\'', '"'));
        assertThat(Documents.body(Documents.text(Documents.of("3.1.0", wanted.toString(), "{}")))
                        .toString())
                .isEqualTo(wanted.compact().toString());
    }

    @Test
    void recursiveSchema_isOneDefinitionThatIsEnforced() {
        OpenApiImport imported =
                Documents.text(Documents.of("3.0.0", "{\"$ref\": \"#/components/schemas/Folder\"}", """
                {"Folder": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"},
                  "sub": {"type": "array", "items": {"$ref": "#/components/schemas/Folder"}},
                  "up": {"$ref": "#/components/schemas/Drive"}}},
                 "Drive": {"type": "object", "properties": {"root": {"$ref": "#/components/schemas/Folder"}}}}"""));
        JsonSchema input =
                JsonSchema.compile(Documents.only(imported).definition().inputSchema());
        assertThat(
                        input.validate(
                                Json.parse(
                                        "{\"body\": {\"name\": \"a\", \"sub\": [{\"name\": \"b\", \"up\": {\"root\": {\"name\": \"c\"}}}]}}")))
                .isEmpty();
        assertThat(input.validate(Json.parse("{\"body\": {\"name\": \"a\", \"sub\": [{\"up\": {\"root\": {}}}]}}")))
                .hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"3.0.3", "3.1.0"})
    void members_thatGoOneWay_areOfferedThatWayOnly(String version) {
        OpenApiImport imported =
                Documents.text(Documents.of(version, "{\"$ref\": \"#/components/schemas/User\"}", """
                {"User": {"allOf": [{"type": "object", "properties": {"id": {"type": "string", "readOnly": true},
                   "password": {"type": "string", "writeOnly": true}, "name": {"type": "string"}}},
                  {"required": ["id", "password", "name"]}]}}"""));
        JsonSchema input =
                JsonSchema.compile(Documents.only(imported).definition().inputSchema());
        assertThat(input.validate(Json.parse("{\"body\": {\"name\": \"a\", \"password\": \"p\"}}")))
                .isEmpty();
        assertThat(input.validate(Json.parse("{\"body\": {\"name\": \"a\"}}"))).hasSize(1);
        JsonSchema output = JsonSchema.compile(Documents.result(imported));
        assertThat(output.validate(Json.parse("{\"name\": \"a\", \"id\": \"1\"}")))
                .isEmpty();
        assertThat(output.validate(Json.parse("{\"name\": \"a\", \"password\": \"p\"}")))
                .hasSize(1);
        assertThat(Documents.result(imported).toString()).doesNotContain("writeOnly");
    }

    @Test
    void discriminator_ofOldUnion_tellsItsAlternativesApart() {
        OpenApiImport imported = Documents.text(Documents.of("3.0.3", """
                {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
                 "discriminator": {"propertyName": "kind", "mapping": {"meow": "#/components/schemas/Cat"}}}""", """
                {"Cat": {"type": "object", "properties": {"kind": {"type": "string"}, "lives": {"type": "integer"}}},
                 "Dog": {"type": "object", "properties": {"kind": {"type": "string"}, "bark": {"type": "string"}}}}"""));
        JsonSchema input =
                JsonSchema.compile(Documents.only(imported).definition().inputSchema());
        assertThat(input.validate(Json.parse("{\"body\": {\"kind\": \"meow\", \"lives\": 9}}")))
                .isEmpty();
        assertThat(input.validate(Json.parse("{\"body\": {\"kind\": \"Dog\"}}")))
                .isEmpty();
        assertThat(input.validate(Json.parse("{\"body\": {\"kind\": \"Cow\"}}")))
                .isNotEmpty();
        assertThat(input.validate(Json.parse("{\"body\": {\"kind\": \"meow\", \"lives\": \"9\"}}")))
                .isNotEmpty();
    }

    @Test
    void schema_thatIsIllegal_skipsItsOperationOrLeavesResultsUnchecked() {
        assertThat(Documents.reason(Documents.text(Documents.of("3.0.3", "{\"type\": \"any\"}", "{}")), "x"))
                .isEqualTo(OpenApiReason.INVALID_SCHEMA);
        String output = Documents.of("3.1.0", "{\"type\": \"object\"}", "{}")
                .replaceAll("(\"responses\".*\"schema\": )\\{\"type\": \"object\"}", "$1{\"type\": \"any\"}");
        OpenApiImport imported = Documents.text(output);
        assertThat(Documents.only(imported).definition().outputSchema()).isNull();
        assertThat(imported.report().notes())
                .singleElement()
                .satisfies(note -> assertThat(note.message()).contains("results are not checked"));
    }

    @Test
    void keywords_ofOldDrafts_areRepaired() {
        OpenApiImport imported = Documents.text(Documents.of(
                "3.1.0",
                "{\"type\":\"object\",\"required\":[\"a\",\"a\"],\"properties\":{\"a\":{\"type\":\"number\",\"minimum\":0,\"exclusiveMinimum\":true,\"required\":true}},\"$recursiveAnchor\":true}",
                "{}"));
        assertThat(Documents.body(imported))
                .isEqualTo(
                        Json.parse(
                                "{\"type\":\"object\",\"required\":[\"a\"],\"properties\":{\"a\":{\"type\":\"number\",\"exclusiveMinimum\":0}}}"));
    }

    @Test
    void dialect_ofDocument_isThatOfItsSchemas() {
        String old = "{'items':[{'type':'string'}],'additionalItems':false,'type':'array'}".replace('\'', '"');
        String document = Documents.of("3.1.0", old, "{}")
                .replaceFirst("\\{", "{\"jsonSchemaDialect\": \"http://json-schema.org/draft-07/schema#\", ");
        JsonSchema input = JsonSchema.compile(
                Documents.only(Documents.text(document)).definition().inputSchema());
        assertThat(input.validate(Json.parse("{\"body\": [\"a\", \"b\"]}"))).isNotEmpty();
        String unknown = document.replace("http://json-schema.org/draft-07/schema#", "https://x.example/own");
        assertThat(Documents.reason(Documents.text(unknown), "x")).isEqualTo(OpenApiReason.INVALID_SCHEMA);
    }

    @Test
    void schemas_thatAreTooLarge_areLeftOut() {
        String large =
                "{\"type\": \"object\", \"title\": \"t\", \"$comment\": \"" + "x".repeat(SchemaBook.MAX_BYTES) + "\"}";
        OpenApiImport imported = Documents.text(Documents.of("3.1.0", large, "{}"));
        assertThat(Documents.reason(imported, "x")).isEqualTo(OpenApiReason.TOO_LARGE);
    }
}

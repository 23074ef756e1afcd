package dev.harbor.json;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.dialect.Dialects;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.JsonNodeException;
import tools.jackson.databind.json.JsonMapper;

/** Is a validator that shares no code with what is tested: its own configuration, its own parser, formats enforced. */
final class Oracle {

    private static final JsonMapper MAPPER = JsonMapper.builder(
                    JsonFactory.builder().build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final SchemaRegistry REGISTRY = SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            registry -> registry.schemaRegistryConfig(SchemaRegistryConfig.builder()
                    .locale(Locale.ROOT)
                    .formatAssertionsEnabled(true)
                    .build()));

    private static final Schema META_SCHEMA =
            REGISTRY.getSchema(SchemaLocation.of(Dialects.getDraft202012().getId()));

    private final Schema schema;

    Oracle(Json schema) {
        this.schema = REGISTRY.getSchema(tree(schema.toString()));
        this.schema.initializeValidators();
    }

    /** Returns what is wrong. The validator itself fails for numbers that are compared with integer bounds and are far beyond them, so wrong too. */
    List<String> errors(String json) {
        try {
            return schema.validate(tree(json)).stream().map(Error::toString).toList();
        } catch (JsonNodeException outOfRange) {
            return List.of(String.valueOf(outOfRange.getMessage()));
        }
    }

    static List<Error> metaErrors(Json schema) {
        return META_SCHEMA.validate(tree(schema.toString()));
    }

    private static JsonNode tree(String json) {
        return MAPPER.readTree(json);
    }
}

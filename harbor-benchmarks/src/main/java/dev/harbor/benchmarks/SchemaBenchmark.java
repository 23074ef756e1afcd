package dev.harbor.benchmarks;

import dev.harbor.json.Json;
import dev.harbor.json.JsonSchema;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The check of a document against a schema that came from elsewhere: five properties, without format assertions. */
@State(Scope.Benchmark)
public class SchemaBenchmark {

    private static final String SCHEMA = """
            {"type": "object", "additionalProperties": false,
             "required": ["customerId", "email", "amountCents", "currency"],
             "properties": {
               "customerId": {"type": "string", "pattern": "^cus_[0-9a-f]{16}$"},
               "email": {"type": "string"},
               "amountCents": {"type": "integer", "minimum": 1, "maximum": 1000000},
               "currency": {"enum": ["EUR", "USD", "GBP"]},
               "note": {"type": "string", "maxLength": 500}}}
            """;

    private final JsonSchema schema = JsonSchema.compile(Json.parse(SCHEMA));
    private final Json parsed = Json.parse(Refund.JSON);
    private final String text = Refund.JSON;

    /** Checks a document that was parsed before. */
    @Benchmark
    public Object validate() {
        return schema.validate(parsed);
    }

    /** Parses and checks. */
    @Benchmark
    public Object parseAndValidate() {
        return schema.validate(Json.lazy(text));
    }
}

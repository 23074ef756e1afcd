package dev.harbor.flow;

import dev.harbor.json.Codec;
import dev.harbor.json.InvalidJsonException;
import dev.harbor.json.Json;
import dev.harbor.json.JsonSchema;
import dev.harbor.json.Repair;
import dev.harbor.json.Violation;
import java.util.List;
import java.util.function.Consumer;

/** Holds the arguments of a flow to what it takes. Thread-safe. */
interface FlowInput {

    /** Returns the schema. */
    Json schema();

    /**
     * Returns the arguments as the nodes get them.
     *
     * @throws InvalidJsonException if they don't fit
     */
    Json strict(Json arguments);

    /**
     * Returns the arguments as the nodes get them, repaired where that loses nothing.
     *
     * @throws InvalidJsonException if they don't fit even so
     */
    default Json lenient(Json arguments, Consumer<Repair> repairs) {
        return strict(arguments);
    }

    static FlowInput of(Json schema) {
        JsonSchema compiled = JsonSchema.compile(schema);
        return new FlowInput() {

            @Override
            public Json schema() {
                return schema;
            }

            @Override
            public Json strict(Json arguments) {
                List<Violation> violations = compiled.validate(arguments);
                if (!violations.isEmpty()) {
                    throw new InvalidJsonException(violations);
                }
                return arguments;
            }
        };
    }

    static <T> FlowInput of(Codec<T> codec) {
        return new FlowInput() {

            @Override
            public Json schema() {
                return codec.schema();
            }

            @Override
            public Json strict(Json arguments) {
                return codec.encode(codec.decode(arguments));
            }

            @Override
            public Json lenient(Json arguments, Consumer<Repair> repairs) {
                return codec.encode(codec.decode(arguments, repairs));
            }
        };
    }
}

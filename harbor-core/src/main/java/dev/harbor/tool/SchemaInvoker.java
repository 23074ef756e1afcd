package dev.harbor.tool;

import dev.harbor.json.InvalidJsonException;
import dev.harbor.json.Json;
import dev.harbor.json.JsonSchema;
import dev.harbor.json.Violation;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Invokes code over JSON whose schemas came from outside and are enforced as they are. */
final class SchemaInvoker implements ToolInvoker<Json, Json> {

    private final JsonSchema input;
    private final @Nullable JsonSchema output;
    private final ToolHandler<Json, ToolOutput<Json>> code;

    private SchemaInvoker(JsonSchema input, @Nullable JsonSchema output, ToolHandler<Json, ToolOutput<Json>> code) {
        this.input = input;
        this.output = output;
        this.code = Objects.requireNonNull(code, "code");
    }

    static SchemaInvoker of(ToolDefinition definition, ToolHandler<Json, ToolOutput<Json>> code) {
        Json outputSchema = definition.outputSchema();
        return new SchemaInvoker(
                JsonSchema.compile(definition.inputSchema()),
                outputSchema == null ? null : JsonSchema.compile(outputSchema),
                code);
    }

    static SchemaInvoker of(
            ToolDefinition definition,
            JsonSchema input,
            @Nullable JsonSchema output,
            ToolHandler<Json, ToolOutput<Json>> code) {
        requireSame("input", input, definition.inputSchema());
        requireSame("output", output, definition.outputSchema());
        return new SchemaInvoker(input, output, code);
    }

    private static void requireSame(String side, @Nullable JsonSchema compiled, @Nullable Json declared) {
        if (!Objects.equals(compiled == null ? null : compiled.document(), declared)) {
            throw new InvalidToolDefinition("the " + side + " schema that was compiled is not that of the definition");
        }
    }

    @Override
    public Json decode(Json arguments) {
        return held(input, arguments);
    }

    @Override
    public Json decodeUnchecked(Json arguments) {
        return wellFormed(arguments);
    }

    @Override
    public Json encodeInput(Json value) {
        return value;
    }

    @Override
    public ToolOutput<Json> invoke(Json value, ToolContext context) throws Exception {
        return code.call(value, context);
    }

    @Override
    public Json encodeResult(@Nullable Json value, boolean validate) {
        if (value == null) {
            throw CodecInvoker.isNull();
        }
        return validate && output != null ? held(output, value) : wellFormed(value);
    }

    /** What was taken over from elsewhere may be text that nobody has read so far. */
    private static Json wellFormed(Json value) {
        value.kind();
        return value;
    }

    private static Json held(JsonSchema schema, Json value) {
        List<Violation> violations = schema.validate(value);
        if (!violations.isEmpty()) {
            throw new InvalidJsonException(violations);
        }
        return value;
    }
}

package dev.harbor.tool;

import dev.harbor.json.Codec;
import dev.harbor.json.InvalidJsonException;
import dev.harbor.json.Json;
import dev.harbor.json.Repair;
import dev.harbor.json.Violation;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Invokes code of this process through two codecs, which are schema and decoder at once. */
final class CodecInvoker<I, O> implements ToolInvoker<I, O> {

    private static final Json NOTHING = Codec.of(Void.class).schema();

    private final Codec<I> input;
    private final Codec<O> output;
    private final ToolHandler<? super I, ToolOutput<O>> code;
    private final boolean returnsNothing;

    CodecInvoker(Codec<I> input, Codec<O> output, ToolHandler<? super I, ToolOutput<O>> code) {
        this.input = Objects.requireNonNull(input, "input");
        this.output = Objects.requireNonNull(output, "output");
        this.code = Objects.requireNonNull(code, "code");
        this.returnsNothing = output.schema().equals(NOTHING);
    }

    @Override
    public I decode(Json arguments) {
        return input.decode(arguments);
    }

    @Override
    public I decode(Json arguments, Consumer<Repair> repairs) {
        return input.decode(arguments, repairs);
    }

    @Override
    public Json encodeInput(I value) {
        return input.encode(value);
    }

    @Override
    public ToolOutput<O> invoke(I value, ToolContext context) throws Exception {
        return code.call(value, context);
    }

    @Override
    public Json strictSchema(Json declared) {
        return declared.equals(input.schema()) ? input.strictSchema() : declared;
    }

    /** A codec may write null for what is absent; a result is absent only where there can be no other. */
    @Override
    public Json encodeResult(@Nullable O value, boolean validate) {
        if (value == null) {
            if (returnsNothing) {
                return Json.NULL;
            }
            throw isNull();
        }
        return output.encode(value);
    }

    static InvalidJsonException isNull() {
        return new InvalidJsonException(List.of(new Violation("", "type", "must not be null", List.of())));
    }
}

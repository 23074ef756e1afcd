package dev.harbor.tool;

import dev.harbor.json.Codec;
import dev.harbor.json.Json;
import dev.harbor.json.Repair;
import java.util.Objects;
import java.util.function.Consumer;

/** Invokes code of this process through two codecs, which are schema and decoder at once. */
final class CodecInvoker<I, O> implements ToolInvoker<I, O> {

    private final Codec<I> input;
    private final Codec<O> output;
    private final ToolHandler<? super I, ToolOutput<O>> code;

    CodecInvoker(Codec<I> input, Codec<O> output, ToolHandler<? super I, ToolOutput<O>> code) {
        this.input = Objects.requireNonNull(input, "input");
        this.output = Objects.requireNonNull(output, "output");
        this.code = Objects.requireNonNull(code, "code");
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
    public Json encodeResult(O value, boolean validate) {
        return output.encode(value);
    }
}

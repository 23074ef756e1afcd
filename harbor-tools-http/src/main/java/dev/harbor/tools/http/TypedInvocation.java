package dev.harbor.tools.http;

import dev.harbor.json.Codec;
import dev.harbor.json.InvalidJsonException;
import dev.harbor.json.Json;
import dev.harbor.tool.InvalidResult;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolHandler;
import dev.harbor.tool.ToolOutput;

/** Is the code behind an HTTP tool over Java types. Thread-safe. */
record TypedInvocation<I, O>(Codec<I> input, Codec<O> output, HttpInvocation invocation)
        implements ToolHandler<I, ToolOutput<O>> {

    @Override
    public ToolOutput<O> call(I value, ToolContext context) {
        Json answer = invocation.call(input.encode(value), context).value();
        try {
            return ToolOutput.of(output.decode(answer));
        } catch (InvalidJsonException e) {
            throw new InvalidResult("the answer does not fit: " + e.getMessage(), e.violations());
        }
    }
}

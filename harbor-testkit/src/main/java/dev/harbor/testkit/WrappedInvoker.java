package dev.harbor.testkit;

import dev.harbor.json.Json;
import dev.harbor.json.Repair;
import dev.harbor.tool.AbandonedCall;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolInvoker;
import dev.harbor.tool.ToolOutput;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** Is the code of a tool with something around each invocation; all else is as it was. */
record WrappedInvoker<I, O>(ToolInvoker<I, O> code, Around<O> around) implements ToolInvoker<I, O> {

    /** Does something around an invocation, or instead of it. */
    @FunctionalInterface
    interface Around<O> {

        ToolOutput<O> invoke(ToolContext context, Callable<ToolOutput<O>> invocation) throws Exception;
    }

    @Override
    public I decode(Json arguments) {
        return code.decode(arguments);
    }

    @Override
    public I decode(Json arguments, Consumer<Repair> repairs) {
        return code.decode(arguments, repairs);
    }

    @Override
    public I decodeUnchecked(Json arguments) {
        return code.decodeUnchecked(arguments);
    }

    @Override
    public Json encodeInput(I input) {
        return code.encodeInput(input);
    }

    @Override
    public ToolOutput<O> invoke(I input, ToolContext context) throws Exception {
        return around.invoke(context, () -> code.invoke(input, context));
    }

    @Override
    public Json encodeResult(O value, boolean validate) {
        return code.encodeResult(value, validate);
    }

    @Override
    public Json strictSchema(Json declared) {
        return code.strictSchema(declared);
    }

    @Override
    public void abandoned(AbandonedCall call) throws Exception {
        code.abandoned(call);
    }

    @Override
    public void close() {
        code.close();
    }
}

package dev.harbor.tool;

import dev.harbor.json.Json;
import dev.harbor.json.Repair;
import java.util.function.Consumer;

/** Has other code do everything that it does not do itself. Thread-safe if that code is. */
interface ForwardingInvoker<I, O> extends ToolInvoker<I, O> {

    /** Returns the other code. */
    ToolInvoker<I, O> code();

    @Override
    default I decode(Json arguments) {
        return code().decode(arguments);
    }

    @Override
    default I decode(Json arguments, Consumer<Repair> repairs) {
        return code().decode(arguments, repairs);
    }

    @Override
    default I decodeUnchecked(Json arguments) {
        return code().decodeUnchecked(arguments);
    }

    @Override
    default Json encodeInput(I input) {
        return code().encodeInput(input);
    }

    @Override
    default ToolOutput<O> invoke(I input, ToolContext context) throws Exception {
        return code().invoke(input, context);
    }

    @Override
    default Json encodeResult(O value, boolean validate) {
        return code().encodeResult(value, validate);
    }

    @Override
    default Json strictSchema(Json declared) {
        return code().strictSchema(declared);
    }

    @Override
    default void abandoned(AbandonedCall call) throws Exception {
        code().abandoned(call);
    }

    @Override
    default void close() {
        code().close();
    }
}

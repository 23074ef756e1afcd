package dev.harbor.examples.harness;

import dev.harbor.json.Json;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolInvoker;
import dev.harbor.tool.ToolOutput;
import java.util.List;
import java.util.function.Function;

/** What a test does when a tool of the workspace has done its work, before anybody hears of it. */
@FunctionalInterface
interface Interference {

    void after(ToolContext context) throws Exception;

    /** Returns the tools of the workspace, one of them interfered with. */
    default Function<Workspace, List<Tool<?, ?>>> in(String tool) {
        return workspace -> WorkspaceTools.of(workspace).stream()
                .<Tool<?, ?>>map(each -> each.id().name().equals(tool) ? wrap(each) : each)
                .toList();
    }

    private <I, O> Tool<I, O> wrap(Tool<I, O> tool) {
        return tool.invoker(invoker -> new Interfered<>(invoker, this));
    }

    /** A tool that is interfered with. */
    record Interfered<I, O>(ToolInvoker<I, O> invoker, Interference interference) implements ToolInvoker<I, O> {

        @Override
        public I decode(Json arguments) {
            return invoker.decode(arguments);
        }

        @Override
        public Json encodeInput(I input) {
            return invoker.encodeInput(input);
        }

        @Override
        public ToolOutput<O> invoke(I input, ToolContext context) throws Exception {
            ToolOutput<O> output = invoker.invoke(input, context);
            interference.after(context);
            return output;
        }

        @Override
        public Json encodeResult(O value, boolean validate) {
            return invoker.encodeResult(value, validate);
        }
    }
}

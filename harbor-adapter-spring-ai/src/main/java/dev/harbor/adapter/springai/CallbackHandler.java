package dev.harbor.adapter.springai;

import dev.harbor.json.Json;
import dev.harbor.json.MalformedJsonException;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolHandler;
import dev.harbor.tool.ToolOutput;
import dev.harbor.tool.annotation.ToolMarks;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.execution.ToolExecutionException;

/** Calls a callback of Spring AI. Thread-safe if the callback is. */
final class CallbackHandler implements ToolHandler<Json, ToolOutput<Json>> {

    private final ToolCallback callback;

    CallbackHandler(ToolCallback callback) {
        this.callback = Objects.requireNonNull(callback, "callback");
    }

    @Override
    public ToolOutput<Json> call(Json arguments, ToolContext context) throws Exception {
        try {
            return ToolOutput.of(json(callback.call(arguments.toString(), passedOn(context))));
        } catch (ToolExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    /** Says who calls, in a form that Spring AI passes on. */
    static org.springframework.ai.chat.model.ToolContext passedOn(ToolContext context) {
        return new org.springframework.ai.chat.model.ToolContext(ToolMarks.members(context));
    }

    /** Spring AI writes results as JSON unless a converter does otherwise, text included. */
    private static Json json(@Nullable String text) {
        if (text == null) {
            return Json.NULL;
        }
        try {
            return Json.parse(text);
        } catch (MalformedJsonException e) {
            return Json.of(text);
        }
    }
}

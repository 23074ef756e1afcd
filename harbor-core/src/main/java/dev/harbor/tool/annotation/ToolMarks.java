package dev.harbor.tool.annotation;

import dev.harbor.json.Codec;
import dev.harbor.tool.ToolContext;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Says which annotations make a method a tool, and what they say about it. For objects whose annotations are those of another library.
 *
 * <p>Implementations are stateless.
 */
public interface ToolMarks {

    /** Returns the simple name of the annotation, for messages. */
    String annotation();

    /** Returns what the mark on a method says, or null when the method is no tool. */
    @Nullable
    ToolMark mark(Method method);

    /** Returns what a parameter says of itself; unless overridden that is {@link Codec.Parameter#of}. */
    default Codec.Parameter describe(Parameter parameter) {
        return Codec.Parameter.of(parameter);
    }

    /** Returns what gives a parameter its value that is no argument of the tool, or null when it is one. Parameters of the type {@link ToolContext} are not asked about. */
    default @Nullable Function<ToolContext, Object> supplied(Parameter parameter) {
        return null;
    }

    /**
     * Returns who makes a call and which one it is, for libraries that hand a map on to their tools: {@code tenant}, {@code user}, {@code session}, {@code callId}, {@code idempotencyKey}
     * and, in a run, {@code runId}. The map is the caller's own and may be changed.
     */
    static Map<String, Object> members(ToolContext context) {
        Map<String, Object> members = new HashMap<>();
        members.put("tenant", context.identity().tenant());
        members.put("user", context.identity().user());
        members.put("session", context.identity().session());
        members.put("callId", context.callId());
        members.put("idempotencyKey", context.idempotencyKey());
        context.runId().ifPresent(run -> members.put("runId", run));
        return members;
    }
}

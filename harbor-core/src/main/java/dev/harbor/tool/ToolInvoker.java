package dev.harbor.tool;

import dev.harbor.json.Json;
import dev.harbor.json.Repair;
import java.util.function.Consumer;

/**
 * Is what a transport implements for one tool, in two phases: arguments are decoded before the call is authorised and recorded, and it is invoked
 * after. Called by many threads at once.
 *
 * @param <I> what the arguments decode to
 * @param <O> what the tool answers
 */
public interface ToolInvoker<I, O> extends AutoCloseable {

    /**
     * Checks and decodes arguments in one pass. Has no effect and does not block.
     *
     * @throws dev.harbor.json.InvalidJsonException if they don't fit the tool
     * @throws dev.harbor.json.MalformedJsonException if they are not JSON
     */
    I decode(Json arguments);

    /**
     * Decodes arguments with repairs that lose nothing, and reports each. Unless overridden it repairs nothing.
     *
     * @throws dev.harbor.json.InvalidJsonException if they don't fit the tool even so
     * @throws dev.harbor.json.MalformedJsonException if they are not JSON
     */
    default I decode(Json arguments, Consumer<Repair> repairs) {
        return decode(arguments);
    }

    /** Writes decoded arguments back to JSON, for a caller that has values rather than text. */
    Json encodeInput(I input);

    /**
     * Invokes the tool once. May block; is interrupted when the attempt's time is over.
     *
     * @throws Exception when it failed; a {@link ToolException} says how
     */
    ToolOutput<O> invoke(I input, ToolContext context) throws Exception;

    /**
     * Writes a result as JSON.
     *
     * @param validate whether to hold it against the declared schema as well
     * @throws dev.harbor.json.InvalidJsonException if it does not fit
     * @throws dev.harbor.json.UnserializableException if it can't be written
     */
    Json encodeResult(O value, boolean validate);

    /** Releases what this tool holds, after the last call that could use it. May be called more than once. */
    @Override
    default void close() {}
}

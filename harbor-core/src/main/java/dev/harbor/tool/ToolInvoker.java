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

    /**
     * Decodes arguments without holding them to the declared schema, for a tool whose policy does not want that
     * ({@link dev.harbor.policy.Validation#arguments()}). Unless overridden that is {@link #decode(Json)}: what becomes a value of Java can't be left
     * unchecked.
     *
     * @throws dev.harbor.json.InvalidJsonException if they can't be decoded
     * @throws dev.harbor.json.MalformedJsonException if they are not JSON
     */
    default I decodeUnchecked(Json arguments) {
        return decode(arguments);
    }

    /**
     * Writes decoded arguments back to JSON, for a caller that has values rather than text.
     *
     * @throws dev.harbor.json.InvalidJsonException if they don't fit the tool
     * @throws dev.harbor.json.UnserializableException if they can't be written
     */
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
     * @param value what the tool handed back, which may be null where it should not be
     * @param validate whether to hold it against the declared schema as well
     * @throws dev.harbor.json.InvalidJsonException if it does not fit, or is null and should not be
     * @throws dev.harbor.json.UnserializableException if it can't be written
     * @throws dev.harbor.json.MalformedJsonException if it is text that is not JSON
     */
    Json encodeResult(O value, boolean validate);

    /**
     * Returns the schema under which arguments are held to the strict subset ({@link dev.harbor.json.JsonSchema#requireStrict}). Unless overridden that is the
     * declared one as it is.
     *
     * @param declared the input schema of the definition
     * @throws dev.harbor.error.ConfigurationException if there is none
     */
    default Json strictSchema(Json declared) {
        return declared;
    }

    /**
     * Lets go of what is held elsewhere for a call that has thrown {@link ToolSuspended} and will not go on: its run has ended, somebody rejected it without the tool
     * hearing of that, or it was not needed any more. Unless overridden nothing is held. See {@link ToolAbandonment#abandoned} for what holds.
     */
    default void abandoned(AbandonedCall call) throws Exception {}

    /** Releases what this tool holds, after the last call that could use it. May be called more than once. */
    @Override
    default void close() {}
}

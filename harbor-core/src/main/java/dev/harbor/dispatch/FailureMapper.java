package dev.harbor.dispatch;

import dev.harbor.error.ErrorCode;
import dev.harbor.event.Redactor;
import dev.harbor.json.Violation;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.InvalidArguments;
import dev.harbor.tool.InvalidResult;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolException;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolSuspended;
import dev.harbor.tool.ToolUnavailable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Turns whatever a tool threw into an error. It is the only place that does, it goes by types alone, and this is the table:
 *
 * <table>
 * <caption>What becomes of a throwable</caption>
 * <tr><th>thrown</th><th>code</th><th>class</th><th>outcome known</th><th>message</th></tr>
 * <tr><td>{@link ToolSuspended}</td><td>INPUT_REQUIRED, where the call can't wait; elsewhere it is no failure</td><td>permanent</td><td>yes</td><td>its own</td></tr>
 * <tr><td>{@link ToolException}</td><td>its own</td><td>its own</td><td>as it says</td><td>its own</td></tr>
 * <tr><td>{@link ToolException} of a call that the tool made</td><td>TOOL_FAILED</td><td>its own, permanent if that call was retried in vain</td>
 *     <td>as it says</td><td>its own</td></tr>
 * <tr><td>{@link Error} of any kind</td><td>TOOL_FATAL</td><td>permanent</td><td>no</td><td>the class name</td></tr>
 * <tr><td>{@link IOException}</td><td>TOOL_FAILED</td><td>transient, permanent if a permanent {@link ToolException} caused it</td><td>no</td>
 *     <td>the class name</td></tr>
 * <tr><td>anything else, {@link InterruptedException} and {@link java.util.concurrent.CancellationException} included</td><td>TOOL_FAILED</td>
 *     <td>permanent</td><td>no</td><td>the class name</td></tr>
 * </table>
 *
 * <p>An exception that only wraps another one ({@link ExecutionException}, {@link CompletionException}, {@link InvocationTargetException},
 * {@link UndeclaredThrowableException}, {@link UncheckedIOException}) counts as what it wraps. The outcome of a replayable tool is always known: there is
 * no effect that could be in doubt. Messages of foreign throwables stay in the cause, since they may hold secrets; those of tools lose what can be told to be one.
 *
 * <p>Thread-safe.
 */
final class FailureMapper {

    private static final int DEEPEST = 16;

    /** Returns the error for what a tool threw. */
    ToolError map(Throwable thrown, boolean replayable) {
        Throwable what = unwrap(thrown);
        if (what instanceof ToolException said) {
            return said.call() == null ? ofTool(said, replayable) : ofNested(said, replayable);
        }
        if (what instanceof Error) {
            return foreign(ErrorCode.TOOL_FATAL, ErrorClass.PERMANENT, "the tool died of ", what, thrown, replayable);
        }
        boolean mayPass = what instanceof IOException && !isPermanentInside(what);
        ErrorClass errorClass = mayPass ? ErrorClass.TRANSIENT : ErrorClass.PERMANENT;
        return foreign(ErrorCode.TOOL_FAILED, errorClass, "the tool failed with ", what, thrown, replayable);
    }

    /** Tells whether something that stays as it is, such as refused arguments, caused what looks as if it could pass. */
    private static boolean isPermanentInside(Throwable thrown) {
        Throwable inner = thrown.getCause();
        for (int depth = 0; depth < DEEPEST && inner != null; depth++) {
            if (inner instanceof ToolException said && said.errorClass() == ErrorClass.PERMANENT) {
                return true;
            }
            inner = inner.getCause();
        }
        return false;
    }

    /** Tells whether the throwable is the tool's own word that no effect is in doubt. */
    boolean isAnswer(@Nullable Throwable thrown) {
        return thrown != null && unwrap(thrown) instanceof ToolException said && said.outcomeKnown();
    }

    /** Returns the tool's word that it waits, or null when it said something else. */
    @Nullable
    ToolSuspended suspension(@Nullable Throwable thrown) {
        return thrown != null && unwrap(thrown) instanceof ToolSuspended waits ? waits : null;
    }

    /** Returns how long the tool asks to wait before another attempt, or zero. */
    Duration retryAfter(@Nullable Throwable thrown) {
        Throwable what = thrown == null ? null : unwrap(thrown);
        Duration asked = null;
        if (what instanceof ToolFailed failed) {
            asked = failed.retryAfter();
        } else if (what instanceof ToolUnavailable unavailable) {
            asked = unavailable.retryAfter();
        }
        return asked == null ? Duration.ZERO : asked;
    }

    private static ToolError ofTool(ToolException said, boolean replayable) {
        return new ToolError(
                said.code(), said.errorClass(), text(said), violations(said), replayable || said.outcomeKnown(), said);
    }

    /** The codes of another call would blame the wrong one, and its retries must not be multiplied. */
    private static ToolError ofNested(ToolException said, boolean replayable) {
        boolean retried = said.code().equals(ErrorCode.RETRIES_EXHAUSTED);
        ErrorClass errorClass = retried ? ErrorClass.PERMANENT : said.errorClass();
        boolean known = replayable || said.outcomeKnown();
        return new ToolError(ErrorCode.TOOL_FAILED, errorClass, text(said), List.of(), known, said);
    }

    private static ToolError foreign(
            ErrorCode code, ErrorClass errorClass, String what, Throwable inner, Throwable thrown, boolean known) {
        return new ToolError(code, errorClass, what + name(inner), List.of(), known, thrown);
    }

    private static List<Violation> violations(ToolException said) {
        if (said instanceof InvalidArguments arguments) {
            return Violations.bounded(arguments.violations());
        }
        return said instanceof InvalidResult result ? Violations.bounded(result.violations()) : List.of();
    }

    private static String text(ToolException said) {
        String message = said.getMessage();
        return message == null || message.isBlank()
                ? "the tool failed with " + name(said)
                : Redactor.standard().redact(message);
    }

    private static String name(Throwable thrown) {
        String whole = thrown.getClass().getName();
        return whole.substring(whole.lastIndexOf('.') + 1);
    }

    private static Throwable unwrap(Throwable thrown) {
        Throwable inner = thrown;
        for (int depth = 0; depth < DEEPEST && isWrapper(inner); depth++) {
            Throwable cause = inner.getCause();
            if (cause == null) {
                return inner;
            }
            inner = cause;
        }
        return inner;
    }

    private static boolean isWrapper(Throwable thrown) {
        return thrown instanceof ExecutionException
                || thrown instanceof CompletionException
                || thrown instanceof InvocationTargetException
                || thrown instanceof UndeclaredThrowableException
                || thrown instanceof UncheckedIOException;
    }
}

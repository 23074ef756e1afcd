package dev.harbor.llm.langchain4j;

import dev.harbor.error.ErrorCode;
import dev.harbor.event.Redactor;
import dev.harbor.llm.LlmException;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.ResponseFormat;
import dev.harbor.policy.ErrorClass;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.InternalServerException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.ModelNotFoundException;
import dev.langchain4j.exception.NonRetriableException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.exception.RetriableException;
import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.exception.UnsupportedFeatureException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Says what a throwable of LangChain4j means. It goes by types and statuses alone, and this is the table:
 *
 * <table>
 * <caption>What becomes of a throwable</caption>
 * <tr><th>thrown, or a cause of it</th><th>class</th></tr>
 * <tr><td>{@link TimeoutException}, {@link HttpTimeoutException}, {@link InterruptedIOException}, status 408</td><td>timeout</td></tr>
 * <tr><td>{@link RateLimitException}, other {@link RetriableException}, {@link IOException}, status 425 and 429</td><td>transient</td></tr>
 * <tr><td>{@link InternalServerException}, status 500 and above</td><td>5xx</td></tr>
 * <tr><td>anything else: {@link AuthenticationException}, {@link ModelNotFoundException}, {@link ContentFilteredException},
 *     {@link NonRetriableException}, other statuses</td><td>permanent</td></tr>
 * </table>
 *
 * <p>{@link UnsupportedFeatureException}, and a status 400 or 422 for a request that asks for JSON, say that the form of answer can't be had: a freer one is asked
 * for, and a request that is wrong otherwise fails the same way without any.
 */
final class Failures {

    private static final int DEEPEST = 16;
    private static final int MAX_LENGTH = 500;

    private Failures() {}

    static LlmException of(Throwable thrown, LlmRequest request) {
        if (thrown instanceof LlmException ours) {
            return ours;
        }
        if (isFormat(thrown, request)) {
            return new LlmException(
                    ErrorCode.FORMAT_UNSUPPORTED,
                    ErrorClass.PERMANENT,
                    "the model can't answer as " + request.responseFormat().kind() + ": " + said(thrown),
                    null);
        }
        return new LlmException(
                ErrorCode.MODEL_FAILED,
                classOf(thrown),
                "the model failed: " + said(thrown),
                cause(thrown),
                retryAfter(thrown));
    }

    private static boolean isFormat(Throwable thrown, LlmRequest request) {
        if (request.responseFormat().kind() == ResponseFormat.Kind.TEXT
                || has(thrown, ContentFilteredException.class)) {
            return false;
        }
        int status = status(thrown).orElse(0);
        return has(thrown, UnsupportedFeatureException.class)
                || status == 400
                || status == 422
                || (status == 0 && has(thrown, InvalidRequestException.class));
    }

    private static ErrorClass classOf(Throwable thrown) {
        int status = status(thrown).orElse(0);
        if (status == 408
                || has(thrown, TimeoutException.class)
                || has(thrown, HttpTimeoutException.class)
                || has(thrown, InterruptedIOException.class)) {
            return ErrorClass.TIMEOUT;
        }
        if (status >= 500 || has(thrown, InternalServerException.class)) {
            return ErrorClass.SERVER;
        }
        boolean mayPass = status == 0
                ? has(thrown, RetriableException.class) || has(thrown, IOException.class)
                : status == 425 || status == 429;
        return mayPass ? ErrorClass.TRANSIENT : ErrorClass.PERMANENT;
    }

    private static boolean has(Throwable thrown, Class<?> type) {
        return first(thrown, type::isInstance).isPresent();
    }

    private static OptionalInt status(Throwable thrown) {
        return first(thrown, Failures::hasStatus)
                .map(answer -> OptionalInt.of(
                        answer instanceof AskedToWait asked ? asked.status() : ((HttpException) answer).statusCode()))
                .orElse(OptionalInt.empty());
    }

    private static boolean hasStatus(Throwable thrown) {
        return thrown instanceof HttpException || thrown instanceof AskedToWait;
    }

    private static @Nullable Duration retryAfter(Throwable thrown) {
        return first(thrown, AskedToWait.class::isInstance)
                .map(asked -> ((AskedToWait) asked).retryAfter())
                .orElse(null);
    }

    private static Optional<Throwable> first(Throwable thrown, Predicate<Throwable> test) {
        Throwable each = thrown;
        for (int depth = 0; depth < DEEPEST && each != null; depth++) {
            if (test.test(each)) {
                return Optional.of(each);
            }
            each = each.getCause();
        }
        return Optional.empty();
    }

    /** What a provider says about a refused request helps who has to mend it, and may quote what it was sent, so it is redacted and cut. */
    private static String said(Throwable thrown) {
        OptionalInt status = status(thrown);
        Duration wait = retryAfter(thrown);
        String what = wait == null ? thrown.getClass().getSimpleName() : "asks to wait " + wait;
        String message = status.isPresent() || has(thrown, UnsupportedFeatureException.class)
                ? Redactor.standard().redact(String.valueOf(innermost(thrown).getMessage()))
                : "";
        String cut = message.length() > MAX_LENGTH ? message.substring(0, MAX_LENGTH) : message;
        return (status.isPresent() ? "status " + status.getAsInt() + " (" + what + ")" : what)
                + (cut.isBlank() ? "" : ": " + cut);
    }

    private static Throwable innermost(Throwable thrown) {
        return first(thrown, Failures::hasStatus).orElse(thrown);
    }

    /** The text of an answer stays out of logs, where a cause ends up; other causes say where it happened. */
    private static @Nullable Throwable cause(Throwable thrown) {
        return status(thrown).isPresent() ? null : thrown;
    }
}

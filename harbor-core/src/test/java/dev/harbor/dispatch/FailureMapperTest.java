package dev.harbor.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.error.ErrorCode;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.InvalidArguments;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolTimeout;
import dev.harbor.tool.ToolUnavailable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FailureMapperTest {

    private static final String SECRET = "Bearer s3cr3t";

    private final FailureMapper mapper = new FailureMapper();

    static Stream<Throwable> foreign() {
        return Stream.of(
                new IllegalStateException(SECRET),
                new Exception(SECRET),
                new IOException(SECRET),
                new FileNotFoundException(SECRET),
                new SocketTimeoutException(SECRET),
                new CancellationException(SECRET),
                new InterruptedException(SECRET),
                new StackOverflowError(SECRET),
                new OutOfMemoryError(SECRET),
                new NoClassDefFoundError(SECRET),
                new AssertionError(SECRET));
    }

    @ParameterizedTest
    @MethodSource("foreign")
    void map_foreignThrowable_goesByItsTypeAndKeepsItsTextBack(Throwable thrown) {
        ToolError error = mapper.map(thrown, false);

        assertThat(error.code()).isEqualTo(thrown instanceof Error ? ErrorCode.TOOL_FATAL : ErrorCode.TOOL_FAILED);
        assertThat(error.errorClass())
                .isEqualTo(thrown instanceof IOException ? ErrorClass.TRANSIENT : ErrorClass.PERMANENT);
        assertThat(error.outcomeKnown()).isFalse();
        assertThat(error.message()).contains(thrown.getClass().getSimpleName()).doesNotContain("s3cr3t");
        assertThat(error.cause()).isSameAs(thrown);
        assertThat(mapper.map(thrown, true).outcomeKnown()).isTrue();
        assertThat(mapper.isAnswer(thrown)).isFalse();
    }

    static Stream<Function<Throwable, Throwable>> wrappers() {
        return Stream.of(
                ExecutionException::new,
                CompletionException::new,
                InvocationTargetException::new,
                UndeclaredThrowableException::new,
                inner -> new CompletionException(new ExecutionException(new InvocationTargetException(inner))));
    }

    @ParameterizedTest
    @MethodSource("wrappers")
    void map_wrapper_countsAsWhatItWraps(Function<Throwable, Throwable> wrapper) {
        assertThat(mapper.map(wrapper.apply(new IOException("x")), false).errorClass())
                .isEqualTo(ErrorClass.TRANSIENT);
        assertThat(mapper.map(wrapper.apply(new StackOverflowError()), false).code())
                .isEqualTo(ErrorCode.TOOL_FATAL);
        assertThat(mapper.map(wrapper.apply(ToolFailed.permanent("no")), false).message())
                .isEqualTo("no");
        assertThat(mapper.map(wrapper.apply(null), false).code()).isEqualTo(ErrorCode.TOOL_FAILED);
    }

    @Test
    void map_ioCausedByWhatStaysAsItIs_isPermanent_howeverDeep() {
        Throwable refused = new InvalidArguments("no such city", List.of());
        Throwable deep = new IllegalStateException(new RuntimeException(refused));

        assertThat(mapper.map(new IOException(refused), true).errorClass()).isEqualTo(ErrorClass.PERMANENT);
        assertThat(mapper.map(new UncheckedIOException(new IOException(deep)), true)
                        .errorClass())
                .isEqualTo(ErrorClass.PERMANENT);
        assertThat(mapper.map(new IOException(new ToolUnavailable("busy", null)), true)
                        .errorClass())
                .isEqualTo(ErrorClass.TRANSIENT);
    }

    @Test
    void map_uncheckedIo_isTransientLikeTheCheckedOne() {
        assertThat(mapper.map(new UncheckedIOException(new IOException("x")), true)
                        .errorClass())
                .isEqualTo(ErrorClass.TRANSIENT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"status 503", "i/o timeout", "404 said 500 here", "deadline exceeded", " 502 "})
    void map_textThatLooksLikeAStatus_decidesNothing(String text) {
        assertThat(mapper.map(new RuntimeException(text), true).errorClass()).isEqualTo(ErrorClass.PERMANENT);
        assertThat(mapper.map(ToolFailed.permanent(text), true).errorClass()).isEqualTo(ErrorClass.PERMANENT);
    }

    @Test
    void map_toolException_keepsWhatItSays() {
        ToolError refused = mapper.map(new InvalidArguments("no such city", List.of()), false);
        ToolError lost = mapper.map(new ToolTimeout("late", true, null), false);
        ToolError own =
                mapper.map(ToolFailed.of(ErrorCode.of("QUOTA"), ErrorClass.SERVER, true, "full", null, null), false);

        assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_ARGUMENTS);
        assertThat(refused.outcomeKnown()).isTrue();
        assertThat(lost.code()).isEqualTo(ErrorCode.TOOL_TIMEOUT);
        assertThat(lost.errorClass()).isEqualTo(ErrorClass.TIMEOUT);
        assertThat(lost.outcomeKnown()).isFalse();
        assertThat(own.code().value()).isEqualTo("QUOTA");
        assertThat(own.errorClass()).isEqualTo(ErrorClass.SERVER);
    }

    @Test
    void map_withoutAMessage_usesTheClassName() {
        assertThat(mapper.map(new IllegalStateException(), true).message()).contains("IllegalStateException");
        assertThat(mapper.map(ToolFailed.permanent(" "), true).message()).contains("ToolFailed");
    }

    @Test
    void retryAfter_ofThrowables_isWhatTheToolAskedFor() {
        Duration asked = Duration.ofSeconds(7);

        assertThat(mapper.retryAfter(new ToolUnavailable("busy", true, asked, null)))
                .isEqualTo(asked);
        assertThat(mapper.retryAfter(new CompletionException(new ToolUnavailable("busy", true, asked, null))))
                .isEqualTo(asked);
        assertThat(mapper.retryAfter(ToolFailed.temporary("x"))).isZero();
        assertThat(mapper.retryAfter(new IOException("x"))).isZero();
        assertThat(mapper.retryAfter(null)).isZero();
    }
}

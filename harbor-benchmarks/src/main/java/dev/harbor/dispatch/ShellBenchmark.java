package dev.harbor.dispatch;

import dev.harbor.json.Json;
import dev.harbor.policy.Backoff;
import dev.harbor.policy.Breaker;
import dev.harbor.policy.Cancellation;
import dev.harbor.policy.RateLimit;
import dev.harbor.policy.RetryOn;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.ToolInvoker;
import dev.harbor.tool.ToolOutput;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The policy layer alone, round a tool that does nothing, on the caller's thread: all of it but the rate limit, and all of it. It is here because the
 * layer is not public.
 */
@State(Scope.Benchmark)
public class ShellBenchmark {

    private static final ToolPolicy UNLIMITED = ToolPolicy.builder()
            .timeout(Duration.ofSeconds(30))
            .deadline(Duration.ofMinutes(2))
            .maxAttempts(4)
            .backoff(Backoff.STANDARD)
            .retryOn(RetryOn.STANDARD)
            .breaker(Breaker.STANDARD)
            .maxConcurrentCalls(64)
            .build();
    private static final ToolPolicy LIMITED = UNLIMITED.toBuilder()
            .rateLimit(new RateLimit(1_000_000, Duration.ofMillis(1)))
            .build();

    private final Workers workers = Workers.create("bench");
    private final ShellServices services = ShellServices.of(ShellServices.SYSTEM_NANOS, workers, List.of());
    private final AttemptShell unlimited = shell(UNLIMITED);
    private final AttemptShell limited = shell(LIMITED);
    private final ToolInvoker<Object, Object> nothing = new Nothing();
    private final ShellCall call = new Quiet();

    private AttemptShell shell(ToolPolicy policy) {
        ToolDefinition definition = ToolDefinition.builder(ToolId.of("nothing"), Json.EMPTY_OBJECT)
                .effect(SideEffect.PURE)
                .build();
        return AttemptShell.of(definition, policy, services);
    }

    /** Retry, breaker, bulkhead and deadline. */
    @Benchmark
    public Object unlimited() {
        return run(unlimited);
    }

    /** The same and the rate limit. */
    @Benchmark
    public Object limited() {
        return run(limited);
    }

    /** Runs it, and takes from the result what the dispatcher takes. */
    private Object run(AttemptShell shell) {
        if (shell.run(nothing, "", call) instanceof ShellResult.Done<Object> done) {
            return done.output().value();
        }
        throw new IllegalStateException("the policy refused or the tool failed");
    }

    /** Ends its threads. */
    @TearDown
    public void close() {
        services.close();
        workers.close();
    }

    /** A tool whose answer is there already. */
    private static final class Nothing implements ToolInvoker<Object, Object> {

        private final ToolOutput<Object> output = ToolOutput.of("");

        @Override
        public Object decode(Json arguments) {
            return arguments;
        }

        @Override
        public Json encodeInput(Object input) {
            return Json.EMPTY_OBJECT;
        }

        @Override
        public ToolOutput<Object> invoke(Object input, ToolContext context) {
            return output;
        }

        @Override
        public Json encodeResult(Object result, boolean validate) {
            return Json.EMPTY_OBJECT;
        }
    }

    /** A call whose parts are there already. */
    private static final class Quiet implements ShellCall {

        private final Cancellation cancellation = Cancellation.create();
        private int attempts;

        @Override
        @SuppressWarnings("NullAway") // the tool does not look at it
        public ToolContext context(int attempt, long limitNanos, Supplier<Cancellation> ofAttempt) {
            return null;
        }

        @Override
        public long deadlineNanos() {
            return Long.MAX_VALUE;
        }

        @Override
        public Cancellation cancellation() {
            return cancellation;
        }

        @Override
        public void attempted(int attempt, @Nullable ToolError failure, long elapsedNanos) {
            attempts += attempt;
        }

        @Override
        public void abandoned(int attempt, int stillRunning) {
            throw new IllegalStateException("attempt " + attempts + " was abandoned");
        }

        @Override
        public void answeredLate(int attempt, @Nullable ToolError failure) {
            throw new IllegalStateException("attempt " + attempts + " was late");
        }
    }
}

package dev.harbor.benchmarks;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.event.HarborEvent;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.policy.Backoff;
import dev.harbor.policy.Breaker;
import dev.harbor.policy.RateLimit;
import dev.harbor.policy.RetryOn;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.policy.Validation;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.transport.ToolSource;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Harbor: the whole contract, with every part of the policy switched on and an event sink that listens. */
final class HarborCalls {

    static final Identity ADA = Identity.of("acme", "ada", "session-1");

    /** Everything is on, and nothing refuses: the limits are beyond what one thread can reach. */
    static final ToolPolicy EVERYTHING = ToolPolicy.builder()
            .timeout(Duration.ofSeconds(30))
            .deadline(Duration.ofMinutes(2))
            .maxAttempts(4)
            .backoff(Backoff.STANDARD)
            .retryOn(RetryOn.STANDARD)
            .breaker(Breaker.STANDARD)
            .maxConcurrentCalls(64)
            .rateLimit(new RateLimit(1_000_000, Duration.ofMillis(1)))
            .validation(Validation.BOTH)
            .build();

    private HarborCalls() {}

    static Tool<Add, Add.Sum> add(SideEffect effect) {
        return Tool.of("math.add", Add.class, Add.Sum.class, Add::sum)
                .effect(effect)
                .policy(EVERYTHING);
    }

    static Tool<Refund, Refund.Receipt> refund(SideEffect effect) {
        return Tool.of("billing.refund", Refund.class, Refund.Receipt.class, Refund::receipt)
                .effect(effect)
                .policy(EVERYTHING);
    }

    static HarborRuntime runtime(Tool<?, ?> tool) {
        return HarborRuntime.builder()
                .tools(tool)
                .artifacts(Artifacts.memory())
                .events(new Listener()::accept)
                .build();
    }

    static HarborRuntime runtime(ToolSource source) {
        return HarborRuntime.builder()
                .source(source)
                .artifacts(Artifacts.memory())
                .events(new Listener()::accept)
                .build();
    }

    static Call of(Tool<?, ?> tool) {
        HarborRuntime runtime = runtime(tool);
        String name = tool.id().name();
        return arguments ->
                runtime.as(ADA).call(name, Json.arguments(arguments)).orThrow().toString();
    }

    /** Keeps the last event, so that the compiler can't do away with it. */
    private static final class Listener {

        @SuppressWarnings("UnusedVariable") // that it is kept is what counts
        private @Nullable HarborEvent last;

        void accept(HarborEvent event) {
            last = event;
        }
    }
}

package dev.harbor.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.policy.Isolation;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.ContextPropagator;
import dev.harbor.tool.SideEffect;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** What is bound to the caller's thread follows the call to a pool of one worker, and stays nowhere. */
final class ContextCarrierTest {

    private static final ToolPolicy POLICY =
            ToolPolicy.builder().isolation(Isolation.WORKER).noRetry().noTimeout().build();

    private final ThreadLocal<String> user = new ThreadLocal<>();
    private final Workers workers = WorkerKinds.PLATFORM.make(1);

    @AfterEach
    void close() {
        MDC.clear();
        user.remove();
        assertThat(workers.close(Duration.ofSeconds(10))).isZero();
    }

    @Test
    void context_ofTwoCallersOnOneWorker_isTheirOwnAndLeftBehindByNobody() {
        List<String> seen = new ArrayList<>();
        for (String name : List.of("ada", "bob")) {
            user.set(name);
            seen.add(see(user::get, propagator()));
        }
        user.remove();
        seen.add(see(user::get, propagator()));
        seen.add(see(user::get));

        assertThat(seen).containsExactly("ada", "bob", null, null);
    }

    @Test
    void mdc_ofTheCaller_isThereOnTheWorkerAndGoneAfterwards() {
        MDC.put("request", "r-1");

        assertThat(see(() -> MDC.get("request"), ContextPropagator.mdc())).isEqualTo("r-1");
        assertThat(see(() -> MDC.get("request"))).isNull();
        MDC.clear();
        assertThat(see(() -> MDC.get("request"), ContextPropagator.mdc())).isNull();
    }

    @Test
    void restore_thatThrowsHalfway_failsNoCallAndLeavesNothingBehind() {
        user.set("ada");
        AtomicReference<Boolean> broken = new AtomicReference<>(true);
        ContextPropagator shaky = () -> {
            String captured = user.get();
            return () -> {
                user.set(captured);
                if (captured != null && broken.get()) {
                    throw new IllegalStateException("half way");
                }
            };
        };
        MDC.put("request", "r-1");

        assertThat(see(() -> MDC.get("request"), shaky, ContextPropagator.mdc())).isEqualTo("r-1");
        assertThat(see(user::get)).isNull();
    }

    @Test
    void capture_thatThrows_failsNoCall() {
        ContextPropagator broken = () -> {
            throw new IllegalStateException("nothing to capture");
        };
        MDC.put("request", "r-1");

        assertThat(see(() -> MDC.get("request"), broken, ContextPropagator.mdc())).isEqualTo("r-1");
    }

    @Test
    void classLoader_ofTheCaller_isTheToolsAndNotKept() throws Exception {
        Thread me = Thread.currentThread();
        ClassLoader before = me.getContextClassLoader();
        try (URLClassLoader own = new URLClassLoader("own", new URL[0], before)) {
            me.setContextClassLoader(own);
            assertThat(see(() -> String.valueOf(Thread.currentThread().getContextClassLoader().getName())))
                    .isEqualTo("own");
            me.setContextClassLoader(before);
            assertThat(see(() -> String.valueOf(Thread.currentThread().getContextClassLoader().getName())))
                    .isNotEqualTo("own");
        } finally {
            me.setContextClassLoader(before);
        }
    }

    private ContextPropagator propagator() {
        return () -> {
            String captured = user.get();
            return () -> user.set(captured);
        };
    }

    /** Returns what a tool on the worker sees. */
    private String see(Supplier<String> what, ContextPropagator... propagators) {
        AtomicReference<String> seen = new AtomicReference<>();
        TestTool tool = TestTool.of(context -> {
            seen.set(what.get());
            return "ok";
        });
        try (ShellServices services =
                ShellServices.of(ShellServices.SYSTEM_NANOS, workers, List.of(propagators))) {
            assertThat(tool.run(SideEffect.READ, POLICY, services, RecordedCall.create()))
                    .isInstanceOf(ShellResult.Done.class);
        }
        return seen.get();
    }
}

package dev.harbor.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.policy.Backoff;
import dev.harbor.policy.Isolation;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.SideEffect;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Many calls on one policy at once. */
final class ShellConcurrencyTest {

    private static final int CALLERS = 100;

    @ParameterizedTest
    @EnumSource(value = Isolation.class, names = "AUTO", mode = Mode.EXCLUDE)
    void callers_onOnePolicy_eachSeeTheirOwnAttempts(Isolation isolation) throws Exception {
        ToolPolicy policy = ToolPolicy.builder()
                .isolation(isolation)
                .noBreaker()
                .maxAttempts(6)
                .backoff(Backoff.NONE)
                .build();
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        try (Workers workers = Workers.create("test-worker");
                ShellServices services = ShellServices.of(ShellServices.SYSTEM_NANOS, workers, List.of())) {
            AttemptShell shell = AttemptShell.of(TestTool.definition(SideEffect.READ), policy, services);
            CyclicBarrier start = new CyclicBarrier(CALLERS);
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                int failures = i % 6;
                all.add(callers.submit(() -> callOften(start, shell, failures)));
            }
            for (Future<?> each : all) {
                each.get(60, TimeUnit.SECONDS);
            }
        } finally {
            callers.shutdownNow();
        }
    }

    private static Object callOften(CyclicBarrier start, AttemptShell shell, int failures) throws Exception {
        start.await(30, TimeUnit.SECONDS);
        for (int i = 0; i < 50; i++) {
            IOException[] thrown = new IOException[failures];
            Arrays.fill(thrown, new IOException("x"));
            RecordedCall call = RecordedCall.create();
            ShellResult<String> result = TestTool.throwing(thrown).run(shell, call);
            assertThat(result).isInstanceOf(ShellResult.Done.class);
            assertThat(result.attempts()).isEqualTo(failures + 1);
            assertThat(call.told()).hasSize(failures + 1);
        }
        return "done";
    }
}

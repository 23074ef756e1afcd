package dev.harbor.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.policy.Isolation;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tools that call tools, on workers. */
final class NestedCallsTest {

    private static final int DEEP = 5;
    private static final int AT_ONCE = 200;
    private static final ToolPolicy POLICY =
            ToolPolicy.builder().isolation(Isolation.WORKER).noRetry().build();

    static List<WorkerKinds> kinds() {
        return WorkerKinds.available();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void calls_fiveDeepAndManyAtOnce_allEndWithAWorkerForEachOutermost(WorkerKinds kind) throws Exception {
        CountDownLatch allInside = new CountDownLatch(AT_ONCE);

        List<ShellResult<String>> results = callAtOnce(kind, AT_ONCE, allInside);

        assertThat(results).hasSize(AT_ONCE).allMatch(result -> result instanceof ShellResult.Done);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void calls_moreThanTheCap_areOverloadedAndNeverWait(WorkerKinds kind) throws Exception {
        int cap = 20;
        CountDownLatch allInside = new CountDownLatch(cap);

        List<ShellResult<String>> results = callAtOnce(kind, cap, allInside);

        assertThat(results).hasSize(AT_ONCE);
        assertThat(results.stream().filter(result -> result instanceof ShellResult.Done))
                .hasSizeGreaterThanOrEqualTo(cap);
        assertThat(results.stream().filter(result -> !(result instanceof ShellResult.Done)))
                .allSatisfy(result -> {
                    assertThat(Shells.codeOf(result)).isEqualTo("OVERLOADED");
                    assertThat(Shells.errorOf(result).outcomeKnown()).isTrue();
                    assertThat(result.attempts()).isZero();
                });
    }

    private static List<ShellResult<String>> callAtOnce(WorkerKinds kind, int cap, CountDownLatch allInside)
            throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(AT_ONCE);
        try (Workers workers = kind.make(cap);
                ShellServices services = ShellServices.of(ShellServices.SYSTEM_NANOS, workers, List.of())) {
            AttemptShell shell = AttemptShell.of(TestTool.definition(SideEffect.WRITE), POLICY, services);
            List<Future<ShellResult<String>>> running = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                running.add(callers.submit(
                        () -> TestTool.of(context -> down(shell, context, 1, allInside)).run(shell, RecordedCall.create())));
            }
            List<ShellResult<String>> results = new ArrayList<>();
            for (Future<ShellResult<String>> each : running) {
                results.add(each.get(60, TimeUnit.SECONDS));
            }
            return results;
        } finally {
            callers.shutdownNow();
        }
    }

    /** At the bottom waits until every slot is taken by an outermost call, so that a nested call that wanted one would find none. */
    private static String down(AttemptShell shell, ToolContext context, int depth, CountDownLatch allInside)
            throws InterruptedException {
        if (depth == DEEP) {
            allInside.countDown();
            assertThat(allInside.await(30, TimeUnit.SECONDS)).isTrue();
            return "bottom";
        }
        TestTool next = TestTool.of(inner -> down(shell, inner, depth + 1, allInside));
        ShellResult<String> result = next.run(shell, RecordedCall.inside(context));
        assertThat(result).isInstanceOf(ShellResult.Done.class);
        return "level " + depth;
    }
}

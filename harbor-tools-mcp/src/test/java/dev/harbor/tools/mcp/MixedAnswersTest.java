package dev.harbor.tools.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.harbor.event.EventSink;
import dev.harbor.event.ToolProgressed;
import dev.harbor.json.Json;
import dev.harbor.tool.ToolOutcome;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many calls over one pipe to a real process, whose answers come in any order, some twice, among others that nobody waits for. */
@Timeout(60)
final class MixedAnswersTest {

    private static final int CALLS = 24;

    private final Map<Integer, List<String>> told = new ConcurrentHashMap<>();
    private final ThreadLocal<Integer> number = new ThreadLocal<>();
    private final EventSink keeping = event -> {
        if (event instanceof ToolProgressed progressed) {
            told.computeIfAbsent(number.get(), each -> new CopyOnWriteArrayList<>())
                    .add(progressed.message());
        }
    };

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 20_261_201})
    void everyCaller_getsItsOwnProgressAndEnd_howeverAnswersAreMixed(long seed) throws Exception {
        McpSource source = StdioTest.source("wild,mix=" + CALLS + ",seed=" + seed);
        ExecutorService callers = Executors.newFixedThreadPool(CALLS);
        try (World world = new World(host -> host.events(keeping), source)) {
            List<Future<ToolOutcome<Json>>> ends = callers.invokeAll(IntStream.range(0, CALLS)
                    .<java.util.concurrent.Callable<ToolOutcome<Json>>>mapToObj(i -> () -> called(world, i))
                    .toList());
            for (int i = 0; i < CALLS; i++) {
                requireOwn(ends.get(i).get(), i);
            }
            long strays = CALLS + (CALLS + Mixed.REPEATED - 1) / Mixed.REPEATED;
            await().until(() -> source.statistics().strays() == strays);
            assertThat(world.result("srv.echo", "{\"text\":\"after\"}")).isEqualTo(Json.string("after"));
        } finally {
            callers.shutdownNow();
        }
    }

    private ToolOutcome<Json> called(World world, int i) {
        number.set(i);
        return world.call("srv.mix", "{\"text\":\"" + i + "\"}");
    }

    private void requireOwn(ToolOutcome<Json> outcome, int i) {
        String own = "call " + i;
        assertThat(told.get(i)).containsExactly("1: " + own, "2: " + own, "3: " + own);
        if (Mixed.end(i).equals("result")) {
            assertThat(outcome.orThrow()).isEqualTo(Json.string(own));
        } else {
            String message = ((ToolOutcome.Failure<Json>) outcome).error().message();
            assertThat(message + ".").containsPattern(own + "\\D");
        }
    }
}

package dev.harbor.tools.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.harbor.event.EventSink;
import dev.harbor.event.ToolProgressed;
import dev.harbor.json.Json;
import dev.harbor.policy.Cancellation;
import dev.harbor.testkit.FakeToolContext;
import dev.harbor.tool.ToolOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a server reports of its progress: it is told by who waits, and holds up nobody else. */
@Timeout(60)
@SuppressWarnings("try") // worlds are only held
final class ProgressTest {

    private final List<String> told = new CopyOnWriteArrayList<>();
    private final CountDownLatch first = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    /** Keeps what it hears, and stands still at the first of it. */
    private final EventSink slow = event -> {
        if (event instanceof ToolProgressed progressed) {
            told.add(progressed.message());
            first.countDown();
            awaited(goOn);
        }
    };

    private static void awaited(CountDownLatch latch) {
        try {
            assertThat(latch.await(50, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void sinkThatStandsStill_holdsUpNoOtherCall_andAFloodIsKeptWithinABound() throws Exception {
        McpSource source = StdioTest.source("wild");
        try (World world = new World(host -> host.events(slow), source)) {
            FutureTask<ToolOutcome<Json>> flood = flooding(world);
            awaited(first);
            assertThat(world.result("srv.echo", "{\"text\":\"x\"}")).isEqualTo(Json.string("x"));
            // What comes after the answer is thrown away and counted, so everything before it has been read by then.
            await().until(() -> source.statistics().strays() == 1);
            goOn.countDown();
            assertThat(flood.get(30, TimeUnit.SECONDS)).isInstanceOf(ToolOutcome.Success.class);
        }
        List<Integer> steps = told.stream().map(Integer::valueOf).toList();
        assertThat(steps).isSortedAccordingTo(Comparator.naturalOrder()).doesNotHaveDuplicates();
        // Who waits may be woken before the flood or after it.
        assertThat(steps).hasSizeBetween(Progress.MOST, 1 + Progress.MOST).endsWith(9_999, 10_000);
    }

    private static FutureTask<ToolOutcome<Json>> flooding(World world) {
        FutureTask<ToolOutcome<Json>> flood = new FutureTask<>(() -> world.call("srv.flood", "{\"text\":\"10000\"}"));
        Thread thread = new Thread(flood);
        thread.setDaemon(true);
        thread.start();
        return flood;
    }

    @Test
    void progress_isToldInOrder_onTheThreadOfTheCaller_beforeTheAnswer() {
        List<Thread> tellers = new CopyOnWriteArrayList<>();
        EventSink keeping = event -> {
            if (event instanceof ToolProgressed progressed) {
                told.add(progressed.message());
                tellers.add(Thread.currentThread());
            }
        };
        try (World world = new World(host -> host.events(keeping), StdioTest.source("wild"))) {
            assertThat(world.result("srv.flood", "{\"text\":\"40\"}")).isEqualTo(Json.string("over"));
            assertThat(told)
                    .isEqualTo(IntStream.rangeClosed(1, 40)
                            .mapToObj(String::valueOf)
                            .toList());
            assertThat(tellers).containsOnly(Thread.currentThread());
        }
    }

    @Test
    void reports_beyondTheBound_pushOutTheOldest_andThoseAfterTheAnswerAreRefused() {
        FakeToolContext context = FakeToolContext.create();
        Progress progress = new Progress(1, context, patience());
        for (int i = 1; i <= Progress.MOST + 10; i++) {
            assertThat(progress.came(report(i))).isTrue();
        }
        progress.end();
        assertThat(progress.came(report(0))).isFalse();
        progress.tell();
        assertThat(context.progress()).hasSize(Progress.MOST).startsWith("11").endsWith("74");
    }

    @Test
    void who_waits_isWokenOnce_untilEverythingIsTold() {
        List<String> woken = new ArrayList<>();
        Progress progress = new Progress(1, FakeToolContext.create(), patience());
        progress.wakes(new Waking(woken));
        progress.came(report(1));
        progress.came(report(2));
        assertThat(woken).hasSize(1);
        progress.tell();
        progress.came(report(3));
        assertThat(woken).hasSize(2);
    }

    @Test
    void callThatGoesOn_isToldWhatCameMeanwhile() {
        FakeToolContext later = FakeToolContext.create();
        Progress progress = new Progress(1, FakeToolContext.create(), patience());
        progress.came(report(7));
        progress.goesTo(later, patience());
        progress.tell();
        assertThat(later.progress()).containsExactly("7");
    }

    private static Patience patience() {
        return Patience.of(new ManualTicks(), Duration.ofMinutes(1), Cancellation.create());
    }

    private static Json report(int step) {
        return Json.of(Map.of("progress", step));
    }

    /** Is a request whose waiter only counts. */
    private record Waking(List<String> woken) implements Exchange {

        @Override
        public Step next(Patience patience) {
            throw new IllegalStateException("nobody waits");
        }

        @Override
        public void stir() {
            woken.add("woken");
        }

        @Override
        public void ask(Question question) {
            throw new IllegalStateException("nobody is asked");
        }

        @Override
        public boolean abandon(String reason) {
            return false;
        }

        @Override
        public void close() {
            woken.clear();
        }
    }
}

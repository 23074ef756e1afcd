package dev.harbor.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

final class AsyncEventSinkTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private final Queue<Integer> heard = new ConcurrentLinkedQueue<>();
    private final AtomicReference<Thread> worker = new AtomicReference<>();
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch gate = new CountDownLatch(1);

    @Test
    void events_areHeardInOrder_onAnotherThread() {
        try (AsyncEventSink sink = AsyncEventSink.open(this::hear)) {
            tell(sink, 0, 1000);
        }

        assertThat(heard).containsExactlyElementsOf(numbers(0, 1000));
        assertThat(worker.get()).isNotSameAs(Thread.currentThread());
        assertThat(worker.get().isAlive()).isFalse();
    }

    @Test
    void buffer_full_dropsTheOldestAndCounts() throws Exception {
        try (AsyncEventSink sink = AsyncEventSink.open(this::hearBehindTheGate, 3, LONG)) {
            tell(sink, 0, 1);
            await(entered);
            tell(sink, 1, 11);
            assertThat(sink.dropped()).isEqualTo(7);
            gate.countDown();
        }

        assertThat(heard).containsExactly(0, 8, 9, 10);
    }

    @Test
    void close_drainsTheBuffer_andDropsNothing() throws Exception {
        AsyncEventSink sink = AsyncEventSink.open(this::hearBehindTheGate, 100, LONG);
        tell(sink, 0, 50);
        await(entered);
        gate.countDown();
        sink.close();
        sink.close();

        assertThat(heard).hasSize(50);
        assertThat(sink.dropped()).isZero();
        assertThat(worker.get().isAlive()).isFalse();
    }

    @Test
    void close_ofASinkThatHangs_givesUp_countsTheRest_andLeavesNoThread() throws Exception {
        AsyncEventSink sink = AsyncEventSink.open(this::hearBehindTheGate, 100, Duration.ofMillis(1));
        tell(sink, 0, 50);
        await(entered);
        sink.close();

        assertThat(sink.dropped()).isEqualTo(49);
        Awaitility.await().until(() -> !worker.get().isAlive());
        assertThat(heard).isEmpty();
    }

    @Test
    void close_interrupted_keepsTheFlag_andGivesUp() throws Exception {
        AsyncEventSink sink = AsyncEventSink.open(this::hearBehindTheGate, 100, LONG);
        tell(sink, 0, 5);
        await(entered);
        Thread.currentThread().interrupt();
        sink.close();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(sink.dropped()).isEqualTo(4);
        Awaitility.await().until(() -> !worker.get().isAlive());
    }

    @Test
    void close_byTheSinkItself_doesNotWaitForItself() {
        AtomicReference<AsyncEventSink> itself = new AtomicReference<>();
        CountDownLatch opened = new CountDownLatch(1);
        AsyncEventSink sink = AsyncEventSink.open(
                event -> {
                    hear(event);
                    await(opened);
                    itself.get().close();
                },
                10,
                LONG);
        itself.set(sink);
        opened.countDown();
        tell(sink, 0, 1);

        Awaitility.await().until(() -> worker.get() != null && !worker.get().isAlive());
    }

    @Test
    void event_afterClose_isDropped() {
        AsyncEventSink sink = AsyncEventSink.open(this::hear);
        sink.close();
        tell(sink, 0, 3);

        assertThat(sink.dropped()).isEqualTo(3);
        assertThat(heard).isEmpty();
    }

    @Test
    void sink_thatThrowsOrInterruptsItself_hearsTheNextEvent() {
        try (AsyncEventSink sink = AsyncEventSink.open(event -> {
            hear(event);
            Thread.currentThread().interrupt();
            throw new IllegalStateException("broken");
        })) {
            tell(sink, 0, 5);
        }

        assertThat(heard).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void events_ofManyThreads_areAllHeardOrCounted() throws Exception {
        AsyncEventSink sink = AsyncEventSink.open(this::hear, 16, LONG);
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            int from = i * 100;
            callers.add(new Thread(() -> tell(sink, from, from + 100)));
        }
        callers.forEach(Thread::start);
        for (Thread caller : callers) {
            caller.join(60_000);
        }
        sink.close();

        assertThat(heard.size() + sink.dropped()).isEqualTo(10_000);
        assertThat(heard).doesNotHaveDuplicates();
    }

    @Test
    void bounds_areChecked() {
        assertThatThrownBy(() -> AsyncEventSink.open(EventSink.NONE, 0, LONG))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("capacity");
        assertThatThrownBy(() -> AsyncEventSink.open(EventSink.NONE, 1, Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("drainTime");
    }

    private void hear(HarborEvent event) {
        worker.set(Thread.currentThread());
        heard.add(((Happened) event).number());
    }

    private void hearBehindTheGate(HarborEvent event) {
        worker.set(Thread.currentThread());
        entered.countDown();
        await(gate);
        hear(event);
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("waited too long");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static void tell(EventSink sink, int from, int to) {
        numbers(from, to).forEach(number -> sink.accept(new Happened(number)));
    }

    private static List<Integer> numbers(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }
}

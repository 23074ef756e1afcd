package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.journal.Claim;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who writes for whom, over a medium that waits until it is let go. */
final class GroupCommitTest {

    private final List<List<PendingAppend>> groups = new ArrayList<>();
    private final AtomicReference<Thread> writer = new AtomicReference<>();
    private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private final GroupCommit commits = new GroupCommit(this::write, "the journal");

    private void write(List<PendingAppend> group) {
        writer.set(Thread.currentThread());
        synchronized (groups) {
            groups.add(group);
        }
        awaitQuietly(gate);
        RuntimeException thrown = failure.get();
        if (thrown != null) {
            throw thrown;
        }
        group.forEach(PendingAppend::done);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static PendingAppend append(int number) {
        String stream = "run-" + number;
        Claim claim = new Claim(stream, "one", 1, Instant.EPOCH);
        return new PendingAppend(claim, number, Samples.entries(1, 1), Samples.head(stream), number, null);
    }

    private int written() {
        synchronized (groups) {
            return groups.size();
        }
    }

    private FutureTask<Long> start(int number) {
        FutureTask<Long> task = new FutureTask<>(() -> commits.append(append(number)));
        Thread thread = new Thread(task, "appender-" + number);
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    private void awaitWritten(int count) {
        Awaitility.await().until(() -> written() == count);
    }

    @AfterEach
    void open() {
        gate.countDown();
        commits.close();
    }

    @Test
    void append_alone_isWrittenByItsCaller_andStartsNoThread() {
        for (int i = 0; i < 5; i++) {
            assertThat(commits.append(append(i))).isEqualTo(i + 1);
            assertThat(writer).hasValue(Thread.currentThread());
        }
        assertThat(commits.groups()).isEqualTo(5);
        assertThat(threads()).isZero();
    }

    @Test
    void appends_thatComeWhileOneIsWritten_areWrittenTogether_byAThreadThatEndsWithTheJournal() throws Exception {
        gate = new CountDownLatch(1);
        List<FutureTask<Long>> tasks = new ArrayList<>(List.of(start(0)));
        awaitWritten(1);
        for (int i = 1; i <= 40; i++) {
            tasks.add(start(i));
        }
        Awaitility.await().until(() -> commits.waiting() == 40);
        gate.countDown();
        for (int i = 0; i <= 40; i++) {
            assertThat(tasks.get(i).get(1, TimeUnit.MINUTES)).isEqualTo(i + 1);
        }

        assertThat(commits.appends()).isEqualTo(41);
        assertThat(commits.groups()).isEqualTo(2);
        assertThat(writer.get().getName()).isEqualTo("harbor-journal-flush");
        commits.close();
        assertThat(threads()).isZero();
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("harbor-journal-flush"))
                .count();
    }

    @Test
    void close_waitsForWhatIsWritten_andRefusesWhatComesLater() throws Exception {
        gate = new CountDownLatch(1);
        FutureTask<Long> first = start(0);
        awaitWritten(1);
        FutureTask<Long> second = start(1);
        Awaitility.await().until(() -> commits.waiting() == 1);
        Thread closing = new Thread(commits::close, "closing");
        closing.start();
        Awaitility.await().until(() -> closing.getState() == Thread.State.WAITING);
        gate.countDown();
        closing.join();

        assertThat(first.get(1, TimeUnit.MINUTES)).isEqualTo(1);
        assertThat(second.get(1, TimeUnit.MINUTES)).isEqualTo(2);
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> commits.append(append(3)))
                .extracting(StoreException::code)
                .isEqualTo(ErrorCode.CLOSED);
    }

    @Test
    void caller_interruptedWhileItWaits_getsWhatCameOfIt_andKeepsItsFlag() throws Exception {
        gate = new CountDownLatch(1);
        FutureTask<Long> first = start(0);
        awaitWritten(1);
        AtomicReference<Boolean> flag = new AtomicReference<>();
        FutureTask<Long> second = new FutureTask<>(() -> {
            long last = commits.append(append(1));
            flag.set(Thread.interrupted());
            return last;
        });
        Thread waiting = new Thread(second, "waiting");
        waiting.start();
        Awaitility.await().until(() -> commits.waiting() == 1);
        waiting.interrupt();
        gate.countDown();

        assertThat(second.get(1, TimeUnit.MINUTES)).isEqualTo(2);
        assertThat(first.get(1, TimeUnit.MINUTES)).isEqualTo(1);
        assertThat(flag).hasValue(true);
    }

    @Test
    void medium_thatThrows_failsItsAppends_andTheNextGoOn() {
        failure.set(new IllegalStateException("broken"));
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> commits.append(append(1)));
        failure.set(null);
        assertThat(commits.append(append(2))).isEqualTo(3);
    }
}

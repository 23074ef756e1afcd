package dev.harbor.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.loop.LoopException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class MailboxTest {

    private final List<String> done = new ArrayList<>();

    @Test
    void urgentCommands_goFirst_butNotForEver() {
        Deque<Runnable> threads = new ArrayDeque<>();
        Mailbox mailbox = new Mailbox(threads::add, "chat");
        for (int i = 1; i <= 3; i++) {
            int number = i;
            mailbox.post(() -> done.add("o" + number));
            mailbox.postUrgent(() -> done.add("u" + number));
        }
        assertThat(threads).as("one thread at a time").hasSize(1);
        threads.remove().run();

        assertThat(done).containsExactly("u1", "o1", "u2", "o2", "u3", "o3");
    }

    @Test
    void emptyMailbox_hasNoThread_andGetsOneWithTheNextCommand() {
        Deque<Runnable> threads = new ArrayDeque<>();
        Mailbox mailbox = new Mailbox(threads::add, "chat");
        mailbox.post(() -> done.add("1"));
        threads.remove().run();
        mailbox.post(() -> done.add("2"));

        assertThat(threads).hasSize(1);
        threads.remove().run();
        assertThat(done).containsExactly("1", "2");
    }

    @Test
    void command_thatDies_takesNoOtherAlong() {
        Mailbox mailbox = new Mailbox(Runnable::run, "chat");
        mailbox.post(() -> {
            throw new StackOverflowError("a bug");
        });
        mailbox.post(() -> done.add("next"));

        assertThat(done).containsExactly("next");
        assertThatThrownBy(() -> mailbox.ask(() -> {
                    throw new IllegalStateException("told to whoever asked");
                }))
                .hasMessage("told to whoever asked");
    }

    @Test
    void command_forWhichNoThreadIsFree_isRunByWhoBringsIt_withoutItsInterrupt() {
        Mailbox mailbox = new Mailbox(
                task -> {
                    throw new RejectedExecutionException("full");
                },
                "chat");
        Thread.currentThread().interrupt();
        mailbox.post(() -> done.add("interrupted " + Thread.currentThread().isInterrupted()));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(done).containsExactly("interrupted false");
    }

    @Test
    void whoAsksOnTheThreadOfTheMailbox_isRefused_andDoesNotWaitForEver() {
        Mailbox mailbox = new Mailbox(Runnable::run, "chat");
        assertThatThrownBy(() -> mailbox.ask(() -> mailbox.ask(() -> "never")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("chat");
    }

    @Test
    void whoGoesAway_leavesTheMailboxWorking() throws Exception {
        ExecutorService executor = Executors.newCachedThreadPool();
        try {
            Mailbox mailbox = new Mailbox(executor, "chat");
            CountDownLatch slow = new CountDownLatch(1);
            mailbox.post(() -> {
                try {
                    slow.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> mailbox.ask(() -> done.add("abandoned")))
                    .isInstanceOfSatisfying(
                            LoopException.class,
                            gone -> assertThat(gone.kind()).isEqualTo(LoopException.Kind.CONTEXT_DONE));
            assertThat(Thread.interrupted()).isTrue();
            slow.countDown();
            assertThat(mailbox.ask(() -> List.copyOf(done))).containsExactly("abandoned");
        } finally {
            executor.shutdownNow();
        }
    }
}

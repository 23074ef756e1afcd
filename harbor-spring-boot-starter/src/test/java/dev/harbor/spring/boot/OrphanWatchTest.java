package dev.harbor.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.error.ConfigurationException;
import dev.harbor.event.EventSink;
import dev.harbor.event.RunEnded;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.journal.Journal;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Planner;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolFunction;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Runs that nobody drives any more go on in the application. */
final class OrphanWatchTest {

    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final Duration AT_ONCE = Duration.ofMillis(1);

    private final InMemoryJournal journal = InMemoryJournal.create();
    private final Set<String> ended = ConcurrentHashMap.newKeySet();

    record Nothing() {}

    private static Tool<Nothing, Nothing> look(ToolFunction<Nothing, Nothing> looking) {
        return Tool.of("slow.look", Nothing.class, Nothing.class, looking).effect(SideEffect.READ);
    }

    private static Decision next(PlanContext context) {
        return context.trajectory().size() == 0
                ? Decision.call("slow.look", Json.EMPTY_OBJECT)
                : Decision.finish(Json.of("done"));
    }

    /** Returns the journal as a process knows it whose end is not that of the journal. */
    private static Journal leftOpen(Journal journal) {
        return (Journal) Proxy.newProxyInstance(
                Journal.class.getClassLoader(), new Class<?>[] {Journal.class}, (proxy, method, arguments) -> {
                    try {
                        return method.getName().equals("close") ? null : method.invoke(journal, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** Leaves a run that a process has begun and nobody drives any more. */
    private void orphan(String run) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Tool<Nothing, Nothing> looking = look(nothing -> {
            begun.countDown();
            await(new CountDownLatch(1));
            return nothing;
        });
        try (HarborRuntime before = HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(leftOpen(journal))
                .tools(looking)
                .planner(OrphanWatchTest::next)
                .closeGrace(Duration.ZERO)
                .build()) {
            before.as(Starting.ADA).start(RunRequest.goal("go on").id(run));
            await(begun);
        }
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(BOUND.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("waited for too long");
        }
    }

    private ApplicationContextRunner finishing(CountDownLatch done) {
        EventSink sink = event -> {
            if (event instanceof RunEnded end && end.state().equals("succeeded") && ended.add(end.run())) {
                done.countDown();
            }
        };
        return Starting.application()
                .withBean(Journal.class, () -> journal)
                .withBean(Planner.class, () -> OrphanWatchTest::next)
                .withBean(Tool.class, () -> look(nothing -> nothing))
                .withBean(EventSink.class, () -> sink);
    }

    @Test
    void run_thatWasLeft_goesOnAtTheStart() throws InterruptedException {
        orphan("left");
        CountDownLatch done = new CountDownLatch(1);
        finishing(done).run(context -> await(done));
        assertThat(ended).containsExactly("left");
    }

    @Test
    void run_thatIsLeftLater_goesOnAsWell() {
        CountDownLatch done = new CountDownLatch(1);
        finishing(done).withPropertyValues("harbor.runs.resume-every=10ms").run(context -> {
            orphan("left-later");
            await(done);
        });
        assertThat(ended).containsExactly("left-later");
    }

    @Test
    void look_isRepeated_alsoAfterOneThatFails() throws InterruptedException {
        AtomicInteger looks = new AtomicInteger();
        CountDownLatch four = new CountDownLatch(4);
        try (OrphanWatch watch = new OrphanWatch(AT_ONCE, () -> {
            four.countDown();
            if (looks.incrementAndGet() < 3) {
                throw new IllegalStateException("the journal is away");
            }
        })) {
            watch.start();
            await(four);
        }
    }

    @Test
    void runtime_withoutAJournal_isNotAskedAgain() {
        AtomicInteger looks = new AtomicInteger();
        OrphanWatch watch = new OrphanWatch(AT_ONCE, () -> {
            looks.incrementAndGet();
            throw new ConfigurationException("a run needs a journal");
        });
        watch.start();
        assertTimeoutPreemptively(BOUND, () -> {
            while (!watch.isOver()) {
                Thread.onSpinWait();
            }
        });
        assertThat(looks).hasValue(1);
    }

    @Test
    void close_waitsForALookThatIsUnderWay() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean over = new AtomicBoolean();
        AtomicBoolean overBeforeClosed = new AtomicBoolean();
        AtomicReference<OrphanWatch> watch = new AtomicReference<>();
        Thread closing = new Thread(() -> {
            watch.get().close();
            overBeforeClosed.set(over.get());
        });
        watch.set(new OrphanWatch(BOUND, () -> {
            begun.countDown();
            while (closing.getState() != Thread.State.TIMED_WAITING && closing.getState() != Thread.State.TERMINATED) {
                Thread.onSpinWait();
            }
            over.set(true);
        }));
        watch.get().start();
        await(begun);
        closing.start();
        closing.join(BOUND.toMillis());
        assertThat(overBeforeClosed).isTrue();
    }

    @Test
    void zero_isNever_andLessIsRefused() {
        try (HarborRuntime runtime = HarborAutoConfigurationTest.own()) {
            assertThat(HarborLifecycleAutoConfiguration.orphans(runtime, Duration.ZERO))
                    .isNull();
        }
        Starting.application()
                .withPropertyValues("harbor.runs.resume-every=-1s")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContaining("harbor.runs.resume-every must not be negative"));
    }
}

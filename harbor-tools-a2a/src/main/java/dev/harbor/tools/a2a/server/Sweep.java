package dev.harbor.tools.a2a.server;

import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.StreamInfo;
import dev.harbor.run.RunState;
import dev.harbor.runtime.RunSummary;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks from time to time for what a dead process, or somebody outside, has left to be done: messages, runs that go on, callers to be told. Thread-safe. */
final class Sweep implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(A2aServer.class);
    private static final List<String> RUNS = List.of(TaskLog.RUNS + Names.RUN, TaskLog.RUNS + "loop-");
    private static final int PAGE = 200;
    private static final int MOST_THREADS = 8;
    private static final int GRACE_SECONDS = 5;
    private static final int MOST_QUEUED = 10_000;

    private final ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1, Sweep::daemon);
    private final ThreadPoolExecutor tellers = new ThreadPoolExecutor(
            MOST_THREADS, MOST_THREADS, 2, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MOST_QUEUED), Sweep::daemon);
    private final Served served;
    private final Driver driver;
    private final ServedLoops loops;
    private final @Nullable Pushes pushes;

    Sweep(Served served, Driver driver, ServedLoops loops, @Nullable Pushes pushes) {
        this.served = served;
        this.driver = driver;
        this.loops = loops;
        this.pushes = pushes;
        tellers.allowCoreThreadTimeOut(true);
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "harbor-a2a-server");
        thread.setDaemon(true);
        return thread;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // ends with the executor
    void start(Duration every) {
        clock.scheduleWithFixedDelay(this::all, 0, every.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void all() {
        guarded("messages", this::messages);
        RUNS.forEach(prefix -> guarded("runs", () -> runs(prefix)));
        guarded("pushes", this::news);
        guarded("loops", loops::closeIdle);
    }

    private static void guarded(String what, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            LOG.warn("the look at {} failed: {}", what, e.toString());
        } catch (Error e) {
            // A schedule ends silently with what is thrown, and then nobody is told any more.
            LOG.error("the look at {} failed", what, e);
        }
    }

    private void messages() {
        pages(served.log()::taken, info -> served.log().read(info).ifPresent(driver::drive));
    }

    /** Runs have the names of their tasks, which begin in one of few ways. */
    private void runs(String prefix) {
        String last = prefix;
        List<RunSummary> page;
        do {
            page = served.runtime()
                    .operator()
                    .list(HeadQuery.everyTenant()
                            .states(RunState.RUNNING.wireName())
                            .unclaimedBy(served.clock().instant())
                            .after(last)
                            .limit(PAGE));
            page.stream()
                    .map(run -> run.id().runId())
                    .filter(id -> (TaskLog.RUNS + id).startsWith(prefix))
                    .forEach(this::goOn);
            last = page.isEmpty()
                    ? ""
                    : TaskLog.RUNS + page.get(page.size() - 1).id().runId();
        } while (last.startsWith(prefix) && page.size() == PAGE);
    }

    private void goOn(String taskId) {
        guarded("runs", () -> served.log().find(taskId).ifPresent(driver::drive));
    }

    private void news() {
        if (pushes != null) {
            pages(served.log()::pushing, info -> tell(TaskLog.taskOf(info)));
        }
    }

    /** What one task does wrong is no business of the others. */
    private static void pages(BiFunction<String, Integer, List<StreamInfo>> find, Consumer<StreamInfo> work) {
        String last = "";
        List<StreamInfo> page;
        do {
            page = find.apply(last, PAGE);
            page.forEach(info -> guarded(info.head().stream(), () -> work.accept(info)));
            last = page.isEmpty() ? "" : page.get(page.size() - 1).head().stream();
        } while (page.size() == PAGE);
    }

    /** Tells of a task soon. */
    void tell(String taskId) {
        Pushes told = pushes;
        if (told == null || !told.begin(taskId)) {
            return;
        }
        try {
            tellers.execute(() -> guarded("pushes", () -> told.tell(taskId)));
        } catch (RejectedExecutionException e) {
            told.end(taskId);
            LOG.debug("task {} is told of later", taskId, e);
        }
    }

    /** Ends both, and waits a little for what they are doing. */
    @Override
    public void close() {
        clock.shutdownNow();
        tellers.shutdownNow();
        try {
            boolean over = clock.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS)
                    && tellers.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS);
            if (!over) {
                LOG.warn("what an agent was doing by itself has not ended in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

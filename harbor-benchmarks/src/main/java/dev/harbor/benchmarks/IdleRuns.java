package dev.harbor.benchmarks;

import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunHandle;
import dev.harbor.runtime.RunRequest;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measures how much memory a run holds that waits: how much more the heap has after so many of them than before, and how many threads. Arguments: how many runs,
 * then how many calls each has made.
 */
public final class IdleRuns {

    private static final Duration BOUND = Duration.ofMinutes(5);
    private static final int WARMUP = 200;
    private static final int COLLECTIONS = 5;

    private IdleRuns() {}

    /** Prints a line for each journal. */
    public static void main(String[] arguments) throws IOException {
        int runs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5_000;
        int calls = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10;
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        out.println(Machine.describe() + "; load " + Machine.load());
        for (String kind : List.of("MEMORY", "SQLITE", "POSTGRES")) {
            for (boolean isHandleKept : new boolean[] {false, true}) {
                out.println(measure(kind, runs, calls, isHandleKept));
            }
        }
    }

    private static String measure(String kind, int runs, int calls, boolean isHandleKept) throws IOException {
        try (Journals journals = Journals.open(kind);
                HarborRuntime runtime = LongRuns.runtime(journals.journal(), calls)) {
            List<RunHandle> kept = new ArrayList<>(runs);
            start(runtime, "warm", WARMUP, new ArrayList<>());
            long before = usedBytes();
            int threads = threads();
            start(runtime, "idle", runs, isHandleKept ? kept : new ArrayList<>());
            long bytes = usedBytesWith(kept) - before;
            return String.format(
                    Locale.ROOT,
                    "%s: %,d waiting runs of %d calls, handles %s: %,d bytes each, %+d threads in all",
                    kind,
                    runs,
                    calls,
                    isHandleKept ? "kept" : "dropped",
                    Math.max(0, bytes) / runs,
                    threads() - threads);
        }
    }

    private static void start(HarborRuntime runtime, String prefix, int count, List<RunHandle> handles) {
        for (int i = 0; i < count; i++) {
            RunHandle handle = runtime.as(HarborCalls.ADA)
                    .start(RunRequest.goal("take notes").id(prefix + i));
            handle.await(BOUND);
            handles.add(handle);
        }
    }

    private static long usedBytesWith(List<RunHandle> kept) {
        try {
            return usedBytes();
        } finally {
            Reference.reachabilityFence(kept);
        }
    }

    /** Several collections, because what has a cleaner takes more than one. */
    private static long usedBytes() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static int threads() {
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }
}

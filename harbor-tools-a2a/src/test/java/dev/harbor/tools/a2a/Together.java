package dev.harbor.tools.a2a;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** Runs the same at the same time on many threads. */
final class Together {

    private Together() {}

    static <T> List<T> run(int count, IntFunction<T> work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(count);
        CyclicBarrier start = new CyclicBarrier(count);
        try {
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int number = i;
                running.add(threads.submit(() -> {
                    start.await(1, TimeUnit.MINUTES);
                    return work.apply(number);
                }));
            }
            List<T> all = new ArrayList<>();
            for (Future<T> each : running) {
                all.add(each.get(2, TimeUnit.MINUTES));
            }
            return all;
        } finally {
            threads.shutdownNow();
        }
    }
}

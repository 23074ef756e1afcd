package dev.harbor.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Resolves names on threads of its own, since asking the operating system can be neither limited nor broken off: whoever waits leaves when its time is over,
 * and the asking thread ends when it has its answer. Thread-safe.
 */
final class Names implements AutoCloseable {

    static final String THREAD_NAME = "harbor-net-names-";

    private static final int MOST_AT_ONCE = 64;
    private static final int IDLE_SECONDS = 5;

    private final HostResolver resolver;
    private final AtomicInteger count = new AtomicInteger();
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            0, MOST_AT_ONCE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), this::thread);

    Names(HostResolver resolver) {
        this.resolver = resolver;
    }

    private Thread thread(Runnable work) {
        Thread thread = new Thread(null, work, THREAD_NAME + count.incrementAndGet(), 0, false);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Returns the addresses of a name, one or more.
     *
     * @param freeing lets go of what the exchange holds
     */
    List<InetAddress> resolve(String host, Exchange exchange, Runnable freeing) {
        CompletableFuture<List<InetAddress>> answer = new CompletableFuture<>();
        exchange.enter(Step.RESOLVE, () -> {
            answer.cancel(false);
            freeing.run();
        });
        try {
            threads.execute(() -> complete(answer, host));
            return answer.get();
        } catch (RejectedExecutionException e) {
            throw exchange.failure(NetFailure.UNRESOLVED, "too many names are being resolved", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw exchange.broken(e);
        } catch (ExecutionException | CancellationException e) {
            throw exchange.failure(NetFailure.UNRESOLVED, "the host's name could not be resolved", e);
        }
    }

    /** Whatever a resolver throws ends the waiting. */
    private void complete(CompletableFuture<List<InetAddress>> answer, String host) {
        try {
            List<InetAddress> found = List.copyOf(resolver.resolve(host));
            if (found.isEmpty()) {
                throw new UnknownHostException("no address");
            }
            answer.complete(found);
        } catch (UnknownHostException | RuntimeException | Error e) {
            answer.completeExceptionally(e);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}

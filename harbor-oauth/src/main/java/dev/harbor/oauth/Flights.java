package dev.harbor.oauth;

import dev.harbor.net.NetException;
import dev.harbor.net.NetFailure;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/** Lets many threads that want the same thing wait for the one that gets it. Thread-safe. */
final class Flights<K, V> {

    private final Map<K, CompletableFuture<V>> flights = new ConcurrentHashMap<>();

    /** Returns what the work gives, which is done by one thread for all that ask meanwhile. Who is cancelled ends the waiting of nobody else. */
    V run(K key, Supplier<V> work) {
        while (true) {
            CompletableFuture<V> mine = new CompletableFuture<>();
            CompletableFuture<V> other = flights.putIfAbsent(key, mine);
            if (other == null) {
                return lead(key, mine, work);
            }
            try {
                return other.get();
            } catch (CancellationException leaderWasCancelled) {
                // Somebody else has to lead now, in the next round.
            } catch (ExecutionException e) {
                throw failure(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new OAuthException(OAuthException.UNAVAILABLE, "interrupted while waiting for a token", "", e);
            }
        }
    }

    private V lead(K key, CompletableFuture<V> mine, Supplier<V> work) {
        try {
            V value = work.get();
            flights.remove(key, mine);
            mine.complete(value);
            return value;
        } catch (RuntimeException | Error e) {
            flights.remove(key, mine);
            mine.completeExceptionally(isCancelled(e) ? new CancellationException() : e);
            throw e;
        }
    }

    private static boolean isCancelled(Throwable thrown) {
        return Thread.currentThread().isInterrupted()
                || (thrown.getCause() instanceof NetException net && net.failure() == NetFailure.CANCELLED);
    }

    private static RuntimeException failure(ExecutionException e) {
        if (e.getCause() instanceof Error error) {
            throw error;
        }
        return (RuntimeException) Objects.requireNonNull(e.getCause());
    }
}

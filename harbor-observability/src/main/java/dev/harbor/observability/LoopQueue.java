package dev.harbor.observability;

import dev.harbor.identity.Identity;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;

/**
 * Knows the inputs of loops that wait, of those that came here. A turn may begin whose input came in another process, and one may begin twice, when it goes on after a
 * restart; neither was counted here. Thread-safe.
 */
final class LoopQueue {

    private final Map<Loop, Set<String>> waiting = new ConcurrentHashMap<>();
    private final LongConsumer change;

    private record Loop(Identity identity, String id) {}

    /**
     * Makes a queue.
     *
     * @param change is told by how much the number of those that wait changes
     */
    LoopQueue(LongConsumer change) {
        this.change = change;
    }

    void came(Identity identity, String loop, String turn) {
        waiting.compute(new Loop(identity, loop), (key, known) -> {
            Set<String> turns = known == null ? ConcurrentHashMap.newKeySet() : known;
            change.accept(turns.add(turn) ? 1 : 0);
            return turns;
        });
    }

    void went(Identity identity, String loop, String turn) {
        waiting.computeIfPresent(new Loop(identity, loop), (key, turns) -> {
            change.accept(turns.remove(turn) ? -1 : 0);
            return turns.isEmpty() ? null : turns;
        });
    }

    /** What still waits is for who opens the loop next. */
    void left(Identity identity, String loop) {
        Set<String> turns = waiting.remove(new Loop(identity, loop));
        if (turns != null) {
            change.accept(-turns.size());
        }
    }
}

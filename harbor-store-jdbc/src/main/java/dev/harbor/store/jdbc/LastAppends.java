package dev.harbor.store.jdbc;

import dev.harbor.journal.StreamHead;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which append came last to a stream from here, and with which head. If the row of a stream still names that append, its head is that one, and need not be
 * compared. What is forgotten, or overtaken by another process, is only dearer. Thread-safe.
 */
final class LastAppends {

    static final int MAX_STREAMS = 2_000;

    private final Map<String, Last> lasts = Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Last> eldest) {
            return size() > MAX_STREAMS;
        }
    });

    /**
     * Is an append.
     *
     * @param head what it wrote into the head
     * @param token names it among all appends
     */
    record Last(StreamHead head, long token) {}

    @Nullable
    Last to(String stream) {
        return lasts.get(stream);
    }

    void remember(StreamHead head, long token) {
        lasts.put(head.stream(), new Last(head, token));
    }

    void forget(String stream) {
        lasts.remove(stream);
    }
}

package dev.harbor.tools.a2a;

import dev.harbor.identity.Identity;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Remembers by identity what an agent calls a conversation, and by handle what can be gone on with. Who holds another's handle has nothing. The oldest are
 * forgotten.
 *
 * <p>Thread-safe.
 */
final class Conversations {

    private static final int MOST = 10_000;

    private final Object lock = new Object();
    private final Map<Identity, String> contexts = bounded();
    private final Map<String, Kept> handles = bounded();

    /** Is what a handle stands for. */
    record Kept(Identity identity, String contextId, String taskId, boolean waits, String stamp) {}

    private static <K, V> Map<K, V> bounded() {
        return new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > MOST;
            }
        };
    }

    /** Returns the conversation that an identity has with the agent; empty when there is none. */
    String context(Identity identity) {
        synchronized (lock) {
            return contexts.getOrDefault(identity, "");
        }
    }

    void remember(Identity identity, String contextId) {
        if (contextId.isEmpty()) {
            return;
        }
        synchronized (lock) {
            contexts.put(identity, contextId);
        }
    }

    /** Remembers what a loop can go on from. */
    void keep(String loop, Kept kept) {
        synchronized (lock) {
            handles.put(loop, kept);
        }
    }

    static Kept kept(Identity identity, RemoteTask task) {
        return new Kept(
                identity,
                task.contextId(),
                task.id(),
                task.state().isInterrupted(),
                task.status().stamp());
    }

    /** Returns a handle by which a task can be referred to, or answered if it waits. */
    String handle(Identity identity, RemoteTask task) {
        Kept kept = kept(identity, task);
        String handle = "c-" + Trace.hex(identity + "|" + task.id(), 12);
        synchronized (lock) {
            handles.put(handle, kept);
        }
        return handle;
    }

    /** Returns what a handle of this identity stands for; null if there is no such. */
    @Nullable
    Kept find(Identity identity, String handle) {
        synchronized (lock) {
            Kept kept = handles.get(handle);
            return kept != null && kept.identity().equals(identity) ? kept : null;
        }
    }
}

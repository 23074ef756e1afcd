package dev.harbor.safety;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactPins;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.event.EventSink;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmClient;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContent;
import java.time.Clock;
import java.util.List;

/**
 * Keeps heavy content away from models: it offloads what is too large, and guards every client that a planner can reach. A runtime can't be built
 * without one, and it proves at that moment that the guard works. The only implementation is in {@code harbor-artifacts}; a custom artifact store changes
 * where bytes lie, not whether they are offloaded.
 *
 * <p>Thread-safe.
 */
public interface ContextSafety extends AutoCloseable {

    /** The size at which content is heavy when nothing is said, in bytes: {@value}. */
    int DEFAULT_THRESHOLD_BYTES = 32 * 1024;

    /** The name of the tool that reads artifacts in pages. */
    String FETCH_TOOL = "artifact.fetch";

    /** Returns the size at which content is heavy, in bytes of UTF-8; content of exactly that size is heavy. */
    int thresholdBytes();

    /** Returns the door to the artifacts of one scope. */
    ScopedArtifacts artifacts(ArtifactScope scope);

    /**
     * Returns content that is below a threshold as it is, and stores what is not. Blocks on the store when it does.
     *
     * @param value the content
     * @param scope who owns it
     * @param producer the tool it comes from
     * @param thresholdBytes the size at which it is heavy; the smaller of this and {@link #thresholdBytes()} counts
     * @throws dev.harbor.error.StoreException if it could not be stored; the caller must not use the content then
     */
    ToolContent settle(Json value, ArtifactScope scope, String producer, int thresholdBytes);

    /**
     * Returns a client that refuses heavy content before the given client is asked.
     *
     * @param client the client to guard
     * @param events hears of leaks
     * @param clock gives the time of events
     */
    LlmClient guard(LlmClient client, EventSink events, Clock clock);

    /** Returns the tools that read artifacts in pages smaller than the threshold; the runtime registers them. */
    List<Tool<?, ?>> tools();

    /**
     * Removes every artifact that a filter selects and returns how many entries that were. Blocks on the store.
     *
     * @throws dev.harbor.error.StoreException if the store fails; some entries may be gone
     */
    long erase(ArtifactFilter filter);

    /** Says what must not expire from now on; see {@link dev.harbor.artifact.ArtifactStore#heed}. The runtime says it when it has a journal. */
    default void heed(ArtifactPins pins) {}

    /** Releases the store. May be called more than once. */
    @Override
    void close();
}

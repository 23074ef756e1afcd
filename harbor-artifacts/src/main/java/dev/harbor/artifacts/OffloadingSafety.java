package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactPins;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.event.EventSink;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmClient;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.safety.ContextSafety;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContent;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** Offloads what is heavy into a store and guards clients. Thread-safe. */
final class OffloadingSafety implements ContextSafety {

    private static final ArtifactOptions JSON = ArtifactOptions.of("application/json");

    private final ArtifactStore store;
    private final int thresholdBytes;
    private final ContextWindow window;
    private final Duration modelTimeout;
    private final Clock clock;
    private final List<Tool<?, ?>> tools;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    OffloadingSafety(
            ArtifactStore store, int thresholdBytes, ContextWindow window, Duration modelTimeout, Clock clock) {
        this.store = store;
        this.thresholdBytes = thresholdBytes;
        this.window = window;
        this.modelTimeout = modelTimeout;
        this.clock = clock;
        this.tools = List.of(FetchTool.create(thresholdBytes));
    }

    @Override
    public int thresholdBytes() {
        return thresholdBytes;
    }

    @Override
    public ScopedArtifacts artifacts(ArtifactScope scope) {
        return ScopedArtifacts.of(store, scope);
    }

    @Override
    public void heed(ArtifactPins pins) {
        store.heed(pins);
    }

    @Override
    public long erase(ArtifactFilter filter) {
        return store.erase(filter);
    }

    @Override
    public ToolContent settle(Json value, ArtifactScope scope, String producer, int threshold) {
        if (threshold < ToolPolicy.MIN_HEAVY_THRESHOLD_BYTES) {
            throw new IllegalArgumentException(
                    "thresholdBytes must be " + ToolPolicy.MIN_HEAVY_THRESHOLD_BYTES + " or more, got " + threshold);
        }
        int limit = Math.min(threshold, thresholdBytes);
        return value.isAtLeast(limit) ? offload(value, scope, producer, limit) : new ToolContent.Inline(value);
    }

    private ToolContent offload(Json value, ArtifactScope scope, String producer, int limit) {
        byte[] utf8 = value.toBytes();
        ArtifactInfo info = artifacts(scope).put(utf8, JSON.source(source(scope, producer)));
        return new ToolContent.Offloaded(Stubs.of(info, limit, room -> Preview.of(value, utf8, room)));
    }

    private Map<String, String> source(ArtifactScope scope, String producer) {
        return Map.of(
                "tool", producer.substring(0, Math.min(producer.length(), 1024)),
                "task", scope.task(),
                "created", clock.instant().toString());
    }

    @Override
    public LlmClient guard(LlmClient client, EventSink events, Clock eventClock) {
        return GuardedLlm.of(client, this, GuardEvents.of(events, eventClock));
    }

    @Override
    public List<Tool<?, ?>> tools() {
        return tools;
    }

    ContextWindow window() {
        return window;
    }

    Duration modelTimeout() {
        return modelTimeout;
    }

    boolean isClosed() {
        return isClosed.get();
    }

    @Override
    public void close() {
        if (!isClosed.getAndSet(true)) {
            store.close();
        }
    }
}

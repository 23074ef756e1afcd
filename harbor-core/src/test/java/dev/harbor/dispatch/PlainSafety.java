package dev.harbor.dispatch;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactPins;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.event.EventSink;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.llm.ContextLeakException;
import dev.harbor.llm.LlmClient;
import dev.harbor.safety.ContextSafety;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContent;
import java.io.InputStream;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** A safety that keeps everything inline and stores nothing, for tests of what comes before it. */
class PlainSafety implements ContextSafety, ArtifactStore {

    @Override
    public void heed(ArtifactPins pins) {}

    @Override
    public int thresholdBytes() {
        return DEFAULT_THRESHOLD_BYTES;
    }

    @Override
    public ScopedArtifacts artifacts(ArtifactScope scope) {
        return ScopedArtifacts.of(this, scope);
    }

    @Override
    public ToolContent settle(Json value, ArtifactScope scope, String producer, int thresholdBytes) {
        return new ToolContent.Inline(value);
    }

    @Override
    public LlmClient guard(LlmClient client, EventSink events, Clock clock) {
        return (request, call) -> {
            throw new ContextLeakException("request", 0, 0);
        };
    }

    @Override
    public List<Tool<?, ?>> tools() {
        return List.of();
    }

    @Override
    public ArtifactInfo put(ArtifactScope scope, InputStream content, ArtifactOptions options) {
        throw new StoreException(ErrorCode.STORE_FAILED, "nothing is stored here");
    }

    @Override
    public Optional<ArtifactInfo> find(Identity session, ArtifactRef ref) {
        return Optional.empty();
    }

    @Override
    public Optional<InputStream> open(Identity session, ArtifactRef ref, long offset) {
        return Optional.empty();
    }

    @Override
    public boolean delete(ArtifactScope scope, ArtifactRef ref) {
        return false;
    }

    @Override
    public List<ArtifactInfo> list(ArtifactFilter filter, int limit) {
        return List.of();
    }

    @Override
    public long erase(ArtifactFilter filter) {
        return 0;
    }

    @Override
    public void close() {}
}

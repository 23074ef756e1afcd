package dev.harbor.artifact;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Is the only door to artifacts that a tool or planner has. It stamps its scope on what is written and shows nothing outside its session, so that
 * nobody can reach across sessions by construction.
 *
 * <p>Thread-safe. Methods may block on the store.
 */
public final class ScopedArtifacts {

    private static final int LIST_LIMIT = 10_000;

    private final ArtifactStore store;
    private final ArtifactScope scope;

    private ScopedArtifacts(ArtifactStore store, ArtifactScope scope) {
        this.store = Objects.requireNonNull(store, "store");
        this.scope = Objects.requireNonNull(scope, "scope");
    }

    /** Returns a door to one scope of a store. */
    public static ScopedArtifacts of(ArtifactStore store, ArtifactScope scope) {
        return new ScopedArtifacts(store, scope);
    }

    /** Returns the scope that is stamped on everything written here. */
    public ArtifactScope scope() {
        return scope;
    }

    /**
     * Stores the bytes of a stream, which is read to its end, never held in memory, and not closed.
     *
     * @throws IOException if the given stream fails; nothing is stored
     * @throws StoreException if the store fails or is full; nothing is stored
     */
    public ArtifactInfo put(InputStream content, ArtifactOptions options) throws IOException {
        return own(store.put(
                scope, Objects.requireNonNull(content, "content"), Objects.requireNonNull(options, "options")));
    }

    /**
     * Stores bytes. The array is not kept.
     *
     * @throws StoreException if the store fails or is full; nothing is stored
     */
    public ArtifactInfo put(byte[] content, ArtifactOptions options) {
        try {
            return put(new ByteArrayInputStream(content), options);
        } catch (IOException e) {
            throw new StoreException(ErrorCode.STORE_FAILED, "an array in memory could not be read", e);
        }
    }

    /**
     * Stores text as UTF-8 with the media type {@value ArtifactOptions#TEXT}.
     *
     * @throws StoreException if the store fails or is full; nothing is stored
     */
    public ArtifactInfo put(String text) {
        return put(text.getBytes(StandardCharsets.UTF_8), ArtifactOptions.of(ArtifactOptions.TEXT));
    }

    /** Finds an artifact of this session; empty when there is none. */
    public Optional<ArtifactInfo> find(ArtifactRef ref) {
        Optional<ArtifactInfo> found = store.find(scope.identity(), Objects.requireNonNull(ref, "ref"));
        found.ifPresent(this::requireOwnSession);
        return found;
    }

    /**
     * Opens an artifact of this session from its first byte. The caller closes the stream.
     *
     * @throws StoreException with {@link ErrorCode#ARTIFACT_NOT_FOUND} if this session has none with that reference
     */
    public InputStream open(ArtifactRef ref) {
        return open(ref, 0);
    }

    /**
     * Opens an artifact of this session at an offset in bytes. The caller closes the stream.
     *
     * @throws StoreException with {@link ErrorCode#ARTIFACT_NOT_FOUND} if this session has none with that reference
     * @throws IllegalArgumentException if the offset is negative
     */
    public InputStream open(ArtifactRef ref, long offset) {
        return store.open(scope.identity(), Objects.requireNonNull(ref, "ref"), offset)
                .orElseThrow(() -> notFound(ref));
    }

    /**
     * Gives an artifact of this session to this scope's task as well, so that it lasts as long as what the task stored. Empty when the session has none with
     * that reference.
     *
     * @throws StoreException if the store fails
     */
    public Optional<ArtifactInfo> adopt(ArtifactRef ref) {
        Optional<ArtifactInfo> adopted = store.adopt(scope, Objects.requireNonNull(ref, "ref"));
        adopted.ifPresent(this::requireOwnSession);
        return adopted;
    }

    /** Lists what this scope's task stored or adopted, newest first. */
    public List<ArtifactInfo> list() {
        return store.list(ArtifactFilter.task(scope), LIST_LIMIT);
    }

    /** Removes an artifact from this scope and returns whether it was there. */
    public boolean delete(ArtifactRef ref) {
        return store.delete(scope, Objects.requireNonNull(ref, "ref"));
    }

    private ArtifactInfo own(ArtifactInfo info) {
        requireOwnSession(info);
        return info;
    }

    private void requireOwnSession(ArtifactInfo info) {
        if (!info.scope().identity().equals(scope.identity())) {
            throw new StoreException(
                    ErrorCode.STORE_FAILED,
                    "the store answered with an artifact of another session; this is a fault of the store");
        }
    }

    private static StoreException notFound(ArtifactRef ref) {
        return new StoreException(ErrorCode.ARTIFACT_NOT_FOUND, "no artifact " + ref.id() + " in this session");
    }
}

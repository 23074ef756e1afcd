package dev.harbor.artifact;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/**
 * Keeps bytes by their content, inside scopes. Tools never see a store: they get {@link ScopedArtifacts}. A store is handed to a runtime through its
 * context safety, so that a custom one changes where bytes lie and not whether they are offloaded.
 *
 * <p>What every implementation guarantees:
 *
 * <ul>
 *   <li>bytes are durable, whole and findable when {@link #put} returns, or it throws and nothing is there;
 *   <li>the same bytes in one scope and namespace are stored once and the first description stays; inside a session the bytes themselves are stored once;
 *   <li>what belongs to another session does not exist, and no value of a scope can reach another one: values are opaque and compared exactly;
 *   <li>{@link ArtifactLimits} hold, if the store takes them: what goes over is refused, what is too old does not exist, unless it is
 *       {@linkplain #heed pinned};
 *   <li>damage is told, never served: whoever reads to the end has read what the reference says;
 *   <li>streams in and out are never held in memory as a whole (a store whose medium is memory excepted);
 *   <li>after {@link #close} every method throws with {@link ErrorCode#CLOSED}; streams that are open stay readable.
 * </ul>
 *
 * <p>Thread-safe. Every method may block on the medium.
 */
public interface ArtifactStore extends AutoCloseable {

    /**
     * Stores the bytes of a stream, which is read to its end and not closed. What the stream throws is passed on. An interrupt does not break it off.
     *
     * @throws IOException if the given stream fails; nothing is stored
     * @throws StoreException if the medium fails or a limit is reached ({@link ErrorCode#QUOTA_EXCEEDED}); nothing is stored
     */
    ArtifactInfo put(ArtifactScope scope, InputStream content, ArtifactOptions options) throws IOException;

    /**
     * Finds an artifact of a session, whichever of its tasks stored it. Empty when the session has none with that reference.
     *
     * @throws StoreException if the medium fails
     */
    Optional<ArtifactInfo> find(Identity session, ArtifactRef ref);

    /**
     * Opens an artifact of a session at an offset in bytes; an offset at or past the end gives an empty stream. The caller closes the stream. Empty when
     * the session has none with that reference.
     *
     * @throws StoreException if the medium fails, or the bytes are no longer what the reference says
     * @throws IllegalArgumentException if the offset is negative
     */
    Optional<InputStream> open(Identity session, ArtifactRef ref, long offset);

    /**
     * Removes an artifact from one scope, in every namespace; bytes that another scope holds stay. Returns whether something was removed.
     *
     * @throws StoreException if the medium fails
     */
    boolean delete(ArtifactScope scope, ArtifactRef ref);

    /**
     * Gives an artifact of a session to one more of its tasks, as if that had stored the same bytes now; one that has it already keeps its description.
     * Empty when the session has none with that reference. A store that need not copy bytes for that does better than what is done here.
     *
     * @throws StoreException if the medium fails or a limit is reached
     */
    default Optional<ArtifactInfo> adopt(ArtifactScope scope, ArtifactRef ref) {
        Identity session = scope.identity();
        Optional<ArtifactInfo> found = find(session, ref);
        Optional<InputStream> bytes = found.isEmpty() ? Optional.empty() : open(session, ref, 0);
        if (bytes.isEmpty()) {
            return Optional.empty();
        }
        try (InputStream in = bytes.get()) {
            return Optional.of(put(scope, in, found.get().options()));
        } catch (IOException e) {
            throw new StoreException(ErrorCode.STORE_FAILED, "the bytes of " + ref.id() + " could not be read", e);
        }
    }

    /**
     * Says what must not expire from now on, however old it is. A runtime says it once, before it stores anything; a store in which nothing ever expires has
     * nothing to do. Deleting and erasing are not expiring: they remove what is pinned too.
     */
    default void heed(ArtifactPins pins) {}

    /**
     * Lists artifacts, newest first, ties by reference, at most {@code limit} (1 to 10,000).
     *
     * @throws StoreException if the medium fails
     * @throws IllegalArgumentException if the limit is out of bounds
     */
    List<ArtifactInfo> list(ArtifactFilter filter, int limit);

    /**
     * Removes all that the filter selects and returns how many entries that were.
     *
     * @throws StoreException if the medium fails; some entries may be gone
     */
    long erase(ArtifactFilter filter);

    /** Releases what the store holds. May be called more than once; does not throw. */
    @Override
    void close();
}

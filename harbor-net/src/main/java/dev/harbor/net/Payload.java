package dev.harbor.net;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.json.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is the body of a request. It is opened before anything is sent, and never held in memory unless it came as bytes.
 *
 * <p>Immutable, if its opener is thread-safe.
 */
public final class Payload {

    /** The length of what has an unknown one. */
    public static final long UNKNOWN_LENGTH = -1;

    /** No body at all. */
    public static final Payload NONE = new Payload(null, 0, InputStream::nullInputStream, null);

    private final @Nullable String mediaType;
    private final long length;
    private final Opener opener;
    private final byte @Nullable [] bytes;

    private Payload(@Nullable String mediaType, long length, Opener opener, byte @Nullable [] bytes) {
        this.mediaType = mediaType;
        this.length = length;
        this.opener = opener;
        this.bytes = bytes;
    }

    /** Opens content from its first byte, as often as it is asked to. */
    @FunctionalInterface
    public interface Opener {

        /**
         * Opens the content. The client closes it.
         *
         * @throws IOException if it can't be read
         */
        InputStream open() throws IOException;
    }

    /** Returns bytes. The array is copied. */
    public static Payload of(byte[] content, String mediaType) {
        return ofOwned(content.clone(), mediaType);
    }

    /** Returns JSON as it was written. */
    public static Payload of(Json json) {
        return ofOwned(json.toBytes(), "application/json");
    }

    /** Returns text in UTF-8. The media type should say so. */
    public static Payload of(String text, String mediaType) {
        return ofOwned(text.getBytes(StandardCharsets.UTF_8), mediaType);
    }

    /**
     * Returns content that is read while it is sent.
     *
     * @param lengthBytes its length, or {@link #UNKNOWN_LENGTH}; content that turns out to have another one breaks the request off
     * @throws IllegalArgumentException if the length is negative
     */
    public static Payload of(Opener opener, long lengthBytes, String mediaType) {
        if (lengthBytes < UNKNOWN_LENGTH) {
            throw new IllegalArgumentException("a length is 0 or more, or UNKNOWN_LENGTH, got " + lengthBytes);
        }
        return new Payload(checked(mediaType), lengthBytes, Objects.requireNonNull(opener, "opener"), null);
    }

    /** Returns an artifact, read from its store while it is sent. */
    public static Payload of(ScopedArtifacts artifacts, ArtifactInfo artifact) {
        return of(() -> artifacts.open(artifact.ref()), artifact.sizeBytes(), artifact.mediaType());
    }

    private static Payload ofOwned(byte[] content, String mediaType) {
        return new Payload(checked(mediaType), content.length, () -> new ByteArrayInputStream(content), content);
    }

    private static String checked(String mediaType) {
        Headers.of("Content-Type", mediaType);
        return mediaType;
    }

    /** Tells whether there is no body. */
    public boolean isNone() {
        return mediaType == null;
    }

    /** Returns the length in bytes, or {@link #UNKNOWN_LENGTH}. */
    public long length() {
        return length;
    }

    @Nullable
    String mediaType() {
        return mediaType;
    }

    /** Returns the content itself if it is in memory, or null. */
    byte @Nullable [] bytes() {
        return bytes;
    }

    InputStream open() throws IOException {
        return opener.open();
    }

    @Override
    public String toString() {
        return "Payload[" + mediaType + ", " + length + " bytes]";
    }
}

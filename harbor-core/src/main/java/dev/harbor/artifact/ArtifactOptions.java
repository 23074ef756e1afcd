package dev.harbor.artifact;

import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Describes bytes that are about to be stored. Nothing here is ever used as a path.
 *
 * <p>Immutable.
 *
 * @param mediaType the media type, 1 to 255 printable characters of ASCII
 * @param filename a name to show to people, at most 255 characters, or null
 * @param namespace tells entries with the same bytes apart inside one scope, 1 to 64 characters of {@code [A-Za-z0-9._-]}
 * @param source where the bytes come from, for people and audits; at most 32 entries, keys up to 64, values up to 1024 characters
 */
public record ArtifactOptions(
        String mediaType, @Nullable String filename, String namespace, Map<String, String> source) {

    /** The media type when none is given. */
    public static final String DEFAULT_MEDIA_TYPE = "application/octet-stream";

    /** The media type of stored text when none is given. */
    public static final String TEXT = "text/plain; charset=utf-8";

    /** The namespace when none is given. */
    public static final String DEFAULT_NAMESPACE = "default";

    private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    /**
     * Checks the bounds and copies the map.
     *
     * @throws IllegalArgumentException if a bound is broken; the message names it
     */
    public ArtifactOptions {
        source = Map.copyOf(source);
        require(isMediaType(mediaType), "mediaType must have 1 to 255 printable characters of ASCII");
        require(filename == null || filename.length() <= 255, "filename must have at most 255 characters");
        require(NAMESPACE.matcher(namespace).matches(), "namespace must match [A-Za-z0-9._-]{1,64}");
        require(source.size() <= 32, "source must have at most 32 entries");
        source.forEach((key, value) -> require(
                key.length() <= 64 && value.length() <= 1024,
                "source keys are at most 64, values at most 1024 characters"));
    }

    /** Returns options with a media type and nothing else. */
    public static ArtifactOptions of(String mediaType) {
        return new ArtifactOptions(mediaType, null, DEFAULT_NAMESPACE, Map.of());
    }

    /** Returns these options with a file name. */
    public ArtifactOptions filename(String name) {
        return new ArtifactOptions(mediaType, Objects.requireNonNull(name, "name"), namespace, source);
    }

    /** Returns these options in a namespace. */
    public ArtifactOptions namespace(String name) {
        return new ArtifactOptions(mediaType, filename, name, source);
    }

    /** Returns these options with a source. */
    public ArtifactOptions source(Map<String, String> entries) {
        return new ArtifactOptions(mediaType, filename, namespace, entries);
    }

    /** Tells whether a text may stand as a media type here; whether it is a registered one is not asked. */
    public static boolean isMediaType(String text) {
        return !text.isBlank() && text.length() <= 255 && text.chars().allMatch(c -> c >= 0x20 && c < 0x7f);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}

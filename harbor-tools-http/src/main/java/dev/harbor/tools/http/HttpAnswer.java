package dev.harbor.tools.http;

import dev.harbor.tool.InvalidToolDefinition;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Says what becomes of the answer to a request. By default that goes by its media type: JSON is the result; text is a string; a stream of events is an array of
 * them, each reported as progress when it comes; nothing at all is null; and everything else goes into an artifact while it comes, whose stub is the result.
 *
 * <p>Immutable.
 *
 * @param kind what an answer is read as
 * @param maxBytes the most bytes of an answer that is held in memory: JSON, text, all events of a stream, all items of pages; 1 to {@value #MOST_BYTES}
 * @param maxArtifactBytes the most bytes of an answer that becomes an artifact, 1 or more
 * @param maxEvents the most events of a stream, 1 or more
 * @param headers names of header fields; unless empty, the result is an object with {@code status}, {@code headers} (names in lower case) and {@code body}
 * @param paging how pages become one answer; null for an answer that is one
 */
public record HttpAnswer(
        Kind kind,
        int maxBytes,
        long maxArtifactBytes,
        long maxEvents,
        List<String> headers,
        @Nullable HttpPaging paging) {

    /** What an answer is read as. Immutable. */
    public enum Kind {
        /** What its media type says. */
        AUTO,
        /** JSON, whatever its media type says. */
        JSON,
        /** Text. */
        TEXT,
        /** A stream of events, as of {@code text/event-stream}, or of JSON lines. */
        EVENTS,
        /** An artifact. */
        ARTIFACT,
        /** Nothing: only that it was a success counts. */
        NONE
    }

    /** The most bytes that can be held in memory. */
    public static final int MOST_BYTES = 1 << 28;

    /** How many bytes of an answer are held in memory when nothing is set: {@value}. */
    public static final int DEFAULT_BYTES = 8 << 20;

    /** How many bytes of an answer become an artifact when nothing is set: {@value}. */
    public static final long DEFAULT_ARTIFACT_BYTES = 64L << 20;

    /** How many events of a stream are read when nothing is set: {@value}. */
    public static final long DEFAULT_EVENTS = 10_000;

    private static final HttpAnswer STANDARD =
            new HttpAnswer(Kind.AUTO, DEFAULT_BYTES, DEFAULT_ARTIFACT_BYTES, DEFAULT_EVENTS, List.of(), null);

    /**
     * Checks the bounds.
     *
     * @throws InvalidToolDefinition if one is broken
     */
    public HttpAnswer {
        Objects.requireNonNull(kind, "kind");
        headers = List.copyOf(headers);
        headers.forEach(name -> HeaderNames.requireToken(name, "the name of a header"));
        require(maxBytes >= 1 && maxBytes <= MOST_BYTES, "maxBytes is 1 to " + MOST_BYTES);
        require(maxArtifactBytes >= 1, "maxArtifactBytes is 1 or more");
        require(maxEvents >= 1, "maxEvents is 1 or more");
        require(paging == null || headers.isEmpty(), "an answer in pages has no headers of its own");
        require(paging == null || kind == Kind.AUTO || kind == Kind.JSON, "an answer in pages is JSON");
        require(headers.stream().noneMatch(HeaderNames::isSecret), "headers that are named like secrets are not told");
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new InvalidToolDefinition(otherwise);
        }
    }

    /** Returns the default. */
    public static HttpAnswer standard() {
        return STANDARD;
    }

    /** Returns this with the answer read as something else than what its media type says. */
    public HttpAnswer as(Kind other) {
        return new HttpAnswer(other, maxBytes, maxArtifactBytes, maxEvents, headers, paging);
    }

    /** Returns this with another limit for what is held in memory. */
    public HttpAnswer maxBytes(int most) {
        return new HttpAnswer(kind, most, maxArtifactBytes, maxEvents, headers, paging);
    }

    /** Returns this with another limit for what becomes an artifact. */
    public HttpAnswer maxArtifactBytes(long most) {
        return new HttpAnswer(kind, maxBytes, most, maxEvents, headers, paging);
    }

    /** Returns this with another limit for the events of a stream. */
    public HttpAnswer maxEvents(long most) {
        return new HttpAnswer(kind, maxBytes, maxArtifactBytes, most, headers, paging);
    }

    /** Returns this with the status and some header fields in the result. */
    public HttpAnswer headers(String... names) {
        return new HttpAnswer(kind, maxBytes, maxArtifactBytes, maxEvents, List.of(names), paging);
    }

    /** Returns this with pages read as one answer. */
    public HttpAnswer paging(HttpPaging how) {
        return new HttpAnswer(kind, maxBytes, maxArtifactBytes, maxEvents, headers, Objects.requireNonNull(how, "how"));
    }
}
